import type { Announcement } from '@keydesk/contract'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Textarea } from '../../kit/textarea.tsx'
import { useEdit } from '../../kit/use-edit.tsx'
import {
  checkNotification,
  emptyNotification,
  formToInput,
  formToUpdate,
  isCut,
  isPosted,
  knowsPosts,
  notificationLabels,
  notificationToForm,
  sayLength,
  type NotificationForm,
} from './notification-form.ts'
import { useCreateNotification, useUpdateNotification } from './notifications-data.ts'

/** Nothing that one must see to begin to write. */
const PostFields = lazyPart(async () => (await import('./post-fields.tsx')).PostFields)

interface Props {
  /** With the draft of an earlier visit in it. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

/** The toast says that it failed; why stands in the dialog. */
const reason = (error: ApiError): string => error.message

export function AddNotificationDialog({ hasPosts, isDraft, onClose }: Props & { readonly hasPosts: boolean }) {
  const create = useCreateNotification()
  return (
    <FormDialog
      title="Add Notification"
      submitLabel="Add Notification"
      initial={emptyNotification}
      check={(form) => checkNotification(form, new Date())}
      onSubmit={(form) => create.mutateAsync(formToInput(form))}
      draft={{ thing: 'notification:new', isWanted: isDraft }}
      inlineError={reason}
      onClose={onClose}
    >
      {(form) => <NotificationFields form={form} hasPosts={hasPosts} />}
    </FormDialog>
  )
}

export function EditNotificationDialog({ notification, isDraft, onClose }: Props & { readonly notification: Announcement }) {
  const update = useUpdateNotification(notification.id)
  const { base, submit, conflict, rebase } = useEdit({
    what: 'notification',
    row: notification,
    toValues: (stored) => notificationToForm(stored),
    names: notificationLabels,
    send: (form, stored) => update.mutateAsync({ ...formToUpdate(form, stored, new Date()), version: stored.version }),
  })
  return (
    <>
      <FormDialog
        title="Edit Notification"
        submitLabel="Save Changes"
        initial={notificationToForm(notification)}
        check={(form) => checkNotification(form, new Date(), base)}
        onSubmit={submit}
        draft={{ thing: `notification:${notification.id}`, version: base.version, isWanted: isDraft, onRestored: rebase }}
        inlineError={reason}
        onClose={onClose}
      >
        {(form) => <NotificationFields form={form} hasPosts={knowsPosts(base)} stored={base} />}
      </FormDialog>
      {conflict}
    </>
  )
}

interface FieldsProps {
  readonly form: UseFormReturn<NotificationForm>
  readonly hasPosts: boolean
  readonly stored?: Announcement
}

function NotificationFields({ form, hasPosts, stored }: FieldsProps) {
  const { register, formState } = form
  const [content, isToPost, isToUpdate] = useWatch({ control: form.control, name: ['content', 'post_to_discord', 'update_post'] })
  const isPosting = hasPosts && (stored !== undefined && isPosted(stored) ? isToUpdate : isToPost)
  const length = isPosting ? sayLength(content) : null
  return (
    <>
      <Field label={notificationLabels.title} required error={formState.errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field
        label={notificationLabels.content}
        required
        helper={length !== null && <span className={isCut(content) ? 'text-yellow' : undefined}>{length}</span>}
        error={formState.errors.content?.message}
      >
        {(control) => <Textarea {...control} {...register('content')} rows={6} />}
      </Field>
      {hasPosts && <PostFields form={form} stored={stored} />}
    </>
  )
}
