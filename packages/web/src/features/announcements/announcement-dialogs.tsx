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
  checkAnnouncement,
  emptyAnnouncement,
  formToInput,
  formToUpdate,
  isCut,
  isPosted,
  knowsPosts,
  announcementLabels,
  announcementToForm,
  sayLength,
  type AnnouncementForm,
} from './announcement-form.ts'
import { useCreateAnnouncement, useUpdateAnnouncement } from './announcements-data.ts'

/** Nothing that one must see to begin to write. */
const PostFields = lazyPart(async () => (await import('./post-fields.tsx')).PostFields)

interface Props {
  /** With the draft of an earlier visit in it. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

/** The toast says that it failed; why stands in the dialog. */
const reason = (error: ApiError): string => error.message

export function AddAnnouncementDialog({ hasPosts, isDraft, onClose }: Props & { readonly hasPosts: boolean }) {
  const create = useCreateAnnouncement()
  return (
    <FormDialog
      title="Add Notification"
      submitLabel="Add Notification"
      initial={emptyAnnouncement}
      check={(form) => checkAnnouncement(form, new Date())}
      onSubmit={(form) => create.mutateAsync(formToInput(form))}
      draft={{ thing: 'notification:new', isWanted: isDraft }}
      inlineError={reason}
      onClose={onClose}
    >
      {(form) => <AnnouncementFields form={form} hasPosts={hasPosts} />}
    </FormDialog>
  )
}

export function EditAnnouncementDialog({ announcement, isDraft, onClose }: Props & { readonly announcement: Announcement }) {
  const update = useUpdateAnnouncement(announcement.id)
  const { base, submit, conflict, rebase } = useEdit({
    what: 'notification',
    row: announcement,
    toValues: (stored) => announcementToForm(stored),
    names: announcementLabels,
    send: (form, stored) => update.mutateAsync({ ...formToUpdate(form, stored, new Date()), version: stored.version }),
  })
  return (
    <>
      <FormDialog
        title="Edit Notification"
        submitLabel="Save Changes"
        initial={announcementToForm(announcement)}
        check={(form) => checkAnnouncement(form, new Date(), base)}
        onSubmit={submit}
        draft={{ thing: `notification:${announcement.id}`, version: base.version, isWanted: isDraft, onRestored: rebase }}
        inlineError={reason}
        onClose={onClose}
      >
        {(form) => <AnnouncementFields form={form} hasPosts={knowsPosts(base)} stored={base} />}
      </FormDialog>
      {conflict}
    </>
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
  const length = isPosting ? sayLength(content) : null
  return (
    <>
      <Field label={announcementLabels.title} required error={formState.errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field
        label={announcementLabels.content}
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
