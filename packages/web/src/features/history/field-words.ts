/** How a value is shown. */
type ValueKind = 'text' | 'html' | 'money' | 'percent' | 'flag' | 'moment' | 'choice' | 'products' | 'faq' | 'updates' | 'session'

interface FieldWords {
  /** The name in the middle of a sentence. */
  readonly name: string
  /** 'text' by default; numbers and lists are recognised by their value. */
  readonly as?: ValueKind
  /** The text for an empty value, if that means something. */
  readonly none?: string
  /** Quotes the name, because 'the …' does not read as a name. Flags are always quoted. */
  readonly isQuoted?: true
  /** Uses the font of keys and addresses. */
  readonly isCode?: true
}

/** Ids that mean nothing to a person; the sentence of the row has their names. */
export const hiddenFields: ReadonlySet<string> = new Set([
  'media_item_id',
  'thumbnail',
  'key_id',
  'product_id',
  'user_id',
  'ids',
  'is_search',
])

/** The fields of activity rows as the screens name them. A field that is missing here shows its own name. */
const fields: Readonly<Record<string, FieldWords>> = {
  name: { name: 'name' },
  description: { name: 'short description' },
  full_description: { name: 'full description', as: 'html' },
  category: { name: 'category', as: 'choice' },
  featured: { name: 'featured', as: 'flag' },
  unlisted: { name: 'unlisted', as: 'flag' },
  sales_paused: { name: 'sales paused', as: 'flag' },
  game_name: { name: 'game' },
  cheat_type: { name: 'cheat type', as: 'choice' },
  has_day_keys: { name: 'day keys', as: 'flag' },
  spoofer_type: { name: 'spoofer type', as: 'choice' },
  anti_cheats_supported: { name: 'supported anti-cheats' },
  anti_cheat: { name: 'anti-cheat' },
  firmware_type: { name: 'firmware type', as: 'choice' },
  hardware_type: { name: 'hardware type', as: 'choice' },
  update_status: { name: 'update status' },
  detection_status: { name: 'detection status' },
  requirements: { name: 'system requirements', as: 'html' },
  supported_on: { name: 'supported on', isQuoted: true },
  instructions: { name: 'instructions' },
  faq: { name: 'FAQ', as: 'faq' },
  updates: { name: 'updates', as: 'updates' },
  video: { name: 'video' },
  price: { name: 'price', as: 'money' },
  max_per_order: { name: 'max per order', isQuoted: true },
  low_stock_threshold: { name: 'low stock at', none: 'Less than 7 days', isQuoted: true },
  stock: { name: 'keys in stock' },
  is_draft: { name: 'draft', as: 'flag' },
  keys: { name: 'keys' },
  keys_added: { name: 'keys added' },
  keys_removed: { name: 'keys removed' },
  keys_restored: { name: 'keys put back' },
  keys_left_removed: { name: 'keys that stay removed' },
  keys_purged: { name: 'keys deleted for good' },
  reserved_keys_removed: { name: 'reserved keys that go unless they are paid for' },
  import: { name: 'import' },
  import_undone: { name: 'import undone' },
  supplier: { name: 'supplier' },
  repeated: { name: 'repeated in the file' },
  in_stock: { name: 'in stock already' },
  sold: { name: 'sold already' },
  elsewhere: { name: 'in another variant' },
  invalid: { name: 'not a key' },
  days_left: { name: 'days left' },
  per_day: { name: 'sold a day' },
  code: { name: 'code', isCode: true },
  discount_type: { name: 'discount type', as: 'choice' },
  discount_value: { name: 'discount value' },
  expiration_date: { name: 'expiration date', as: 'moment', none: 'No expiry' },
  starts_at: { name: 'start', as: 'moment', none: 'At once' },
  max_usage: { name: 'max usage', isQuoted: true },
  max_usage_per_user: { name: 'max usage per user', isQuoted: true },
  applicable_to_all: { name: 'applicable to all products', as: 'flag' },
  applicable_products: { name: 'applicable products', as: 'products' },
  is_active: { name: 'active', as: 'flag' },
  enabled: { name: 'referrals enabled', as: 'flag' },
  custom_commission: { name: 'commission rate', as: 'percent', none: 'The default' },
  referral_discount: { name: 'referral discount', as: 'percent', none: 'The default' },
  referral_code: { name: 'referral code', isCode: true },
  title: { name: 'title' },
  content: { name: 'content' },
  publish_at: { name: 'time of the post', as: 'moment', none: 'At once' },
  post_to_discord: { name: 'post to Discord', as: 'flag' },
  mention_role_id: { name: 'role to notify', none: 'Nobody', isCode: true },
  discord_post: { name: 'post in Discord' },
  text: { name: 'text' },
  set: { name: 'changes' },
  status: { name: 'status', as: 'choice' },
  total: { name: 'total', as: 'money' },
  refunded_total: { name: 'refunded', as: 'money' },
  refunded_items: { name: 'refunded items' },
  refund_reason: { name: 'reason of the refund' },
  completion_reason: { name: 'reason of the completion by hand' },
  uncounted_coupon: { name: 'coupon without a use left', isCode: true },
  payment_reference: { name: 'payment reference', isCode: true },
  reason: { name: 'reason', as: 'choice' },
  amount: { name: 'amount', as: 'money' },
  wallet_type: { name: 'wallet type' },
  wallet_address: { name: 'wallet address', isCode: true },
  transaction_id: { name: 'transaction ID', isCode: true },
  updates_channel_id: { name: 'updates channel', isCode: true },
  restock_channel_id: { name: 'restock channel', isCode: true },
  alerts_channel_id: { name: 'alerts channel', isCode: true },
  channel_id: { name: 'channel', isCode: true },
  notifications_enabled: { name: 'notifications', as: 'flag' },
  product_url: { name: 'address of products', isCode: true },
  bot_token: { name: 'bot token' },
  username: { name: 'username' },
  email: { name: 'email' },
  customer_email: { name: 'customer' },
  role: { name: 'role', as: 'choice' },
  disabled: { name: 'disabled', as: 'flag' },
  keys_per_hour: { name: 'keys an hour' },
  two_factor_required: { name: 'two-factor sign-in required', as: 'flag' },
  require_two_factor: { name: 'two-factor sign-in required', as: 'flag' },
  state: { name: 'state', as: 'choice' },
  network: { name: 'network', isCode: true },
  networks: { name: 'networks', isCode: true },
  attempts: { name: 'attempts' },
  session: { name: 'session', as: 'session' },
  sessions: { name: 'sessions' },
  scopes: { name: 'scopes' },
  old_secret_ends_at: { name: 'end of the old secret', as: 'moment' },
  expires_at: { name: 'expires', as: 'moment' },
  from: { name: 'from' },
  to: { name: 'to' },
}

export const wordsOf = (field: string): FieldWords => fields[field] ?? { name: field.replaceAll('_', ' ') }

/** 'Full description', at the start of a line. */
export const labelOf = (field: string): string => capital(wordsOf(field).name)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'the price', or “Max per order” if 'the …' would not read as a name. */
export function nameOfField(field: string): string {
  const { name, as, isQuoted = as === 'flag' } = wordsOf(field)
  return isQuoted ? `“${capital(name)}”` : `the ${name}`
}
