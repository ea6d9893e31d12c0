import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { addRequest, list, searchOf } from './search.ts'

/** The search and the sort of the list. */
const announcementsSearch = searchOf({ ...list, add: addRequest })

export const announcementsHeader = { title: 'Notifications Management', description: 'Announcements for your customers.' }

/** The shape of the table. `features/announcements/table.tsx` fills it. */
export const announcementColumns = {
  title: { title: 'Title', share: 3, isCut: true, priority: 'high' },
  content: { title: 'Content', share: 3, isCut: true, priority: 'low' },
  createdAt: { title: 'Created At', width: 7, priority: 'high' },
  // As wide as 'Scheduled' with its time.
  post: { title: 'Discord', share: 1, width: 17, isCut: true, isOwnHostOnly: true },
  actions: { title: 'Actions', width: 9, isActions: true, needs: 'announcements:write' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Notifications', icon: Bell, letter: 'n', permission: 'announcements:read' }
const code = () => orCodeError(import('../features/announcements/index.ts'))

export const announcementsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/notifications',
  staticData: { screen },
  validateSearch: announcementsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { announcementsQuery } = await code()
    await waitForQueries([context.queries.ensureInfiniteQueryData(announcementsQuery(context.client.list))])
  },
  pendingComponent: loadingScreen(({ pendingList }) =>
    pendingList({ ...announcementsHeader, columns: announcementColumns, action: 'announcements:write' }),
  ),
  component: lazyRouteComponent(code, 'AnnouncementsPage'),
})
