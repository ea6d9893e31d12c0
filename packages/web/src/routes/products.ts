import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { cards, pendingScreen } from './pending.tsx'
import { settle, type ScreenInfo } from './root.ts'
import { addRequest, searchOf, text, whole } from './search.ts'

/** `?q=aurora&stock=low&page=2`: the search, the filters, the page of the grid, and the sort of the table. */
const productsSearch = searchOf({ q: text, status: text, category: text, stock: text, page: whole, sort: text, add: addRequest })

export const productsHeader = { title: 'Products', description: 'What you sell: status, stock and prices at a glance.' }

const screen: ScreenInfo = { title: 'Products', icon: Package, permission: 'products:read' }
const code = () => orCodeError(import('../features/products/index.ts'))

export const productsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/products',
  staticData: { screen },
  validateSearch: productsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { productsQuery } = await code()
    await settle([context.queries.ensureQueryData(productsQuery(context.client.api))])
  },
  pendingComponent: pendingScreen(productsHeader, cards),
  component: lazyRouteComponent(code, 'ProductsPage'),
})
