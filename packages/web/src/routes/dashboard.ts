import { chartDays, namedPeriods } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { day, oneOf, searchOf } from './search.ts'

/** The time span of a point of the chart. */
export const steps = ['day', 'week', 'month'] as const

/** `?days=90`, `?period=last_month`, or `?from=2026-01-01&to=2026-01-31`: the period of the chart, and its steps. `?books=1` opens the books. */
export const dashboardSearch = searchOf({
  days: oneOf(chartDays),
  period: oneOf(namedPeriods),
  from: day,
  to: day,
  step: oneOf(steps),
  books: oneOf(['1']),
})

export const dashboardHeader = { title: 'Dashboard', description: 'What each product has sold and earned.' }

/** The shape of the table. `features/dashboard/statistics-table.tsx` fills it. */
export const statisticsColumns = {
  product: { title: 'Product', share: 3, width: 5.5, priority: 'high', isCut: true },
  quantity: { title: 'Quantity', align: 'right', share: 1, isOwnHostOnly: true },
  revenue: { title: 'Revenue', align: 'right', share: 1, width: 5, isOwnHostOnly: true },
  cost: { title: 'Cost', align: 'right', width: 5.5, priority: 'low', isOwnHostOnly: true, needs: 'payouts:read' },
  profit: { title: 'Profit', align: 'right', width: 5.5, isOwnHostOnly: true, needs: 'payouts:read' },
  trend: { title: 'Trend', align: 'right', width: 8, isOwnHostOnly: true },
  totalQuantity: { title: 'Total Quantity', align: 'right', share: 1, priority: 'low' },
  totalRevenue: { title: 'Total Revenue', align: 'right', share: 1, priority: 'high' },
  variantsSold: { title: 'Variants Sold', align: 'right', share: 1, priority: 'low' },
  lastPurchase: { title: 'Last Purchase', align: 'right', share: 1, priority: 'low' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Dashboard', icon: LayoutDashboard, letter: 'd', permission: 'dashboard:read' }
const code = () => orCodeError(import('../features/dashboard/index.ts'))

export const dashboardRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  staticData: { screen },
  validateSearch: dashboardSearch,
  // No `loaderDeps`: with it a period that is chosen on a slow connection would replace the whole screen until the server has answered.
  loader: async ({ context, location }) => {
    if (!context.may(screen.permission)) return
    const { fetchDashboard } = await code()
    await waitForQueries(fetchDashboard(context, dashboardSearch(location.search)))
  },
  pendingComponent: loadingScreen(({ PendingDashboard }) => PendingDashboard),
  component: lazyRouteComponent(code, 'DashboardPage'),
})
