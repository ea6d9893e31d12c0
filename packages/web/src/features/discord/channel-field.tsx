import type { DiscordChannel } from '@keydesk/contract'
import { Send } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { useSendTest } from './discord-data.ts'

interface Props {
  readonly channel: DiscordChannel
  readonly label: string
  readonly helper: string
  readonly name: string
  readonly value: string
  readonly stored: string
  readonly error: string | undefined
  readonly isRunning: boolean
  readonly onChange: (value: string) => void
}

/** A channel's id, with a button that proves it. */
export function ChannelField({ channel, label, helper, name, value, stored, error, isRunning, onChange }: Props) {
  const send = useSendTest()
  // What is posted goes to the channel that is stored.
  const obstacle = !isRunning
    ? 'Start the bot to send a test.'
    : value !== stored
      ? 'Save to send a test.'
      : stored === ''
        ? 'Choose a channel to send a test.'
        : null
  return (
    <Field label={label} helper={obstacle === null ? helper : `${helper} ${obstacle}`} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2 sm:flex-nowrap">
          <Input
            {...control}
            name={name}
            mono
            inputMode="numeric"
            autoComplete="off"
            placeholder="17 to 20 digits"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            aria-label={`Send test message to the ${channel} channel`}
            icon={<Send aria-hidden />}
            busy={send.isPending && 'Sending...'}
            disabled={obstacle !== null}
            onClick={() => send.mutate(channel)}
          >
            Send test message
          </Button>
        </div>
      )}
    </Field>
  )
}
