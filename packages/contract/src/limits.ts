/** The numbers of the product, in one place. */
export const limits = {
  /** Milliseconds between two checks of the token. */
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
  /** Characters of the search of a list. */
  listSearch: 200,
  keysPerSave: 250_000,
  /** Characters of the note when a key is replaced. */
  replacementNote: 1_000,
  /** Characters of a note about a customer. */
  customerNote: 2_000,
  /** How often a member may replace and reveal keys within an hour, unless an owner sets another number. */
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
  /** Characters of the reason why an order is completed by hand. */
  completionReason: 500,
  /** Pending orders of one customer. */
  pendingOrders: 3,
  cartLines: 100,
  /** The runway of a stock is computed from the sales of so many days. The newest of them count double. */
  demandDays: 28,
  recentDemandDays: 7,
  /** Stock that lasts less is low. */
  lowStockDays: 7,
  lowStockThreshold: 1_000_000,
  /** Products that one action may change. */
  bulkProducts: 500,
  /** Variants whose prices one action may change. */
  bulkVariants: 2_000,
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
  /** Bytes and rows of a file of another shop. */
  shopImportBytes: 64 * 1024 * 1024,
  shopImportRows: 200_000,
  /** Imports of shops that the list answers. */
  newestShopImports: 100,
  /** Results of a search, of each kind. */
  foundPerKind: 8,
  /** Activity, likewise. */
  newestActivity: 50,
  /** Activity is deleted after so many years. */
  activityYears: 2,
  /** The longest value that activity stores in full, in characters. */
  activityValue: 20_000,
  /** Characters of the text of a mail. */
  mailBody: 20_000,
  shopName: 100,
  /** Characters of the address of the terms or of the privacy notice. */
  shopUrl: 500,
  /** A mail with more keys has them in an attached file. */
  keysInMail: 20,
  /** How long a mail is tried again. */
  mailTryHours: 24,
  /** Webhooks of one shop. */
  webhooks: 20,
  /** Characters of the URL of a webhook. */
  webhookUrl: 2_000,
  /** Stored outcomes of a delivery before it was sent again by hand. */
  earlierOutcomes: 5,
  /** Deliveries that a list answers without a `limit`. */
  newestDeliveries: 50,
  /** Deliveries are deleted after so many days. */
  deliveryDays: 30,
  /** How long the previous secret of a webhook signs after a rotation. */
  previousSecretHours: 24,
  /** The longest that the old secret of an API key works after a rotation. */
  apiKeyOverlapHours: 72,
  /** How long deliveries are tried again, and how long a webhook may fail. */
  webhookTryDays: 3,
  /** How long deleted things can be restored. */
  deletedDays: 30,
  /** Payouts of one run. */
  payoutRun: 500,
  /** Characters of the reason why a payout is rejected. */
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
