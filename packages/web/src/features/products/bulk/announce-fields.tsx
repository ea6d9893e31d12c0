import type { Product } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { useApi } from '../../../api/context.tsx'
import { Field } from '../../../kit/field.tsx'
import { SwitchField } from '../../../kit/switch.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { botStatusQuery } from '../../discord/bot-status-data.ts'
import { discordSettingsQuery } from '../../discord/discord-data.ts'
import { announced, formToSet, textOf, type BulkForm } from './bulk-form.ts'
import { MessagePreview } from './message-preview.tsx'

interface Props {
  readonly form: UseFormReturn<BulkForm>
  readonly products: readonly Product[]
}

/** Whether the change is told in Discord, in which words, and what that looks like there. */
export function AnnounceFields({ form, products }: Props) {
  const values = useWatch({ control: form.control }) as BulkForm
  const obstacle = useObstacle()
  const set = formToSet(values)
  const names = announced(products, set).map(({ name }) => name)
  const text = textOf(values, names.length)
  return (
    <div className="space-y-4 border-t border-border pt-4">
      <Controller
        control={form.control}
        name="announces"
        render={({ field }) => (
          <SwitchField
            label="Post to Discord"
            helper={names.length === 0 ? 'Unlisted products are not told of.' : 'One message in the updates channel tells of all of them.'}
            checked={field.value && names.length > 0}
            disabled={names.length === 0}
            onChange={field.onChange}
          />
        )}
      />
      {values.announces && names.length > 0 && (
        <>
          {obstacle !== null && (
            <p role="alert" className="rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
              {obstacle}
            </p>
          )}
          <Controller
            control={form.control}
            name="text"
            render={({ field: { value: _, ...field }, fieldState }) => (
              <Field label="Message" required error={fieldState.error?.message}>
                {(control) => <Textarea {...control} {...field} value={text} rows={3} />}
              </Field>
            )}
          />
          <MessagePreview names={names} set={set} text={text} />
        </>
      )}
    </div>
  )
}

/** Why nothing would be posted, or not yet. */
function useObstacle(): string | null {
  const api = useApi()
  const { data: settings } = useQuery(discordSettingsQuery(api))
  // As it is now: a stopped bot warns nobody.
  const { data: bot } = useQuery({ ...botStatusQuery(api), staleTime: 0, enabled: settings !== undefined })
  if (settings === undefined) return null
  if (!settings.notifications_enabled) return 'Notifications are off in the Discord settings: nothing is posted.'
  if (settings.updates_channel_id === '') return 'No updates channel is set in the Discord settings: nothing is posted.'
  return bot?.is_running === false ? 'The bot is stopped: the message waits until it runs.' : null
}
