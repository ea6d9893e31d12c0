import type { Announcement } from '@keydesk/contract'
import type { UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { Textarea } from '../../kit/textarea.tsx'
import { useEdit } from '../../kit/use-edit.tsx'
import {
  checkNotification,
  emptyNotification,
  formToInput,
  notificationLabels,
  notificationToForm,
  type NotificationForm,
} from './notification-form.ts'
import { useCreateNotification, useUpdateNotification } from './notifications-data.ts'

interface Props {
  /** With the draft of an earlier visit in it. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

/** The toast says that it failed; why stands in the dialog. */
const reason = (error: ApiError): string => error.message

export function AddNotificationDialog({ isDraft, onClose }: Props) {
  const create = useCreateNotification()
  return (
    <FormDialog
      title="Add Notification"
      submitLabel="Add Notification"
      initial={emptyNotification}
      check={checkNotification}
      onSubmit={(form) => create.mutateAsync(formToInput(form))}
      draft={{ thing: 'notification:new', isWanted: isDraft }}
      inlineError={reason}
      onClose={onClose}
    >
      {(form) => <NotificationFields form={form} />}
    </FormDialog>
  )
}

export function EditNotificationDialog({ notification, isDraft, onClose }: Props & { readonly notification: Announcement }) {
  const update = useUpdateNotification(notification.id)
  const { base, submit, conflict, rebase } = useEdit({
    what: 'notification',
    row: notification,
    toValues: notificationToForm,
    names: notificationLabels,
    send: (form, { version }) => update.mutateAsync({ ...formToInput(form), version }),
  })
  return (
    <>
      <FormDialog
        title="Edit Notification"
        submitLabel="Save Changes"
        initial={notificationToForm(notification)}
        check={checkNotification}
        onSubmit={submit}
        draft={{ thing: `notification:${notification.id}`, version: base.version, isWanted: isDraft, onRestored: rebase }}
        inlineError={reason}
        onClose={onClose}
      >
        {(form) => <NotificationFields form={form} />}
      </FormDialog>
      {conflict}
    </>
  )
}

function NotificationFields({ form }: { readonly form: UseFormReturn<NotificationForm> }) {
  const { register, formState } = form
  return (
    <>
      <Field label={notificationLabels.title} required error={formState.errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field label={notificationLabels.content} required error={formState.errors.content?.message}>
        {(control) => <Textarea {...control} {...register('content')} rows={6} />}
      </Field>
    </>
  )
}
