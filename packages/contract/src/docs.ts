import { accountDocs } from './account.docs.ts'
import { activityDocs } from './activity.docs.ts'
import { announcementsDocs } from './announcements.docs.ts'
import { apiKeysDocs } from './api-keys.docs.ts'
import { authDocs } from './auth.docs.ts'
import { booksDocs } from './books.docs.ts'
import { bulkDocs } from './bulk.docs.ts'
import { couponsDocs } from './coupons.docs.ts'
import { customersDocs } from './customers.docs.ts'
import { discordDocs } from './discord.docs.ts'
import type { Component, Docs } from './describe.ts'
import { errorComponents } from './errors.docs.ts'
import { gamesDocs } from './games.docs.ts'
import { joiningDocs } from './joining.docs.ts'
import { keysDocs } from './keys.docs.ts'
import { listComponents } from './lists.docs.ts'
import { mailsDocs } from './mails.docs.ts'
import { mediaDocs } from './media.docs.ts'
import { ordersDocs } from './orders.docs.ts'
import { passwordResetDocs } from './password-reset.docs.ts'
import { pricesDocs } from './prices.docs.ts'
import { productsDocs } from './products.docs.ts'
import { referralsDocs } from './referrals.docs.ts'
import { restoreHoldsDocs } from './restore-holds.docs.ts'
import { searchDocs } from './search.docs.ts'
import { sessionsDocs } from './sessions.docs.ts'
import { shopDocs } from './shop.docs.ts'
import { signInProvidersDocs } from './sign-in-providers.docs.ts'
import { setupDocs } from './setup.docs.ts'
import { shopImportsDocs } from './shop-imports.docs.ts'
import { statisticsDocs } from './statistics.docs.ts'
import { stockDocs } from './stock.docs.ts'
import { storeDocs } from './store.docs.ts'
import { teamDocs } from './team.docs.ts'
import { variantsDocs } from './variants.docs.ts'
import { webhooksDocs } from './webhooks.docs.ts'

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
