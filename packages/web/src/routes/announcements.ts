import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { rows, pendingScreen } from './pending.tsx'
import { settle, type ScreenInfo } from './root.ts'
import { addRequest, list, searchOf } from './search.ts'

/** The search and the sort of the list. */
const announcementsSearch = searchOf({ ...list, add: addRequest })

export const announcementsHeader = { title: 'Notifications Management', description: 'Announcements for your customers.' }

const screen: ScreenInfo = { title: 'Notifications', icon: Bell, permission: 'announcements:read' }
const code = () => orCodeError(import('../features/announcements/index.ts'))

export const announcementsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/notifications',
  staticData: { screen },
  validateSearch: announcementsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { announcementsQuery } = await code()
    await settle([context.queries.ensureInfiniteQueryData(announcementsQuery(context.client.list))])
  },
  pendingComponent: pendingScreen(announcementsHeader, rows),
  component: lazyRouteComponent(code, 'AnnouncementsPage'),
})
