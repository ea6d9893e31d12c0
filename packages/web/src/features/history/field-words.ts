import {
  announcementLabels,
  couponLabels,
  discordSettingsLabels,
  productLabels,
  referralSettingsLabels,
  replaceReasons,
  variantLabels,
} from '@keydesk/contract'
import { capital } from '../../kit/text/format.ts'

/** How a value is shown. */
type ValueKind = 'text' | 'html' | 'money' | 'percent' | 'flag' | 'moment' | 'choice' | 'products' | 'faq' | 'updates' | 'session'

interface FieldWords {
  /** The name in the middle of a sentence. */
  readonly name: string
  /** 'text' by default; numbers and lists are recognised by their value. */
  readonly as?: ValueKind
  /** The choices of a field that has typed texts, too. */
  readonly choices?: readonly string[]
  /** The text for an empty value, if that means something. */
  readonly none?: string
  /** Quotes the name, because 'the …' does not read as a name. Flags are always quoted. */
  readonly isQuoted?: true
  /** Uses the font of keys and addresses. */
  readonly isCode?: true
}

/** Ids that mean nothing to a person, and that the bot token was changed: the sentence of the row says it. */
export const hiddenFields: ReadonlySet<string> = new Set([
  'media_item_id',
  'thumbnail',
  'key_id',
  'product_id',
  'user_id',
  'ids',
  'is_search',
  'bot_token',
])

/** The labels of the forms. */
const labels: Readonly<Record<string, string>> = {
  ...productLabels,
  ...variantLabels,
  ...couponLabels,
  ...announcementLabels,
  ...discordSettingsLabels,
  ...referralSettingsLabels,
}

/** How the history shows them, with a name where it differs from the form's. A field that is neither here nor there has its name in the row. */
const fields: Readonly<Record<string, Partial<FieldWords>>> = {
  full_description: { as: 'html' },
  category: { as: 'choice' },
  featured: { as: 'flag' },
  unlisted: { as: 'flag' },
  sales_paused: { as: 'flag' },
  cheat_type: { as: 'choice' },
  has_day_keys: { as: 'flag' },
  spoofer_type: { as: 'choice' },
  firmware_type: { as: 'choice' },
  hardware_type: { as: 'choice' },
  requirements: { as: 'html' },
  supported_on: { isQuoted: true },
  faq: { name: 'FAQ', as: 'faq' },
  updates: { as: 'updates' },
  duplicate_of: { name: 'copy of' },
  video: { name: 'video' },
  price: { as: 'money' },
  max_per_order: { isQuoted: true },
  low_stock_threshold: { none: 'Less than 7 days', isQuoted: true },
  stock: { name: 'keys in stock' },
  is_draft: { name: 'draft', as: 'flag' },
  keys_added: { name: 'keys added' },
  keys_removed: { name: 'keys removed' },
  keys_restored: { name: 'keys put back' },
  keys_purged: { name: 'keys deleted for good' },
  keys_released: { name: 'held keys released' },
  keys_struck: { name: 'held keys struck' },
  backup_of: { name: 'time of the backup', as: 'moment' },
  keys_withheld: { name: 'keys held' },
  messages_held: { name: 'messages held' },
  messages: { name: 'held messages' },
  last_order_id: { name: 'last order before the next' },
  orders_lost: { name: 'orders lost' },
  orders_file: { name: 'file of these orders' },
  reserved_keys_removed: { name: 'reserved keys that go unless they are paid for' },
  import: { name: 'import' },
  import_undone: { name: 'import undone' },
  import_cost: { name: 'cost changed of import' },
  supplier: { name: 'supplier' },
  repeated: { name: 'repeated in the file' },
  in_stock: { name: 'in stock already' },
  sold: { name: 'sold already' },
  elsewhere: { name: 'in another variant' },
  invalid: { name: 'not a key' },
  days_left: { name: 'days left' },
  per_day: { name: 'sold a day' },
  code: { isCode: true },
  discount_type: { as: 'choice' },
  expiration_date: { as: 'moment', none: 'No expiry' },
  starts_at: { name: 'start', as: 'moment', none: 'At once' },
  max_usage: { isQuoted: true },
  max_usage_per_user: { isQuoted: true },
  applicable_to_all: { as: 'flag' },
  applicable_products: { name: 'applicable products', as: 'products' },
  is_active: { name: 'active', as: 'flag' },
  active: { name: 'active', as: 'flag' },
  url: { name: 'URL', isCode: true },
  enabled: { name: 'referrals enabled', as: 'flag' },
  custom_commission: { name: 'commission rate', as: 'percent', none: 'The default' },
  referral_discount: { name: 'referral discount', as: 'percent', none: 'The default' },
  referral_code: { name: 'referral code', isCode: true },
  publish_at: { name: 'time of the post', as: 'moment', none: 'At once' },
  post_to_discord: { name: 'post to Discord', as: 'flag' },
  mention_role_id: { none: 'Nobody', isCode: true },
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
  reason: { name: 'reason', as: 'choice', choices: replaceReasons },
  mail: { name: 'mail', as: 'choice' },
  mail_error: { name: 'answer of the mail server' },
  mailed: { name: 'sent automatically', as: 'flag' },
  subject: { name: 'subject' },
  body: { name: 'text' },
  terms_url: { name: 'address of the terms', none: 'None' },
  privacy_url: { name: 'address of the privacy notice', none: 'None' },
  books_zone: { name: 'time zone of the books', none: 'Each person’s own' },
  reply_to: { name: 'reply-to', none: 'The sender' },
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
  username: { name: 'username' },
  email: { name: 'email' },
  customer_email: { name: 'customer' },
  role: { name: 'role', as: 'choice' },
  disabled: { name: 'disabled', as: 'flag' },
  keys_per_hour: { name: 'keys an hour' },
  switch_amounts: { name: 'may see amounts', as: 'flag' },
  switch_reveal: { name: 'may reveal keys', as: 'flag' },
  switch_refund: { name: 'may refund and replace', as: 'flag' },
  two_factor_required: { name: 'two-factor sign-in required', as: 'flag' },
  require_two_factor: { name: 'two-factor sign-in required', as: 'flag' },
  state: { name: 'state', as: 'choice' },
  network: { name: 'network', isCode: true },
  provider: { name: 'provider', as: 'choice' },
  networks: { name: 'networks', isCode: true },
  attempts: { name: 'attempts' },
  session: { name: 'session', as: 'session' },
  sessions: { name: 'sessions' },
  scopes: { name: 'scopes' },
  old_secret_ends_at: { name: 'end of the old secret', as: 'moment' },
  expires_at: { name: 'expires', as: 'moment' },
  from: { name: 'from' },
  to: { name: 'to' },
  coupon_id: { name: 'number of the coupon' },
  api_key_id: { name: 'number of the API key' },
}

export const wordsOf = (field: string): FieldWords => ({
  name: labels[field]?.toLowerCase() ?? field.replaceAll('_', ' '),
  ...fields[field],
})

/** 'Full description', at the start of a line. */
export const labelOf = (field: string): string => capital(wordsOf(field).name)

/** 'the price', or “Max per order” if 'the …' would not read as a name. */
export function nameOfField(field: string): string {
  const { name, as, isQuoted = as === 'flag' } = wordsOf(field)
  return isQuoted ? `“${capital(name)}”` : `the ${name}`
}
