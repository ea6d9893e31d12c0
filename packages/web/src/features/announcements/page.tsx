import type { Announcement } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell, Plus } from 'lucide-react'
import { useApi, useListApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { DraftOffers } from '../../kit/form/draft-offer.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { useAddAsked, useDialog } from '../../kit/overlay/use-dialog.ts'
import { SearchedList } from '../../kit/table/searched-list.tsx'
import { announcementsHeader } from '../../routes/announcements.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { announcementsQuery, findAnnouncement } from './data.ts'
import { announcementColumns } from './table.tsx'

const AddAnnouncementDialog = lazyDialog('Add Notification', async () => (await import('./dialogs.tsx')).AddAnnouncementDialog)
const EditAnnouncementDialog = lazyDialog('Edit Notification', async () => (await import('./dialogs.tsx')).EditAnnouncementDialog)

const none = 'No notifications found'

export function AnnouncementsPage() {
  const api = useApi()
  const list = useListApi()
  const dialog = useDialog<Announcement>()
  const { isOwnHost, may } = useAuth()
  const canWrite = may('announcements:write')
  useAddAsked(canWrite ? dialog.add : undefined)
  const announcements = useInfiniteQuery(announcementsQuery(list)).data?.rows
  /** As refetched: a scheduled post may go out while its dialog is open. */
  const current = (opened: Announcement) => announcements?.find(({ id }) => id === opened.id) ?? opened
  const write = (
    <Button icon={<Plus aria-hidden />} onClick={dialog.add}>
      Write your first notification
    </Button>
  )

  return (
    <Page>
      <PageHeader
        {...announcementsHeader}
        actions={
          canWrite && (
            <Button
              variant="primary"
              isCompact
              icon={<Plus aria-hidden />}
              onPointerEnter={AddAnnouncementDialog.preload}
              onClick={dialog.add}
            >
              Add Notification
            </Button>
          )
        }
      />
      {canWrite && dialog.state.is === 'closed' && (
        <DraftOffers
          kind="announcement"
          noun="notification"
          rows={announcements}
          find={(id) => findAnnouncement(api, id)}
          nameOf={({ title }) => title}
          onRestore={dialog.restore}
        />
      )}
      <SearchedList
        query={(request) => announcementsQuery(list, request)}
        label="Notifications"
        noun="notification"
        placeholder="Search by title or content"
        columns={announcementColumns(canWrite ? dialog.edit : undefined, isOwnHost)}
        textOf={textOf}
        sort={newestFirst}
        failure="Failed to fetch notifications"
        none={none}
        empty={<EmptyState icon={<Bell />} title={none} hint="Tell your customers what is new." action={canWrite && write} />}
      />
      {dialog.state.is === 'adding' && <AddAnnouncementDialog hasPosts={isOwnHost} isDraft={dialog.state.isDraft} onClose={dialog.close} />}
      {dialog.state.is === 'editing' && (
        <EditAnnouncementDialog announcement={current(dialog.state.row)} isDraft={dialog.state.isDraft} onClose={dialog.close} />
      )}
    </Page>
  )
}

const newestFirst = { column: 'Created At', direction: 'descending' } as const

const textOf = ({ title, content }: Announcement): string => `${title} ${content}`
