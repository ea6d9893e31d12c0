import { Bell, Gift, LayoutDashboard, MessageSquare, Package, ShoppingCart, TicketPercent, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { LoadScreen } from '../api/screen-load.ts'

export interface Screen {
  /** As the router writes it; `$name` is a parameter. */
  readonly path: string
  readonly title: string
  /** A screen with an icon has an entry in the sidebar; one without lies below the screen whose path it begins with. */
  readonly icon?: LucideIcon
  /** Its code: the page, and what it shows first. */
  readonly code: () => Promise<{ readonly Page: ComponentType; readonly load: LoadScreen }>
}

/** Every screen behind the sign-in, once, in the order of the sidebar. The router, the sidebar and the breadcrumb read it. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Dashboard', icon: LayoutDashboard, code: () => import('../features/dashboard/dashboard-screen.ts') },
  { path: '/products', title: 'Products', icon: Package, code: () => import('../features/products/products-screen.ts') },
  { path: '/products/$id', title: 'Product Details', code: () => import('../features/products/product-screen.ts') },
  { path: '/purchases/orders', title: 'Orders', icon: ShoppingCart, code: () => import('../features/orders/orders-screen.ts') },
  { path: '/notifications', title: 'Notifications', icon: Bell, code: () => import('../features/notifications/notifications-screen.ts') },
  { path: '/coupons', title: 'Coupons', icon: TicketPercent, code: () => import('../features/coupons/coupons-screen.ts') },
  { path: '/referrals', title: 'Referrals', icon: Gift, code: () => import('../features/referrals/referrals-screen.ts') },
  { path: '/discord', title: 'Discord', icon: MessageSquare, code: () => import('../features/discord/discord-screen.ts') },
]

/** The root is active only on itself, every other entry also on what lies below it. */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
