import { account } from './account/account.ts'
import { activity } from './shop/activity.ts'
import { announcements } from './messages/announcements.ts'
import { apiKeys } from './team/api-keys.ts'
import { auth } from './account/auth.ts'
import { books, booksExport } from './shop/books.ts'
import { bulk } from './products/bulk.ts'
import { coupons } from './orders/coupons.ts'
import { customers } from './orders/customers.ts'
import { discord } from './messages/discord.ts'
import type { Endpoint } from './endpoint.ts'
import { games } from './products/games.ts'
import { joining } from './team/joining.ts'
import { keys } from './variants/keys.ts'
import { mails } from './messages/mails.ts'
import { media } from './products/media.ts'
import { orders, ordersExport } from './orders/orders.ts'
import { passwordReset } from './account/password-reset.ts'
import { prices } from './variants/prices.ts'
import { products } from './products/products.ts'
import { referrals } from './orders/referrals.ts'
import { restoreHolds } from './shop/restore-holds.ts'
import { sessions } from './account/sessions.ts'
import { shop } from './shop/shop.ts'
import { search } from './shop/search.ts'
import { shopExport, shopImports } from './shop/shop-imports.ts'
import { statistics } from './shop/statistics.ts'
import { signInProviders } from './account/sign-in-providers.ts'
import { setup } from './shop/setup.ts'
import { signIn } from './account/sign-in.ts'
import { stock } from './variants/stock.ts'
import { store } from './orders/store.ts'
import { team } from './team/team.ts'
import { variants } from './variants/variants.ts'
import { webhooks } from './messages/webhooks.ts'

/** Every call by noun, for tests over all calls. */
export const calls: Record<string, Record<string, Endpoint>> = {
  account,
  activity,
  announcements,
  apiKeys,
  auth: { ...signIn, ...auth },
  books,
  bulk,
  coupons,
  customers,
  discord,
  games,
  joining,
  keys,
  mails,
  media,
  orders,
  passwordReset,
  prices,
  products,
  referrals,
  restoreHolds,
  sessions,
  shopImports,
  search,
  shop,
  signInProviders,
  setup,
  statistics,
  stock,
  store,
  team,
  variants,
  webhooks,
}

/** The calls that answer a file and no JSON, by name. */
export const downloads = {
  'orders.export': ordersExport,
  'books.export': booksExport,
  'shopImports.export': shopExport,
} as const satisfies Record<string, Endpoint>
/** A call that answers a file. */
export type FileCall = (typeof downloads)[keyof typeof downloads]
