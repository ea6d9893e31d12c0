import { payoutFilters } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { list, oneOf, searchOf } from './search.ts'

/** `?tab=payouts&status=completed`: the tab, and the status of the payouts. */
const referralsSearch = searchOf({ ...list, tab: oneOf(['users', 'pending', 'completed', 'payouts']), status: oneOf(payoutFilters) })

export const referralsHeader = { title: 'Referrals', description: 'Who brings customers, what they earn, and which payouts are due.' }

/** The shapes of the tables. `features/referrals/` fills them. */
export const userColumns = {
  user: { title: 'User', share: 2, isCut: true, priority: 'high' },
  email: { title: 'Email', share: 3, isCut: true, priority: 'low', needs: 'customers:read' },
  code: { title: 'Referral Code', share: 1, isCut: true },
  referrals: { title: 'Referrals', width: 11.5, align: 'right', priority: 'low' },
  commission: { title: 'Commission Earned', width: 10.5, align: 'right', priority: 'high', needs: 'amounts:read' },
  enabled: { title: 'Enabled', width: 7 },
  actions: { title: 'Actions', width: 9, isActions: true, needs: 'referrals:write' },
} as const satisfies Record<string, ListedColumn>

export const referralColumns = {
  id: { title: 'ID', width: 4.5 },
  referrer: { title: 'Referrer', share: 2, isCut: true, priority: 'high' },
  referred: { title: 'Referred User', share: 3, isCut: true, priority: 'low' },
  order: { title: 'Order ID', width: 6, priority: 'low' },
  amount: { title: 'Order Amount', width: 8, align: 'right', priority: 'low', needs: 'amounts:read' },
  commission: { title: 'Commission', width: 7.5, align: 'right', priority: 'high', needs: 'amounts:read' },
  status: { title: 'Status', width: 7.5 },
  createdAt: { title: 'Created At', width: 7 },
} as const satisfies Record<string, ListedColumn>

export const payoutColumns = {
  id: { title: 'ID', width: 5 },
  user: { title: 'User', share: 2, isCut: true, priority: 'high' },
  amount: { title: 'Amount', width: 5.5, align: 'right', priority: 'high' },
  walletType: { title: 'Wallet Type', share: 1, isCut: true, priority: 'low' },
  walletAddress: { title: 'Wallet Address', share: 3, priority: 'low' },
  status: { title: 'Status', share: 1, width: 7.5 },
  createdDate: { title: 'Created Date', width: 7.5 },
  actions: { title: 'Actions', width: 9.5, isActions: true, needs: 'payouts:write' },
} as const satisfies Record<string, ListedColumn>

export const referralTabs = [
  { value: 'users', title: 'Users', columns: userColumns },
  { value: 'pending', title: 'Pending Referrals', short: 'Pending', columns: referralColumns },
  { value: 'completed', title: 'Completed Referrals', short: 'Completed', columns: referralColumns },
  { value: 'payouts', title: 'Pending Payouts', short: 'Payouts', columns: payoutColumns, hasFilters: true, needs: 'payouts:read' },
] as const

const screen: ScreenInfo = { title: 'Referrals', icon: Gift, letter: 'r', permission: 'referrals:read' }
const code = () => orCodeError(import('../features/referrals/index.ts'))

export const referralsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/referrals',
  staticData: { screen },
  validateSearch: referralsSearch,
  // No `loaderDeps`: with it a pressed tab would open only when the server has answered.
  loader: async ({ context, location }) => {
    if (!context.may(screen.permission)) return
    const { payoutsQuery, pendingPayoutsQuery, referralsQuery, referralUsersQuery } = await code()
    const { queries, client, isOwnHost, may } = context
    const { tab, status = 'pending' } = referralsSearch(location.search)
    const seesPayouts = may('payouts:read')
    const inTab = () => {
      if (tab === 'pending' || tab === 'completed') return queries.ensureInfiniteQueryData(referralsQuery(client.list, tab))
      if (tab !== 'payouts' || !seesPayouts) return queries.ensureInfiniteQueryData(referralUsersQuery(client.list))
      return queries.ensureInfiniteQueryData(payoutsQuery(client.list, isOwnHost() ? status : 'pending'))
    }
    const ofTab = inTab()
    // Their number is on the tab.
    const waiting = seesPayouts ? [queries.ensureInfiniteQueryData(pendingPayoutsQuery(client.list))] : []
    await waitForQueries([ofTab, ...waiting])
  },
  pendingComponent: loadingScreen(({ pendingTabs }) => pendingTabs({ ...referralsHeader, tabs: referralTabs })),
  component: lazyRouteComponent(code, 'ReferralsPage'),
})
