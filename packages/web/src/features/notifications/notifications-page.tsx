import type { Announcement } from '@keydesk/contract'
import { Bell, Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { DraftOffers } from '../../kit/draft-offers.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { countOf } from '../../kit/format.ts'
import { LoadedList } from '../../kit/loaded-list.tsx'
import { LocalTable } from '../../kit/local-table.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { Toolbar } from '../../kit/toolbar.tsx'
import { useDialog } from '../../kit/use-dialog.ts'
import { useLocalList } from '../../kit/use-local-list.ts'
import { notificationColumns } from './notification-columns.tsx'
import { AddNotificationDialog, EditNotificationDialog } from './notification-dialogs.tsx'
import { notificationsQuery } from './notifications-data.ts'

const none = 'No notifications found'

export function NotificationsPage() {
  const query = useQuery(notificationsQuery(useApi()))
  const dialog = useDialog<Announcement>()
  const notifications = query.data
  const write = (
    <Button icon={<Plus aria-hidden />} onClick={dialog.add}>
      Write your first notification
    </Button>
  )

  return (
    <Page wide>
      <PageHeader
        title="Notifications Management"
        description="Announcements for your customers."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={dialog.add}>
            Add Notification
          </Button>
        }
      />
      {dialog.state.is === 'closed' && (
        <DraftOffers
          kind="notification"
          nameOf={(id) => notifications?.find((notification) => notification.id === id)?.title ?? null}
          onRestore={(id) => dialog.restore(notifications?.find((notification) => notification.id === id))}
        />
      )}
      <LoadedList
        query={query}
        failure="Failed to fetch notifications"
        none={none}
        empty={<EmptyState icon={<Bell />} title={none} hint="Tell your customers what is new." action={write} />}
        skeleton={<SkeletonTable rows={6} columns={4} />}
      >
        {(notifications, empty) => <NotificationTable notifications={notifications} empty={empty} onEdit={dialog.edit} />}
      </LoadedList>
      {dialog.state.is === 'adding' && <AddNotificationDialog isDraft={dialog.state.isDraft} onClose={dialog.close} />}
      {dialog.state.is === 'editing' && (
        <EditNotificationDialog notification={dialog.state.row} isDraft={dialog.state.isDraft} onClose={dialog.close} />
      )}
    </Page>
  )
}

interface TableProps {
  readonly notifications: readonly Announcement[]
  readonly empty: ReactNode
  readonly onEdit: (notification: Announcement) => void
}

function NotificationTable({ notifications, empty, onEdit }: TableProps) {
  const columns = notificationColumns(onEdit)
  const list = useLocalList({ rows: notifications, columns, textOf, sort: newestFirst })
  return (
    <>
      <Toolbar count={countOf(list.found.length, notifications.length, 'notification')}>
        <SearchInput label="Search notifications" placeholder="Search by title or content" value={list.q} onChange={list.setQ} />
      </Toolbar>
      <LocalTable label="Notifications" list={list} columns={columns} rowKey={({ id }) => id} what="notifications" empty={empty} />
    </>
  )
}

const newestFirst = { column: 'Created At', direction: 'descending' } as const

const textOf = ({ title, content }: Announcement): string => `${title} ${content}`
