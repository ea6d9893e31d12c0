/** The numbers of the product, in one place. */
export const limits = {
  /** Milliseconds between two looks at the token. */
  tokenCheckMs: 60_000,
  sidebarCookieDays: 7,
  mobileBreakpointPx: 768,
  productsPerPage: 9,
  /** Dollars. */
  maxPrice: 1_000_000,
  minPasswordLength: 10,
  maxPasswordLength: 200,
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 40_000_000,
  /** Decoding AVIF takes some 18 bytes a pixel, five times as many as the others. */
  avifPixels: 16_000_000,
  mediaItems: 50,
  keyLength: 500,
  keysPerSave: 250_000,
  /** Characters of what the staff note when they replace a key. */
  replacementNote: 1_000,
  /** Of what the staff note about a customer. */
  customerNote: 2_000,
  /** How often somebody of the team may replace and reveal keys within an hour, unless an owner set another number. */
  keysPerHour: 20,
  mostKeysPerHour: 1_000,
  /** How long removed keys can be put back. */
  removedKeyDays: 30,
  /** Bytes of a body that carries keys. */
  keysBody: 64 * 1024 * 1024,
  /** Most of one variant on one line of a cart, and the highest `max_per_order`. */
  quantity: 1_000,
  /** Most keys of one variant in one order, unless the seller set another number. */
  maxPerOrder: 100,
  /** Characters of the reason of a refund. */
  refundReason: 500,
  /** Of why an order was completed by hand. */
  completionReason: 500,
  /** Of one customer at a time. */
  pendingOrders: 3,
  cartLines: 100,
  /** Days of sales that the runway of a stock follows from, and how many of them, the newest, count double. */
  demandDays: 28,
  recentDemandDays: 7,
  /** Stock that lasts less is low. */
  lowStockDays: 7,
  lowStockThreshold: 1_000_000,
  /** Products that one action may change. */
  bulkProducts: 500,
  /** Characters of the message about it. */
  bulkMessage: 1_500,
  /** How long it can be undone. */
  undoSeconds: 30,
  /** Orders that a list answers without a `limit`. */
  newestOrders: 100,
  /** Removed keys of a variant, likewise. */
  newestRemovedKeys: 100,
  /** Imports of a variant, likewise. */
  newestKeyImports: 100,
  /** Results of a search, of each kind. */
  foundPerKind: 8,
  /** Activity, likewise. */
  newestActivity: 50,
  /** How long activity is kept. */
  activityYears: 2,
  /** Characters of a value, before and after, that activity keeps whole. */
  activityValue: 20_000,
  /** Of one shop. */
  webhooks: 20,
  /** Characters. */
  webhookUrl: 2_000,
  /** What is kept of a delivery that was sent again by hand. */
  earlierOutcomes: 5,
  /** Deliveries that a list answers without a `limit`. */
  newestDeliveries: 50,
  /** How long deliveries are kept. */
  deliveryDays: 30,
  /** How long the secret before a rotation signs. */
  previousSecretHours: 24,
  /** The longest that the old secret of an API key works after a rotation. */
  apiKeyOverlapHours: 72,
  /** How long deliveries are tried again, and how long a webhook may fail. */
  webhookTryDays: 3,
  /** How long deleted things can be restored. */
  deletedDays: 30,
  /** Orders of so many days are what a coupon is tried on. */
  dryRunDays: 30,
  /** Payouts that are completed together. */
  payoutRun: 500,
  /** Characters of why a payout was rejected. */
  payoutReason: 500,
  /** Rows of a list that are counted for its total. Counting more would take longer than reading the page. */
  countedRows: 10_000,
  shortText: 200,
  longText: 5_000,
  html: 200_000,
  listItems: 200,
} as const

/** What a new variant starts as: one empty key, which the server drops. */
export const newVariant = { name: 'New Variant', price: 1.99, keys: [''] }
