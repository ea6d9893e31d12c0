/** The module whose repos read and write each table. Others ask its service. */
export const tableOwners: Readonly<Record<string, string>> = {
  activity: 'activity',
  announcement: 'announcements',
  api_key: 'api-keys',
  api_key_sales: 'sales',
  app_user: 'users',
  bot_log: 'discord',
  bulk_change: 'catalogue',
  coupon: 'coupons',
  coupon_product: 'coupons',
  customer_note: 'customers',
  discord_bot: 'discord',
  game: 'games',
  idempotent_answer: 'idempotency',
  invitation: 'team',
  key_event: 'keys',
  key_import: 'key-imports',
  key_replacement: 'keys',
  known_network: 'auth',
  last_backup: 'backup',
  lease: 'lease',
  license_key: 'keys',
  mail_template: 'mails',
  media_item: 'media',
  order_item: 'orders',
  orders: 'orders',
  outbox: 'outbox',
  password_reset: 'users',
  payout: 'referrals',
  product: 'products',
  product_day_sales: 'sales',
  quarter_hour_sales: 'sales',
  recovery_code: 'auth',
  referral: 'referrals',
  refund: 'orders',
  refund_item: 'orders',
  search_word: 'search',
  session: 'auth',
  shop: 'shop',
  shop_import: 'shop-imports',
  sign_in_attempt: 'auth',
  two_factor: 'auth',
  unused_file: 'media',
  variant: 'variants',
  variant_day: 'sales',
  variant_sales: 'sales',
  webhook: 'webhooks',
}

interface Exception {
  readonly file: string
  readonly tables: readonly string[]
  readonly why: string
}

const modules = 'packages/server/src/modules'

/** Statements over tables of several modules: for speed, or because all of it must be read at one moment, or to avoid a circle. */
export const tableExceptions: readonly Exception[] = [
  {
    file: `${modules}/auth/sessions.repo.ts`,
    tables: ['app_user'],
    why: 'each call reads a session, its user and two-factor sign-in: one statement',
  },
  {
    file: `${modules}/referrals/referral-lists.repo.ts`,
    tables: ['app_user', 'orders'],
    why: 'a page of the list is found by the name of the referrer and the email of the buyer',
  },
  {
    file: `${modules}/referrals/payouts.repo.ts`,
    tables: ['app_user'],
    why: 'a page of the list is found by the name of the user',
  },
  {
    file: `${modules}/search/search.repo.ts`,
    tables: ['announcement', 'coupon', 'product', 'variant'],
    why: 'the search reads all kinds of things in one statement, and stops after so many that are not deleted',
  },
  {
    file: `${modules}/keys/keys.repo.ts`,
    tables: ['order_item', 'product', 'variant'],
    why: 'a key comes with what it belongs to, since a search asks for it with each letter',
  },
  {
    file: `${modules}/keys/removed-keys.repo.ts`,
    tables: ['order_item', 'orders', 'variant'],
    why: 'reserved keys are found by the pending orders, which are few, and removed ones by the index of each variant: an index more would cost each sale or save',
  },
  {
    file: `${modules}/keys/key-costs.repo.ts`,
    tables: ['key_import', 'order_item', 'orders'],
    why: 'the cost of a sold key follows from its import: thousands of keys of a period are added up in one statement',
  },
  {
    file: `${modules}/key-imports/key-imports.repo.ts`,
    tables: ['shop_import'],
    why: 'a key import is not changed while a shop import stores it: the module shop-imports uses this one',
  },
  {
    file: `${modules}/variants/variants.repo.ts`,
    tables: ['product'],
    why: 'each sale waits for its variants and their products: one statement',
  },
  {
    file: `${modules}/media/media.repo.ts`,
    tables: ['product'],
    why: 'deleted products with media are found in one statement: the rows of deleted products are kept for ever',
  },
  {
    file: `${modules}/orders/lists/customer-orders.repo.ts`,
    tables: ['license_key'],
    why: 'the newest keys of a customer are found by the orders, in one statement',
  },
]

/** Whether the repos of a module may use a table in this file. A name that is no table may stand anywhere. */
export const mayUseTable = (table: string, module: string, file: string): boolean =>
  (tableOwners[table] ?? module) === module || tableExceptions.some((each) => each.file === file && each.tables.includes(table))
