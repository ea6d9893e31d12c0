import { accountDocs } from './account/account.docs.ts'
import { activityDocs } from './shop/activity.docs.ts'
import { announcementsDocs } from './messages/announcements.docs.ts'
import { apiKeysDocs } from './team/api-keys.docs.ts'
import { authDocs } from './account/auth.docs.ts'
import { booksDocs } from './shop/books.docs.ts'
import { bulkDocs } from './products/bulk.docs.ts'
import { couponsDocs } from './orders/coupons.docs.ts'
import { customersDocs } from './orders/customers.docs.ts'
import { discordDocs } from './messages/discord.docs.ts'
import type { Component, Docs } from './describe.ts'
import { errorComponents } from './errors.docs.ts'
import { gamesDocs } from './products/games.docs.ts'
import { joiningDocs } from './team/joining.docs.ts'
import { keysDocs } from './variants/keys.docs.ts'
import { listComponents } from './lists.docs.ts'
import { mailsDocs } from './messages/mails.docs.ts'
import { mediaDocs } from './products/media.docs.ts'
import { ordersDocs } from './orders/orders.docs.ts'
import { passwordResetDocs } from './account/password-reset.docs.ts'
import { pricesDocs } from './variants/prices.docs.ts'
import { productsDocs } from './products/products.docs.ts'
import { referralsDocs } from './orders/referrals.docs.ts'
import { restoreHoldsDocs } from './shop/restore-holds.docs.ts'
import { searchDocs } from './shop/search.docs.ts'
import { sessionsDocs } from './account/sessions.docs.ts'
import { shopDocs } from './shop/shop.docs.ts'
import { signInProvidersDocs } from './account/sign-in-providers.docs.ts'
import { setupDocs } from './shop/setup.docs.ts'
import { shopImportsDocs } from './shop/shop-imports.docs.ts'
import { statisticsDocs } from './shop/statistics.docs.ts'
import { stockDocs } from './variants/stock.docs.ts'
import { storeDocs } from './orders/store.docs.ts'
import { teamDocs } from './team/team.docs.ts'
import { variantsDocs } from './variants/variants.docs.ts'
import { webhooksDocs } from './messages/webhooks.docs.ts'

export { sharedParameters, type Component, type Docs } from './describe.ts'
export { refusalTexts } from './errors.docs.ts'

/** Every noun with its calls, as the OpenAPI document describes them. */
export const nouns: Readonly<Record<string, Docs>> = {
  account: accountDocs,
  activity: activityDocs,
  announcements: announcementsDocs,
  apiKeys: apiKeysDocs,
  auth: authDocs,
  books: booksDocs,
  bulk: bulkDocs,
  coupons: couponsDocs,
  customers: customersDocs,
  discord: discordDocs,
  games: gamesDocs,
  joining: joiningDocs,
  keys: keysDocs,
  mails: mailsDocs,
  media: mediaDocs,
  orders: ordersDocs,
  passwordReset: passwordResetDocs,
  prices: pricesDocs,
  products: productsDocs,
  referrals: referralsDocs,
  restoreHolds: restoreHoldsDocs,
  sessions: sessionsDocs,
  shop: shopDocs,
  search: searchDocs,
  signInProviders: signInProvidersDocs,
  setup: setupDocs,
  shopImports: shopImportsDocs,
  statistics: statisticsDocs,
  stock: stockDocs,
  store: storeDocs,
  team: teamDocs,
  variants: variantsDocs,
  webhooks: webhooksDocs,
}

/** Every object that has a name in the document. */
export const components: ReadonlyMap<string, Component> = new Map(
  [errorComponents, listComponents, ...Object.values(nouns).map((noun) => noun.components)].flatMap((each) => Object.entries(each)),
)
