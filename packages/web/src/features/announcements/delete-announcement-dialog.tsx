import type { Announcement } from '@keydesk/contract'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { CheckboxField } from '../../kit/checkbox.tsx'
import { Modal } from '../../kit/dialog.tsx'
import { formatDateTime } from '../../kit/format.ts'
import { useUndoDeletion } from '../history/history-parts-data.tsx'
import { isPosted } from './announcement-form.ts'

interface Props {
  readonly announcement: Announcement
  readonly onClose: () => void
  readonly onDelete: (choice: { readonly deletePost: boolean }) => void
}

/** Asks, and whether the post goes too; offline, too. The focus starts on the answer that loses nothing. */
export function DeleteAnnouncementDialog({ announcement, onClose, onDelete }: Props) {
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
