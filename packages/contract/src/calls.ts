import { account } from './account.ts'
import { activity } from './activity.ts'
import { announcements } from './announcements.ts'
import { auth } from './auth.ts'
import { bulk } from './bulk.ts'
import { coupons } from './coupons.ts'
import { discord } from './discord.ts'
import type { Endpoint } from './endpoint.ts'
import { games } from './games.ts'
import { keys } from './keys.ts'
import { media } from './media.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { referrals } from './referrals.ts'
import { statistics } from './statistics.ts'
import { stock } from './stock.ts'
import { store } from './store.ts'
import { variants } from './variants.ts'

/** Every call there is, by noun: what the API documentation and the tests over all calls are made from. */
export const calls: Record<string, Record<string, Endpoint>> = {
  account,
  activity,
  announcements,
  auth,
  bulk,
  coupons,
  discord,
  games,
  keys,
  media,
  orders,
  products,
  referrals,
  statistics,
  stock,
  store,
  variants,
}
