/** The cache key of each answer. Imports nothing, so that a feature can refresh another without importing it. */
export const queryKeys = {
  me: ['me'],
  account: ['account'],
  stats: ['stats'],
  setup: ['setup'],
  daily: (period: object) => ['stats', 'daily', period],
  byProduct: (period: object) => ['stats', 'by-product', period],
  books: (period: object) => ['stats', 'books', period],
  orderList: (filters: object) => ['orders', 'list', filters],
  newestOrders: (filters: object) => ['orders', 'newest', filters],
  order: (id: number) => ['orders', 'one', id],
  /** Every query: an order that ends changes stock, coupon uses, referrals and statistics. */
  everything: [],
  products: ['products'],
  product: (id: number) => ['products', id],
  /** How long the stock lasts. Part of `products`, because a change of a product or a variant changes it. */
  runway: ['products', 'runway'],
  variants: ['variants'],
  variant: (id: number) => ['variants', id],
  /** Separate from `variants`: refetching imports must not refetch 100,000 keys. */
  allKeyImports: ['key-imports'],
  keyImports: (variantId: number) => ['key-imports', variantId],
  keyImportPreview: (variantId: number, source: string) => ['key-import-preview', variantId, source],
  removedKeys: (variantId: number) => ['removed-keys', variantId],
  keyHistories: ['key-history'],
  /** Never stored outside memory: it may hold a key's value. */
  keyHistory: (wanted: object) => ['key-history', wanted],
  /** Never stored outside memory, and dropped soon: the text may be a key. */
  search: (q: string) => ['search', q],
  customer: (named: string) => ['customers', named],
  activity: (filters: object) => ['activity', 'list', filters],
  actors: ['activity', 'actors'],
  /** Histories of orders, products and variants are part of the key that a change of them invalidates. */
  history: (kind: string, id: number) =>
    kind === 'order' ? ['orders', 'one', id, 'history'] : [kind === 'product' || kind === 'variant' ? 'products' : 'activity', kind, id],
  restore: (row: number, field: string) => ['restore', row, field],
  games: ['games'],
  team: ['team', 'members'],
  invitations: ['team', 'invitations'],
  /** Never stored outside memory: it holds the token. */
  offer: (token: string) => ['offer', token],
  /** What the login page shows of the shop. */
  openShop: ['open-shop'],
  passwordReset: ['password-reset'],
  sessions: ['sessions'],
  apiKeys: ['api-keys'],
  restoreHolds: ['restore-holds'],
  shop: ['shop'],
  shopImports: ['shop-imports'],
  shopImportPreview: (round: number, kind: string, format: string) => ['shop-import-preview', round, kind, format],
  mails: ['mails'],
  mailPreview: (kind: string, draft: object) => ['mails', 'preview', kind, draft],
  /** Changes with the order. */
  orderMail: (order: number, id: number) => ['orders', 'one', order, 'mail', id],
  /** The list and all deliveries. */
  webhooks: ['webhooks'],
  webhookList: ['webhooks', 'list'],
  deliveries: (id: number, status: string | undefined) => ['webhooks', id, 'deliveries', status],
  /** A thing with a draft that its list has not loaded. */
  drafted: (thing: string) => ['drafted', thing],
  coupons: ['coupons', 'list'],
  couponUsage: (id: number, days: number) => ['coupons', 'usage', id, days],
  announcements: ['announcements', 'list'],
  discord: ['discord'],
  botStatus: ['discord', 'status'],
  discordSettings: ['discord', 'settings'],
  discordLogs: ['discord', 'logs'],
  discordServers: ['discord', 'servers'],
  referrals: ['referrals'],
  /** `payouts` is the list of pending payouts. */
  referralList: (name: 'users' | 'pending' | 'completed' | 'payouts') => ['referrals', name],
  /** A payout while it is pending. */
  pendingPayout: (id: number) => ['referrals', 'payout', id],
  usedTransactions: (ids: string) => ['used-transactions', ids],
  payoutHistory: (status: string) => ['referrals', 'payout-history', status],
} as const
