import { account } from './account.ts'
import { activity } from './activity.ts'
import { announcements } from './announcements.ts'
import { apiKeys } from './api-keys.ts'
import { auth } from './auth.ts'
import { books, booksExport } from './books.ts'
import { bulk } from './bulk.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { discord } from './discord.ts'
import type { Endpoint } from './endpoint.ts'
import { games } from './games.ts'
import { joining } from './joining.ts'
import { keys } from './keys.ts'
import { mails } from './mails.ts'
import { media } from './media.ts'
import { orders, ordersExport } from './orders.ts'
import { passwordReset } from './password-reset.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'
import { referrals } from './referrals.ts'
import { restoreHolds } from './restore-holds.ts'
import { sessions } from './sessions.ts'
import { shop } from './shop.ts'
import { search } from './search.ts'
import { shopExport, shopImports } from './shop-imports.ts'
import { statistics } from './statistics.ts'
import { signInProviders } from './sign-in-providers.ts'
import { setup } from './setup.ts'
import { signIn } from './sign-in.ts'
import { stock } from './stock.ts'
import { store } from './store.ts'
import { team } from './team.ts'
import { variants } from './variants.ts'
import { webhooks } from './webhooks.ts'

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
