import type { Permission } from '@keydesk/contract'
import { Bell, Gift, LayoutDashboard, MessageSquare, Package, ShoppingCart, TicketPercent, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { LoadScreen } from '../api/screen-load.ts'

export interface Screen {
  /** As the router writes it; `$name` is a parameter. */
  readonly path: string
  readonly title: string
  /** What the signed-in person's role must allow. */
  readonly permission: Permission
  /** A screen with an icon has an entry in the sidebar; one without lies below the screen whose path it begins with. */
  readonly icon?: LucideIcon
  /** Its code: the page, and what it shows first. */
  readonly code: () => Promise<{ readonly Page: ComponentType; readonly load: LoadScreen }>
}

/** Every screen behind the sign-in, once, in the order of the sidebar. The router, the sidebar and the breadcrumb read it. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    permission: 'dashboard:read',
    icon: LayoutDashboard,
    code: () => import('../features/dashboard/dashboard-screen.ts'),
  },
  {
    path: '/products',
    title: 'Products',
    permission: 'products:read',
    icon: Package,
    code: () => import('../features/products/products-screen.ts'),
  },
  {
    path: '/products/$id',
    title: 'Product Details',
    permission: 'products:read',
    code: () => import('../features/products/product-screen.ts'),
  },
  {
    path: '/purchases/orders',
    title: 'Orders',
    permission: 'orders:read',
    icon: ShoppingCart,
    code: () => import('../features/orders/orders-screen.ts'),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    permission: 'announcements:read',
    icon: Bell,
    code: () => import('../features/announcements/announcements-screen.ts'),
  },
  {
    path: '/coupons',
    title: 'Coupons',
    permission: 'coupons:read',
    icon: TicketPercent,
    code: () => import('../features/coupons/coupons-screen.ts'),
  },
  {
    path: '/referrals',
    title: 'Referrals',
    permission: 'referrals:read',
    icon: Gift,
    code: () => import('../features/referrals/referrals-screen.ts'),
  },
  {
    path: '/discord',
    title: 'Discord',
    permission: 'discord:read',
    icon: MessageSquare,
    code: () => import('../features/discord/discord-screen.ts'),
  },
]

/** The first screen that a role may use. */
export const homeOf = (may: (permission: Permission) => boolean): string => screens.find(({ permission }) => may(permission))?.path ?? '/'

/** The root is active only on itself, every other entry also on what lies below it. */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
