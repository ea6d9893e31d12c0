import { couponStates } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { addRequest, list, oneOf, searchOf, whole } from './search.ts'

/** `?q=summer&status=active&usage=12`: the search and the filter, and the coupon whose usage is open. */
const couponsSearch = searchOf({ ...list, add: addRequest, usage: whole, status: oneOf(couponStates) })

export const couponsHeader = { title: 'Coupons', description: 'Discount codes, and how often they may be used.' }

/** The shape of the table. `features/coupons/table.tsx` fills it. */
export const couponColumns = {
  code: { title: 'Code', share: 3, isCut: true, priority: 'high' },
  discount: { title: 'Discount', width: 6, align: 'right', priority: 'high' },
  validUntil: { title: 'Valid Until', share: 2, width: 10.5, isCut: true },
  uses: { title: 'Uses', width: 8, align: 'right', priority: 'low' },
  status: { title: 'Status', width: 6.5 },
  products: { title: 'Applicable Products', share: 3, width: 10, isCut: true, priority: 'low' },
  actions: { title: 'Actions', width: 11.5, isActions: true, needs: 'coupons:write' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Coupons', icon: TicketPercent, letter: 'c', permission: 'coupons:read' }
const code = () => orCodeError(import('../features/coupons/index.ts'))

export const couponsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/coupons',
  staticData: { screen },
  validateSearch: couponsSearch,
  // No `loaderDeps`: with it the list that was filtered before would stay until the server has answered.
  loader: async ({ context, location }) => {
    if (!context.may(screen.permission)) return
    const { couponsQuery, productsQuery } = await code()
    const { queries, client, isOwnHost, may } = context
    const { status } = couponsSearch(location.search)
    const products = may('products:read') ? [queries.ensureQueryData(productsQuery(client.api))] : []
    await waitForQueries([queries.ensureInfiniteQueryData(couponsQuery(client.list, {}, isOwnHost() ? status : undefined)), ...products])
  },
  pendingComponent: loadingScreen(({ pendingList }) =>
    pendingList({
      ...couponsHeader,
      heading: 'All Coupons',
      columns: couponColumns,
      action: 'coupons:write',
      hasFilters: true,
    }),
  ),
  component: lazyRouteComponent(code, 'CouponsPage'),
})
