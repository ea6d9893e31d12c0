import { lazyRouteComponent } from '@tanstack/react-router'
import { Bell, Gift, LayoutDashboard, MessageSquare, Package, ShoppingCart, TicketPercent, type LucideIcon } from 'lucide-react'

export interface Screen {
  /** As the router writes it; `$name` is a parameter. */
  readonly path: string
  readonly title: string
  /** With an icon a screen has an entry in the sidebar; without, it lies below the one whose path it begins with. */
  readonly icon?: LucideIcon
  readonly page: ReturnType<typeof lazyRouteComponent>
  /** What it reads first, as addresses of the API: asked for while its code is fetched. Left out where the screen's own address narrows it down. */
  readonly reads: (place: Place) => readonly string[]
}

interface Place {
  readonly params: Readonly<Record<string, string>>
  /** Whether the address says more than its path. */
  readonly isNarrowed: boolean
}

/** Every screen behind the sign-in, once, in the order of the sidebar. The router, the sidebar and the breadcrumb read it. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    icon: LayoutDashboard,
    page: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    reads: ({ isNarrowed }) => (isNarrowed ? [] : ['/admin/purchases/stats', '/admin/purchases/daily?days=30']),
  },
  {
    path: '/products',
    title: 'Products',
    icon: Package,
    page: lazyRouteComponent(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
    reads: () => ['/admin/products'],
  },
  {
    path: '/products/$id',
    title: 'Product Details',
    page: lazyRouteComponent(() => import('../features/products/product-page.tsx'), 'ProductPage'),
    reads: ({ params }) => (/^\d+$/.test(params.id ?? '') ? [`/products/id/${params.id}`] : []),
  },
  {
    path: '/purchases/orders',
    title: 'Orders',
    icon: ShoppingCart,
    page: lazyRouteComponent(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
    reads: ({ isNarrowed }) => (isNarrowed ? [] : ['/admin/purchases/orders']),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    icon: Bell,
    page: lazyRouteComponent(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
    reads: () => ['/admin/announcements'],
  },
  {
    path: '/coupons',
    title: 'Coupons',
    icon: TicketPercent,
    page: lazyRouteComponent(() => import('../features/coupons/coupons-page.tsx'), 'CouponsPage'),
    reads: () => ['/admin/coupons?include_expired=true'],
  },
  {
    path: '/referrals',
    title: 'Referrals',
    icon: Gift,
    page: lazyRouteComponent(() => import('../features/referrals/referrals-page.tsx'), 'ReferralsPage'),
    reads: ({ isNarrowed }) => (isNarrowed ? [] : ['/admin/referrals/users-with-stats']),
  },
  {
    path: '/discord',
    title: 'Discord',
    icon: MessageSquare,
    page: lazyRouteComponent(() => import('../features/discord/discord-page.tsx'), 'DiscordPage'),
    reads: () => ['/admin/discord/bot/status', '/admin/discord/settings', '/admin/discord/logs?limit=50'],
  },
]

/** The root is active only on itself, every other entry also on what lies below it (spec section 2). */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
