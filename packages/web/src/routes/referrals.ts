import { payoutFilters } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { rows, pendingScreen } from './pending.tsx'
import { settle, type ScreenInfo } from './root.ts'
import { list, oneOf, searchOf } from './search.ts'

/** `?tab=payouts&status=completed`: the tab, and the status of the payouts. */
const referralsSearch = searchOf({ ...list, tab: oneOf(['users', 'pending', 'completed', 'payouts']), status: oneOf(payoutFilters) })

export const referralsHeader = { title: 'Referrals', description: 'Who brings customers, what they earn, and which payouts are due.' }

const screen: ScreenInfo = { title: 'Referrals', icon: Gift, permission: 'referrals:read' }
const code = () => orCodeError(import('../features/referrals/index.ts'))

export const referralsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/referrals',
  staticData: { screen },
  validateSearch: referralsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { pendingPayoutsQuery, referralUsersQuery } = await code()
    const { queries, client, may } = context
    const payouts = may('payouts:read') ? [queries.ensureInfiniteQueryData(pendingPayoutsQuery(client.list))] : []
    await settle([queries.ensureInfiniteQueryData(referralUsersQuery(client.list)), ...payouts])
  },
  pendingComponent: pendingScreen(referralsHeader, rows),
  component: lazyRouteComponent(code, 'ReferralsPage'),
})
