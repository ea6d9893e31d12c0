import { type DiscordChannel, type DiscordSettings, discordSettingsInput, discordSettingsLabels as labels } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Send, TriangleAlert } from 'lucide-react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { useShortcut } from '../../kit/controls/keyboard.ts'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { editsOf } from '../../kit/form/three-way.ts'
import { useEditing } from '../../kit/form/use-editing.ts'
import { useUnsaved } from '../../kit/form/use-unsaved.ts'
import { Panel } from '../../kit/layout/card.tsx'
import { useAuth, useIsOwnHost } from '../../session/session-provider.tsx'
import { useSaveDiscordSettings, useSendTest } from './commands.ts'
import { discordSettingsQuery } from './data.ts'
import { PlaceField } from './parts.tsx'
import { DiscordSettingsSkeleton, discordPanels, testHint } from './pending.tsx'

interface CardProps {
  readonly isRunning: boolean
  readonly onSaved: () => void
}

export function SettingsCard({ isRunning, onSaved }: CardProps) {
  const settings = useQuery(discordSettingsQuery(useApi()))
  const { isOwnHost, may } = useAuth()
  const { title, description } = discordPanels.settings
  return (
    <Panel title={title} description={description + (isOwnHost && may('discord:write') ? testHint : '')}>
      <Loaded query={settings} failure="Failed to load Discord settings" skeleton={<DiscordSettingsSkeleton />}>
        {(stored) => (may('discord:write') ? <Settings {...{ stored, isRunning, onSaved }} /> : <StoredSettings stored={stored} />)}
      </Loaded>
    </Panel>
  )
}

/** The token is only what was typed: the server never sends the stored one. The alerts channel and the product link are undefined if the host does not know them. */
type SettingsForm = Omit<DiscordSettings, 'bot_token_set'> & { bot_token: string }

const toForm = ({ bot_token_set: _, ...stored }: DiscordSettings): SettingsForm => ({ ...stored, bot_token: '' })

const checkSettings = checkWith(discordSettingsInput)

function Settings({ stored, isRunning, onSaved }: CardProps & { readonly stored: DiscordSettings }) {
  const save = useSaveDiscordSettings(onSaved)
  const isOwnHost = useIsOwnHost()
  const {
    form,
    save: submit,
    isSaving,
  } = useEditing({
    row: stored,
    toValues: toForm,
    check: checkSettings,
    // The other fields may have been changed by somebody else meanwhile. Another host may need all of them.
    send: (sent, { values }) => save.mutateAsync(isOwnHost ? editsOf(values, sent) : sent),
    afterSave: (sent) => ({ ...sent, bot_token: '' }),
  })
  const { register, control, formState } = form
  const { errors, isDirty } = formState
  useUnsaved(isDirty)
  useShortcut('mod+s', () => void submit(), { enabled: isDirty && !isSaving })

  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      <ChannelField
        form={form}
        name="updates_channel_id"
        stored={stored}
        isRunning={isRunning}
        helper="Product updates and announcements."
      />
      <Field
        isSteady
        label={labels.bot_token}
        helper={
          <>
            {stored.bot_token_set ? 'Leave it blank to keep the current token. ' : 'From the bot page of the Discord developer portal. '}
            A new token restarts a running bot.
          </>
        }
        error={errors.bot_token?.message}
      >
        {(attributes) => (
          <div className="flex items-center gap-3">
            <Input {...attributes} {...register('bot_token')} type="password" autoComplete="new-password" mono />
            {stored.bot_token_set && (
              <span className="shrink-0">
                <Badge tone="green">Token is set</Badge>
              </span>
            )}
          </div>
        )}
      </Field>
      <ChannelField form={form} name="restock_channel_id" stored={stored} isRunning={isRunning} helper="Variants that are back in stock." />
      {stored.alerts_channel_id !== undefined && (
        <ChannelField
          form={form}
          name="alerts_channel_id"
          stored={stored}
          isRunning={isRunning}
          helper="Optional. For your team: stock that runs low."
        />
      )}
      {stored.product_url !== undefined && (
        <Field
          label={labels.product_url}
          helper="The page of a product in your shop, with {id} for its number. Blank: posts have no link."
          error={errors.product_url?.message}
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...register('product_url')}
              inputMode="url"
              autoComplete="off"
              placeholder="https://shop.example/p/{id}"
            />
          )}
        </Field>
      )}
      <Controller
        control={control}
        name="notifications_enabled"
        render={({ field }) => (
          <SwitchField
            label={labels.notifications_enabled}
            helper="While this is off, no news is posted, and the bot skips due announcements."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isSaving && 'Saving...'}>
          Save Settings
        </Button>
      </div>
      {save.data !== undefined && save.data.length > 0 && !isDirty && <Warnings warnings={save.data} />}
    </form>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <Notice role="alert" tone="yellow" Icon={TriangleAlert}>
      <ul className="space-y-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  )
}

interface Props {
  readonly form: UseFormReturn<SettingsForm>
  readonly name: `${DiscordChannel}_channel_id`
  readonly stored: DiscordSettings
  readonly isRunning: boolean
  readonly helper: string
}

/** A channel, with a button that sends a test message to it. */
function ChannelField({ form, name, stored, isRunning, helper }: Props) {
  const send = useSendTest()
  const channel = name.replace('_channel_id', '') as DiscordChannel
  const isOwnHost = useIsOwnHost()
  const value = useWatch({ control: form.control, name })
  // The test message goes to the stored channel.
  const isReady = isRunning && value !== '' && value === stored[name]
  return (
    <PlaceField
      isSteady
      form={form}
      name={name}
      kind="channels"
      label={labels[name]}
      helper={helper}
      action={
        isOwnHost && (
          <Button
            aria-label={`Send test message to the ${channel} channel`}
            icon={<Send aria-hidden />}
            busy={send.isPending && 'Sending...'}
            disabled={!isReady}
            onClick={() => send.mutate(channel)}
          >
            Send test message
          </Button>
        )
      }
    />
  )
}

/** The settings as plain text, for roles that may not change them. */
const StoredSettings = ({ stored }: { readonly stored: DiscordSettings }) => (
  <dl className="space-y-3">
    {facts(stored).map(([name, value]) => (
      <div key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="break-all">{value || '–'}</dd>
      </div>
    ))}
  </dl>
)

const facts = (stored: DiscordSettings): [string, string | undefined][] => [
  [labels.updates_channel_id, stored.updates_channel_id],
  [labels.bot_token, stored.bot_token_set ? 'Token is set' : ''],
  [labels.restock_channel_id, stored.restock_channel_id],
  [labels.alerts_channel_id, stored.alerts_channel_id],
  [labels.product_url, stored.product_url],
  ['Notifications', stored.notifications_enabled ? 'Enabled' : 'Disabled'],
]
