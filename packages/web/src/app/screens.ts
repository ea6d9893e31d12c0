import { lazyRouteComponent } from '@tanstack/react-router'
import { Bell, Gift, LayoutDashboard, MessageSquare, Package, ShoppingCart, TicketPercent, type LucideIcon } from 'lucide-react'

export interface Screen {
  /** As the router writes it; `$name` is a parameter. */
  readonly path: string
  readonly title: string
  /** With an icon a screen has an entry in the sidebar; without, it lies below the one whose path it begins with. */
  readonly icon?: LucideIcon
  readonly page: ReturnType<typeof lazyRouteComponent>
}

/** Every screen behind the sign-in, once, in the order of the sidebar. The router, the sidebar and the breadcrumb read it. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    icon: LayoutDashboard,
    page: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: '/products',
    title: 'Products',
    icon: Package,
    page: lazyRouteComponent(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
  },
  {
    path: '/products/$id',
    title: 'Product Details',
    page: lazyRouteComponent(() => import('../features/products/product-page.tsx'), 'ProductPage'),
  },
  {
    path: '/purchases/orders',
    title: 'Orders',
    icon: ShoppingCart,
    page: lazyRouteComponent(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    icon: Bell,
    page: lazyRouteComponent(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    path: '/coupons',
    title: 'Coupons',
    icon: TicketPercent,
    page: lazyRouteComponent(() => import('../features/coupons/coupons-page.tsx'), 'CouponsPage'),
  },
  {
    path: '/referrals',
    title: 'Referrals',
    icon: Gift,
    page: lazyRouteComponent(() => import('../features/referrals/referrals-page.tsx'), 'ReferralsPage'),
  },
  {
    path: '/discord',
    title: 'Discord',
    icon: MessageSquare,
    page: lazyRouteComponent(() => import('../features/discord/discord-page.tsx'), 'DiscordPage'),
  },
]

/** The root is active only on itself, every other entry also on what lies below it (spec section 2). */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
