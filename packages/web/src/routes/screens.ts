import type { Permission } from '@keydesk/contract'
import { announcementsRoute } from './announcements.ts'
import { couponsRoute } from './coupons.ts'
import { dashboardRoute } from './dashboard.ts'
import { discordRoute } from './discord.ts'
import { ordersRoute } from './orders.ts'
import { productRoute } from './product.ts'
import { productsRoute } from './products.ts'
import { referralsRoute } from './referrals.ts'
import type { ScreenInfo } from './root.ts'

/** Every screen behind the sign-in, in the order of the sidebar. */
export const screenRoutes = [
  dashboardRoute,
  productsRoute,
  productRoute,
  ordersRoute,
  announcementsRoute,
  couponsRoute,
  referralsRoute,
  discordRoute,
] as const

export interface Screen extends ScreenInfo {
  readonly path: (typeof screenRoutes)[number]['to']
}

export const screens: readonly Screen[] = screenRoutes.map(({ options }) => ({
  ...options.staticData!.screen!,
  // `fullPath` of a route is set only when the router is created.
  path: (options as unknown as { readonly path: Screen['path'] }).path,
}))

/** The first screen that a role may use. */
export const homeOf = (may: (permission: Permission) => boolean): Screen['path'] =>
  screens.find(({ permission }) => may(permission))?.path ?? '/'

/** The root is active only on its own path, other entries also on paths below. */
export const isActive = (path: string, pathname: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path))
