import { chartDays, namedPeriods } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { panels, pendingScreen } from './pending.tsx'
import { settle, type ScreenInfo } from './root.ts'
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

const screen: ScreenInfo = { title: 'Dashboard', icon: LayoutDashboard, permission: 'dashboard:read' }
const code = () => orCodeError(import('../features/dashboard/index.ts'))

export const dashboardRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  staticData: { screen },
  validateSearch: dashboardSearch,
  loaderDeps: ({ search: { days, period, from, to } }) => ({ days, period, from, to }),
  loader: async ({ context, deps }) => {
    if (!context.may(screen.permission)) return
    const { dailySalesQuery, isSetupPutAway, periodOf, periodSalesQuery, runwayQuery, setupQuery, statisticsQuery } = await code()
    const { queries, client, isOwnHost, may } = context
    const chosen = periodOf(deps)
    const ownHost = isOwnHost()
      ? [
          queries.ensureQueryData(runwayQuery(client.api)),
          queries.ensureQueryData(dailySalesQuery(client.api, chosen)),
          queries.ensureQueryData(periodSalesQuery(client.api, chosen)),
          ...(may('team:manage') && !isSetupPutAway() ? [queries.ensureQueryData(setupQuery(client.api))] : []),
        ]
      : []
    await settle([queries.ensureQueryData(statisticsQuery(client.api)), ...ownHost])
  },
  pendingComponent: pendingScreen(dashboardHeader, panels),
  component: lazyRouteComponent(code, 'DashboardPage'),
})
