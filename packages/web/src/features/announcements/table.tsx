import type { Announcement, Delivery } from '@keydesk/contract'
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { type Column, timeOf } from '../../kit/table/column.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatDateTime } from '../../kit/text/format.ts'
import { LongText } from '../../kit/text/long-text.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { announcementColumns as shapes } from '../../routes/announcements.ts'
import { usePostOutlook } from '../discord/data.ts'
import { useHistoryAction, useUndoDeletion } from '../history/parts.tsx'
import { isPosted, useRemoveAnnouncement, useRetryPost } from './data.ts'

type Edit = (announcement: Announcement) => void

/**
 * @param onEdit undefined for a role that may not change announcements
 * @param hasPosts whether the host sends the state of posts
 */
export const announcementColumns = (onEdit: Edit | undefined, hasPosts: boolean): Column<Announcement>[] => [
  ...facts,
  ...(hasPosts ? [post] : []),
  ...(onEdit === undefined ? [] : [actions(onEdit)]),
]

const facts: readonly Column<Announcement>[] = [
  {
    ...shapes.title,
    cell: ({ title }) => <span className="font-medium">{title}</span>,
    sort: ({ title }) => title,
    sortKey: 'title',
  },
  {
    ...shapes.content,
    cell: ({ content }) => <LongText>{content}</LongText>,
    sort: ({ content }) => content,
  },
  {
    ...shapes.createdAt,
    cell: ({ created_at }) => <DateText at={created_at} none="–" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
]

const post: Column<Announcement> = {
  ...shapes.post,
  cell: (announcement) => <PostStatus announcement={announcement} />,
}

const actions = (onEdit: Edit): Column<Announcement> => ({
  ...shapes.actions,
  cell: (announcement) => <AnnouncementRowActions announcement={announcement} onEdit={() => onEdit(announcement)} />,
})

interface Props {
  readonly announcement: Announcement
  readonly onEdit: () => void
}

function AnnouncementRowActions({ announcement, onEdit }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveAnnouncement()
  const retry = useRetryPost()
  const may = useMay()
  const { id, delivery } = announcement
  const history = useHistoryAction('announcement', id)
  const logId = delivery === 'failed' ? (announcement.log_id ?? null) : null
  return (
    <>
      <RowActions
        actions={[
          logId !== null && may('discord:write')
            ? { label: 'Send again', icon: <RotateCw aria-hidden />, busy: retry.isPending, onSelect: () => retry.mutate(logId) }
            : undefined,
          { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: onEdit },
          history,
          { label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, busy: remove.isPending, onSelect: () => setIsAsking(true) },
        ]}
      />
      {isAsking && (
        <DeleteAnnouncementDialog
          announcement={announcement}
          onClose={() => setIsAsking(false)}
          onDelete={({ deletePost }) => remove.mutate({ id, deletePost })}
        />
      )}
    </>
  )
}

interface DeleteAnnouncementDialogProps {
  readonly announcement: Announcement
  readonly onClose: () => void
  readonly onDelete: (choice: { readonly deletePost: boolean }) => void
}

/**
 * Asks before the deletion, and whether to delete the post too. Opens offline too: its code is in this file, and not with the dialogs, which
 * load late. The focus starts on the button that deletes nothing.
 */
function DeleteAnnouncementDialog({ announcement, onClose, onDelete }: DeleteAnnouncementDialogProps) {
  const [deletePost, setDeletePost] = useState(true)
  const canRestore = useUndoDeletion('announcement') !== undefined
  const { title, delivery, publish_at } = announcement
  const scheduled = delivery === 'scheduled' ? publish_at : null
  const text = (
    <>
      <span className="block text-text">Are you sure you want to delete this notification?</span>
      <span className="mt-2 block">
        “{title}” {canRestore ? 'can be restored from Activity for 30 days.' : 'will be deleted.'}
        {scheduled && ` It is scheduled for ${formatDateTime(scheduled)}, and will not be posted.`}
      </span>
    </>
  )
  const footer = (
    <>
      <Button onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          onClose()
          onDelete({ deletePost })
        }}
      >
        Delete
      </Button>
    </>
  )
  return (
    <Modal role="alertdialog" size="sm" title="Delete notification?" description={text} onClose={onClose} footer={footer}>
      {isPosted(announcement) && <CheckboxField label="Delete the post in Discord, too" checked={deletePost} onChange={setDeletePost} />}
    </Modal>
  )
}

const words: Record<Delivery, { readonly text: string; readonly tone: 'green' | 'yellow' | 'red' | 'blue' | 'neutral' }> = {
  scheduled: { text: 'Scheduled', tone: 'blue' },
  waiting: { text: 'Waiting', tone: 'yellow' },
  posted: { text: 'Posted', tone: 'green' },
  failed: { text: 'Failed', tone: 'red' },
  none: { text: 'Not posted', tone: 'neutral' },
}

/** The state of the post, with its time, the reason of a failure, or its link. */
function PostStatus({ announcement }: { readonly announcement: Announcement }) {
  const { delivery } = announcement
  if (delivery === undefined) return <span className="text-muted">–</span>
  const { text, tone } = words[delivery]
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <Detail {...announcement} />
    </>
  )
}

function Detail({ delivery, delivery_reason: reason, publish_at, posted_at, post_url }: Announcement) {
  const time = (
    <span className="ml-2 text-caption">
      <DateText at={publish_at ?? null} as="time" />
    </span>
  )
  if (delivery === 'scheduled')
    return (
      <>
        {time}
        <Outlook isLater />
      </>
    )
  if (delivery === 'posted')
    return post_url === null || post_url === undefined ? null : (
      <a
        href={post_url}
        target="_blank"
        rel="noreferrer"
        className="ml-2 text-caption underline-offset-2 hover:text-accent hover:underline"
      >
        Open in Discord
      </a>
    )
  const text = reason ?? (delivery === 'waiting' ? <Outlook /> : null)
  return (
    <>
      {delivery === 'waiting' && !posted_at && publish_at && time}
      {text !== null && <span className="ml-2 text-caption text-muted">{text}</span>}
    </>
  )
}

/** What holds up a post that is not sent yet, in the words of its dialog. */
function Outlook({ isLater = false }) {
  const outlook = usePostOutlook({ isLater })
  if (outlook?.state === 'blocked')
    return <span className={isLater ? 'block text-caption text-yellow' : 'text-yellow'}>{outlook.text}</span>
  if (isLater) return null
  return outlook?.state === 'waits' ? 'Until the bot runs' : 'Until the bot posts it'
}
