import type { DiscordChannel } from '@keydesk/contract'
import { Send } from 'lucide-react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { useSendTest } from './discord-data.ts'
import type { SettingsForm } from './settings-form.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'

interface Props {
  readonly form: UseFormReturn<SettingsForm>
  readonly name: 'updates_channel_id' | 'restock_channel_id' | 'alerts_channel_id'
  readonly stored: string
  readonly isRunning: boolean
  readonly channel: DiscordChannel
  readonly label: string
  readonly helper: string
}

/** A channel's id, with a button that proves it. */
export function ChannelField({ form, name, stored, isRunning, channel, label, helper }: Props) {
  const send = useSendTest()
  const isOwnHost = useIsOwnHost()
  const value = useWatch({ control: form.control, name })
  // A test goes to the channel that is stored.
  const obstacle = !isRunning
    ? 'Start the bot to send a test.'
    : value !== stored
      ? 'Save to send a test.'
      : stored === ''
        ? 'Choose a channel to send a test.'
        : null
  return (
    <Field
      label={label}
      helper={obstacle === null || !isOwnHost ? helper : `${helper} ${obstacle}`}
      error={form.formState.errors[name]?.message}
    >
      {(control) => (
        <div className="flex flex-wrap gap-2 sm:flex-nowrap">
          <Input {...control} {...form.register(name)} mono inputMode="numeric" autoComplete="off" placeholder="17 to 20 digits" />
          {isOwnHost && (
            <Button
              aria-label={`Send test message to the ${channel} channel`}
              icon={<Send aria-hidden />}
              busy={send.isPending && 'Sending...'}
              disabled={obstacle !== null}
              onClick={() => send.mutate(channel)}
            >
              Send test message
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
