import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { rows, pendingScreen } from './pending.tsx'
import { settle, type ScreenInfo } from './root.ts'
import { addRequest, list, searchOf, whole } from './search.ts'

/** `?q=summer&usage=12`: the search, and the coupon whose usage is open. */
const couponsSearch = searchOf({ ...list, add: addRequest, usage: whole })

export const couponsHeader = { title: 'Coupons', description: 'Discount codes, and how often they may be used.' }

const screen: ScreenInfo = { title: 'Coupons', icon: TicketPercent, permission: 'coupons:read' }
const code = () => orCodeError(import('../features/coupons/index.ts'))

export const couponsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/coupons',
  staticData: { screen },
  validateSearch: couponsSearch,
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { couponsQuery, productsQuery } = await code()
    const { queries, client, may } = context
    const products = may('products:read') ? [queries.ensureQueryData(productsQuery(client.api))] : []
    await settle([queries.ensureInfiniteQueryData(couponsQuery(client.list)), ...products])
  },
  pendingComponent: pendingScreen(couponsHeader, rows),
  component: lazyRouteComponent(code, 'CouponsPage'),
})
