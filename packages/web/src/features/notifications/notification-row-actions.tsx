import type { Announcement } from '@keydesk/contract'
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../kit/icon-button.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { HistoryButton } from '../history/history-parts-data.tsx'
import { DeleteNotificationDialog } from './delete-notification-dialog.tsx'
import { useRemoveNotification, useRetryPost } from './notifications-data.ts'

interface Props {
  readonly notification: Announcement
  readonly onEdit: () => void
}

export function NotificationRowActions({ notification, onEdit }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveNotification()
  const retry = useRetryPost()
  const may = useMay()
  const { id, delivery } = notification
  const logId = delivery === 'failed' ? (notification.log_id ?? null) : null
  return (
    <>
      {logId !== null && may('discord:write') && (
        <IconButton label="Send again" icon={<RotateCw aria-hidden />} busy={retry.isPending} onClick={() => retry.mutate(logId)} />
      )}
      <IconButton label="Edit" icon={<Pencil aria-hidden />} onClick={onEdit} />
      <HistoryButton kind="announcement" id={id} />
      <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden />} busy={remove.isPending} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <DeleteNotificationDialog
          notification={notification}
          onClose={() => setIsAsking(false)}
          onDelete={({ deletePost }) => remove.mutate({ id, deletePost })}
        />
      )}
    </>
  )
}
