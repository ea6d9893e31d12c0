import { type NewWebhook, type Webhook, type WebhookEvent, type WebhookInput, webhookEvents, webhookInput } from '@keydesk/contract'
import { Controller } from 'react-hook-form'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { eventWords, useSaveWebhook } from './data.ts'

interface Props {
  /** Undefined creates a new webhook. */
  readonly webhook?: Webhook
  readonly onCreated?: (made: NewWebhook) => void
  readonly onClose: () => void
}

const check = checkWith(webhookInput)

export function WebhookDialog({ webhook, onCreated, onClose }: Props) {
  const { create, update } = useSaveWebhook()
  const initial: WebhookInput = webhook
    ? { url: webhook.url, events: webhook.events, active: webhook.active && webhook.disabled_reason === null }
    : { url: '', events: ['order.completed', 'order.refunded'], active: true }
  const save = async (input: WebhookInput) => {
    if (webhook === undefined) onCreated?.(await create(input))
    else await update({ id: webhook.id, body: input })
  }
  return (
    <FormDialog
      title={webhook === undefined ? 'Create webhook' : 'Edit webhook'}
      description="Each message is signed with the secret of the webhook, so that the receiver knows that it comes from you."
      submitLabel={webhook === undefined ? 'Create' : 'Save'}
      busyLabel={webhook === undefined ? 'Creating...' : 'Saving...'}
      initial={initial}
      check={check}
      onSubmit={save}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => (
        <>
          <Field label="URL" required helper="The address of the receiver, on the public internet." error={errors.url?.message}>
            {(props) => <Input {...props} {...register('url')} mono type="url" inputMode="url" autoComplete="off" spellCheck={false} />}
          </Field>
          <Controller
            control={control}
            name="events"
            render={({ field }) => <Events chosen={field.value} onChange={field.onChange} error={errors.events?.message} />}
          />
          <Controller
            control={control}
            name="active"
            render={({ field }) => (
              <SwitchField
                label="Active"
                helper={webhook?.disabled_reason ?? 'While this is off, nothing is sent, and events are not kept for later.'}
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </>
      )}
    </FormDialog>
  )
}

interface EventsProps {
  readonly chosen: readonly WebhookEvent[]
  readonly onChange: (chosen: readonly WebhookEvent[]) => void
  readonly error: string | undefined
}

const Events = ({ chosen, onChange, error }: EventsProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">Events that it receives</legend>
    <div className="grid gap-1.5">
      {webhookEvents.map((event) => (
        <CheckboxField
          key={event}
          label={
            <>
              <span className="font-mono">{event}</span>
              <span className="block text-caption text-muted">{eventWords[event]}</span>
            </>
          }
          checked={chosen.includes(event)}
          onChange={(isOn) => onChange(webhookEvents.filter((other) => (other === event ? isOn : chosen.includes(other))))}
        />
      ))}
    </div>
    {error !== undefined && (
      <p role="alert" className="mt-1.5 text-caption text-red">
        {error}
      </p>
    )}
  </fieldset>
)
