import { Bell, Gift, LayoutDashboard, MessageSquare, Package, ShoppingCart, TicketPercent, type LucideIcon } from 'lucide-react'
import { lazyScreen } from './lazy-screen.ts'

interface AnyScreen {
  /** As the router writes it; `$name` is a parameter. */
  readonly path: string
  readonly title: string
  /** A screen with an icon has an entry in the sidebar; one without lies below the screen whose path it begins with. */
  readonly icon?: LucideIcon
  readonly page: ReturnType<typeof lazyScreen>
}

/** Every screen behind the sign-in, once, in the order of the sidebar. The router, the sidebar and the breadcrumb read it; `screen-data.ts` says what each loads. */
const table = [
  {
    path: '/',
    title: 'Dashboard',
    icon: LayoutDashboard,
    page: lazyScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: '/products',
    title: 'Products',
    icon: Package,
    page: lazyScreen(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
  },
  {
    path: '/products/$id',
    title: 'Product Details',
    page: lazyScreen(() => import('../features/products/product-page.tsx'), 'ProductPage'),
  },
  {
    path: '/purchases/orders',
    title: 'Orders',
    icon: ShoppingCart,
    page: lazyScreen(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    icon: Bell,
    page: lazyScreen(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    path: '/coupons',
    title: 'Coupons',
    icon: TicketPercent,
    page: lazyScreen(() => import('../features/coupons/coupons-page.tsx'), 'CouponsPage'),
  },
  {
    path: '/referrals',
    title: 'Referrals',
    icon: Gift,
    page: lazyScreen(() => import('../features/referrals/referrals-page.tsx'), 'ReferralsPage'),
  },
  {
    path: '/discord',
    title: 'Discord',
    icon: MessageSquare,
    page: lazyScreen(() => import('../features/discord/discord-page.tsx'), 'DiscordPage'),
  },
] as const satisfies readonly AnyScreen[]

export type ScreenPath = (typeof table)[number]['path']
export type Screen = AnyScreen & { readonly path: ScreenPath }
export const screens: readonly Screen[] = table

/** The root is active only on itself, every other entry also on what lies below it (spec section 2). */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
