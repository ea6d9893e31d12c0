import type { Announcement } from '@keydesk/contract'
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../kit/icon-button.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { HistoryButton } from '../history/history-parts-data.tsx'
import { DeleteAnnouncementDialog } from './delete-announcement-dialog.tsx'
import { useRemoveAnnouncement, useRetryPost } from './announcements-data.ts'

interface Props {
  readonly announcement: Announcement
  readonly onEdit: () => void
}

export function AnnouncementRowActions({ announcement, onEdit }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveAnnouncement()
  const retry = useRetryPost()
  const may = useMay()
  const { id, delivery } = announcement
  const logId = delivery === 'failed' ? (announcement.log_id ?? null) : null
  return (
    <>
      {logId !== null && may('discord:write') && (
        <IconButton label="Send again" icon={<RotateCw aria-hidden />} busy={retry.isPending} onClick={() => retry.mutate(logId)} />
      )}
      <IconButton label="Edit" icon={<Pencil aria-hidden />} onClick={onEdit} />
      <HistoryButton kind="announcement" id={id} />
      <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden />} busy={remove.isPending} onClick={() => setIsAsking(true)} />
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
