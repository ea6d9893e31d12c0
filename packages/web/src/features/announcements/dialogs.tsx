import type { Announcement } from '@keydesk/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { Input, Textarea } from '../../kit/controls/input.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useEditing } from '../../kit/form/use-editing.ts'
import { isPosted, useCreateAnnouncement, useUpdateAnnouncement } from './data.ts'
import {
  type AnnouncementForm,
  announcementFormats,
  announcementRules,
  formLabels,
  announcementToForm,
  checkAnnouncement,
  emptyAnnouncement,
  formToInput,
  formToUpdate,
  isCut,
  knowsPosts,
  lengthHint,
} from './form.ts'

/** Loads late: nobody needs these fields to start writing. */
const PostFields = lazyPart(async () => (await import('./post-fields.tsx')).PostFields)

interface AnnouncementDialogsProps {
  /** Opens with the draft of an earlier visit. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

/** Shown in the dialog. The toast says only that it failed. */
const reason = (error: ApiError): string => error.message

export function AddAnnouncementDialog({ hasPosts, isDraft, onClose }: AnnouncementDialogsProps & { readonly hasPosts: boolean }) {
  const create = useCreateAnnouncement()
  return (
    <FormDialog
      title="Add Notification"
      submitLabel="Add Notification"
      initial={emptyAnnouncement}
      check={(form) => checkAnnouncement(form, new Date())}
      onSubmit={(form) => create.mutateAsync(formToInput(form))}
      draft={{ thing: 'announcement:new', isWanted: isDraft }}
      inlineError={reason}
      onClose={onClose}
    >
      {(form) => <AnnouncementFields form={form} hasPosts={hasPosts} />}
    </FormDialog>
  )
}

export function EditAnnouncementDialog({
  announcement,
  isDraft,
  onClose,
}: AnnouncementDialogsProps & { readonly announcement: Announcement }) {
  const update = useUpdateAnnouncement(announcement.id)
  const editing = useEditing({
    what: 'notification',
    names: formLabels,
    formats: announcementFormats,
    row: announcement,
    toValues: (stored) => announcementToForm(stored),
    rules: announcementRules,
    check: (form, { row }) => checkAnnouncement(form, new Date(), row),
    send: (form, { row }) => update.mutateAsync({ ...formToUpdate(form, row, new Date()), version: row.version }),
    draft: { thing: `announcement:${announcement.id}`, isWanted: isDraft },
    inlineError: reason,
  })
  const { row } = editing.base
  return (
    <FormDialog title="Edit Notification" submitLabel="Save" editing={editing} onClose={onClose}>
      {(form) => <AnnouncementFields form={form} hasPosts={knowsPosts(row)} stored={row} />}
    </FormDialog>
  )
}

interface FieldsProps {
  readonly form: UseFormReturn<AnnouncementForm>
  readonly hasPosts: boolean
  readonly stored?: Announcement
}

function AnnouncementFields({ form, hasPosts, stored }: FieldsProps) {
  const { register, formState } = form
  const [content, isToPost, isToUpdate] = useWatch({ control: form.control, name: ['content', 'post_to_discord', 'update_post'] })
  const isPosting = hasPosts && (stored !== undefined && isPosted(stored) ? isToUpdate : isToPost)
  const length = isPosting ? lengthHint(content) : null
  return (
    <>
      <Field label={formLabels.title} required error={formState.errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field
        label={formLabels.content}
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
