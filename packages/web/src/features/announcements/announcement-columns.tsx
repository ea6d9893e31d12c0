import type { Announcement } from '@keydesk/contract'
import type { Column } from '../../kit/column.ts'
import { DateText } from '../../kit/date-text.tsx'
import { LongText } from '../../kit/long-text.tsx'
import { timeOf } from '../../kit/sort-rows.ts'
import { AnnouncementRowActions } from './announcement-row-actions.tsx'
import { PostStatus } from './post-status.tsx'

type Edit = (announcement: Announcement) => void

/**
 * @param onEdit undefined for a role that changes none
 * @param hasPosts whether the host says what became of the posts
 */
export const announcementColumns = (onEdit: Edit | undefined, hasPosts: boolean): Column<Announcement>[] => [
  ...facts,
  ...(hasPosts ? [post] : []),
  ...(onEdit === undefined ? [] : [actions(onEdit)]),
]

const facts: readonly Column<Announcement>[] = [
  {
    title: 'Title',
    share: 2,
    priority: 'high',
    cell: ({ title }) => <span className="font-medium">{title}</span>,
    sort: ({ title }) => title,
    sortKey: 'title',
  },
  {
    title: 'Content',
    share: 4,
    priority: 'low',
    cell: ({ content }) => <LongText>{content}</LongText>,
    sort: ({ content }) => content,
  },
  {
    title: 'Created At',
    priority: 'high',
    cell: ({ created_at }) => <DateText at={created_at} none="–" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
]

const post: Column<Announcement> = {
  title: 'Discord',
  share: 2,
  cell: (announcement) => <PostStatus announcement={announcement} />,
}

const actions = (onEdit: Edit): Column<Announcement> => ({
  title: 'Actions',
  cell: (announcement) => <AnnouncementRowActions announcement={announcement} onEdit={() => onEdit(announcement)} />,
  isActions: true,
})
