import type { Announcement } from '@keydesk/contract'
import type { Column } from '../../kit/column.ts'
import { DateText } from '../../kit/date-text.tsx'
import { timeOf } from '../../kit/sort-rows.ts'
import { NotificationRowActions } from './notification-row-actions.tsx'

export const notificationColumns = (onEdit: (notification: Announcement) => void): Column<Announcement>[] => [
  {
    title: 'Title',
    cell: ({ title }) => <span className="my-1 line-clamp-2 max-w-80 min-w-36 font-medium">{title}</span>,
    sort: ({ title }) => title,
    sortKey: 'title',
  },
  {
    title: 'Content',
    cell: ({ content }) => (
      <span title={content} className="my-1 line-clamp-2 max-w-160 min-w-56">
        {content}
      </span>
    ),
    sort: ({ content }) => content,
  },
  {
    title: 'Created At',
    cell: ({ created_at }) => <DateText at={created_at} none="–" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
  {
    title: 'Actions',
    cell: (notification) => <NotificationRowActions notification={notification} onEdit={() => onEdit(notification)} />,
    className: 'w-0 text-right',
  },
]
