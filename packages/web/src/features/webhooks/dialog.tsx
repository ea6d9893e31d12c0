import { type NewWebhook, type Webhook, type WebhookInput, webhookEvents, webhookInput } from '@keydesk/contract'
import { Controller } from 'react-hook-form'
import { CheckboxList } from '../../kit/form/checkbox-list.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { editsOf } from '../../kit/form/three-way.ts'
import { useEditing } from '../../kit/form/use-editing.ts'
import { eventWords, useSaveWebhook } from './data.ts'

interface Props {
  /** Undefined creates a new webhook. */
  readonly webhook?: Webhook
  readonly onCreated?: (made: NewWebhook) => void
  readonly onClose: () => void
}

const check = checkWith(webhookInput)
const choices = webhookEvents.map((value) => ({ value, name: value, text: eventWords[value] }))

type Editable = Pick<Webhook, 'url' | 'events' | 'active' | 'disabled_reason'>
const blank: Editable = { url: '', events: ['order.completed', 'order.refunded'], active: true, disabled_reason: null }
const toValues = ({ url, events, active, disabled_reason }: Editable): WebhookInput => ({
  ...{ url, events, active: active && disabled_reason === null },
})

export function WebhookDialog({ webhook, onCreated, onClose }: Props) {
  const { create, update } = useSaveWebhook()
  const editing = useEditing({
    row: webhook ?? blank,
    toValues,
    check,
    send: async (input, { values }) => {
      if (webhook === undefined) onCreated?.(await create(input))
      else await update({ id: webhook.id, body: editsOf(values, input) })
    },
    inlineError: ({ message }) => message,
  })
  return (
    <FormDialog
      title={webhook === undefined ? 'Create webhook' : 'Edit webhook'}
      description="Each message is signed with the secret of the webhook, so that the receiver knows that it comes from you."
      submitLabel={webhook === undefined ? 'Create' : 'Save'}
      busyLabel={webhook === undefined ? 'Creating...' : 'Saving...'}
      editing={editing}
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
            render={({ field: { value, onChange } }) => (
              <CheckboxList
                mono
                legend="Events that it receives"
                choices={choices}
                {...{ value, onChange }}
                error={errors.events?.message}
              />
            )}
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
