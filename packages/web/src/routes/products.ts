import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import type { ListedColumn } from './columns.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { addRequest, searchOf, text, whole } from './search.ts'

/** `?q=aurora&stock=low&page=2`: the search, the filters, the page of the grid, and the sort of the table. */
const productsSearch = searchOf({ q: text, status: text, category: text, stock: text, page: whole, sort: text, add: addRequest })

export const productsHeader = { title: 'Products', description: 'What you sell: status, stock and prices at a glance.' }

/** The shape of the table. `features/products/table.tsx` fills it. */
export const productColumns = {
  select: { title: 'Select', width: 1, hideTitle: true, isOwnHostOnly: true, needs: 'products:write' },
  name: { title: 'Name', share: 2, priority: 'high' },
  status: { title: 'Status', width: 12.5, priority: 'low' },
  price: { title: 'Price', width: 6.5, align: 'right', priority: 'high' },
  stock: { title: 'Stock', width: 11, align: 'right' },
  sold: { title: 'Sold in 30 Days', width: 6, align: 'right', priority: 'low', isOwnHostOnly: true, needs: 'dashboard:read' },
  actions: { title: 'Actions', width: 3, hideTitle: true, isActions: true, isOwnHostOnly: true, needs: 'products:write' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Products', icon: Package, letter: 'p', permission: 'products:read' }
const code = () => orCodeError(import('../features/products/index.ts'))

export const productsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/products',
  staticData: { screen },
  validateSearch: productsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { productsQuery } = await code()
    await waitForQueries([context.queries.ensureQueryData(productsQuery(context.client.api))])
  },
  pendingComponent: loadingScreen(({ PendingProducts }) => PendingProducts),
  component: lazyRouteComponent(code, 'ProductsPage'),
})
