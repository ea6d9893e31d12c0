import type { Announcement } from '@keydesk/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useConfirm } from '../../kit/confirm.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { HistoryButton } from '../history/history-parts-data.tsx'
import { useRemoveNotification } from './notifications-data.ts'

interface Props {
  readonly notification: Announcement
  readonly onEdit: () => void
}

export function NotificationRowActions({ notification, onEdit }: Props) {
  const confirm = useConfirm()
  const remove = useRemoveNotification()
  const ask = async () => {
    const text = (
      <>
        <span className="block text-text">Are you sure you want to delete this notification?</span>
        <span className="mt-2 block">“{notification.title}” will be gone for good.</span>
      </>
    )
    if (await confirm({ title: 'Delete notification?', text, yes: 'Delete', danger: true })) remove.mutate(notification)
  }
  return (
    <>
      <IconButton label="Edit" icon={<Pencil aria-hidden />} onClick={onEdit} />
      <HistoryButton kind="announcement" id={notification.id} />
      <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden />} busy={remove.isPending} onClick={() => void ask()} />
    </>
  )
}
