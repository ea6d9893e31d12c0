import { orderStates } from '@keydesk/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { day, oneOf, searchOf, text, whole } from './search.ts'

/** `?q=ann&status=pending&from=2026-01-01&order=12`: the filters, and the order whose drawer is open. */
export const ordersSearch = searchOf({
  q: text,
  status: oneOf(orderStates),
  from: day,
  to: day,
  coupon: whole,
  api_key: whole,
  order: whole,
})

export const ordersHeader = { title: 'Latest Orders', description: 'What customers have bought, newest first.' }

/** The shape of the table. `features/orders/table.tsx` fills it. */
export const orderColumns = {
  id: { title: 'Order ID', width: 5, priority: 'high' },
  customer: { title: 'Customer', share: 2, isCut: true },
  status: { title: 'Status', share: 1, width: 13.5, isCut: true },
  items: { title: 'Items', share: 3, isCut: true, priority: 'low' },
  total: { title: 'Total', width: 6.5, align: 'right', priority: 'high', needs: 'amounts:read' },
  date: { title: 'Date', width: 6.5, align: 'right' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Orders', icon: ShoppingCart, letter: 'o', permission: 'orders:read' }
const code = () => orCodeError(import('../features/orders/index.ts'))

export const ordersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/purchases/orders',
  staticData: { screen },
  validateSearch: ordersSearch,
  // No `loaderDeps`: with it the loading screen would replace the search while somebody types, until the server has answered.
  loader: async ({ context, location }) => {
    if (!context.may(screen.permission)) return
    const { filtersOf, ordersQuery } = await code()
    const { queries, client, isOwnHost } = context
    await waitForQueries([
      queries.ensureInfiniteQueryData(ordersQuery(client.api, isOwnHost() ? filtersOf(ordersSearch(location.search)) : {})),
    ])
  },
  pendingComponent: loadingScreen(({ pendingList }) =>
    pendingList({ ...ordersHeader, columns: orderColumns, action: 'orders:export', hasFilters: true }),
  ),
  component: lazyRouteComponent(code, 'OrdersPage'),
})
