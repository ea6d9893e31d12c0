import type { Generated, Kysely } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'
import type { BotLogTable, DiscordBotTable, LeaseTable, NotificationTable } from './schema-discord.ts'
import type {
  CouponTable,
  CouponProductTable,
  CouponCustomerTable,
  PurchaseTable,
  PurchaseItemTable,
  ReferralTable,
  PayoutTable,
  AnnouncementTable,
  ProductSalesTable,
  VariantSalesTable,
  DailySalesTable,
  IdempotentAnswerTable,
} from './schema-sales.ts'

export interface AppUserTable {
  id: Generated<number>
  username: string
  /** Lower case: names and addresses are unique without case. */
  username_key: string
  email: string
  email_key: string
  role: 'admin' | 'customer'
  /** argon2id; null for people who cannot sign in here. */
  password_hash: string | null
  created_at: Moment
  referral_code: string | null
  /** Lower case: codes are unique without case. */
  referral_code_key: string | null
  referral_enabled: Generated<Bit>
  /** Hundredths of a percent; null where the default holds. */
  custom_commission_hundredths: number | null
  custom_discount_hundredths: number | null
  /** Kept with every change of a referral or payout. */
  total_referrals: Generated<number>
  completed_referrals: Generated<number>
  /** Of completed referrals. */
  commission_cents: Generated<number>
  /** Payouts that are pending or completed. */
  paid_out_cents: Generated<number>
}

export interface SessionTable {
  id: string
  user_id: number
  created_at: Moment
  expires_at: Moment
  ended_at: Moment | null
}

/** Sign-ins that failed or are still being checked; the throttle counts them. */
export interface SignInAttemptTable {
  id: Generated<number>
  name_key: string
  address: string
  at: Moment
}

export interface ApiKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, hex: the key is 256 random bits, so a slow hash would add nothing. */
  key_hash: string
  /** The first characters, to tell keys apart in a list. */
  hint: string
  created_at: Moment
  revoked_at: Moment | null
}

export interface GameTable {
  id: Generated<number>
  name: string
  name_key: string
}

export interface ProductTable {
  id: Generated<number>
  name: string
  description: string
  full_description: string
  category: string
  featured: Bit
  unlisted: Bit
  game_name: string
  cheat_type: string
  has_day_keys: Bit
  spoofer_type: string
  anti_cheats_supported: Json
  anti_cheat: string
  firmware_type: string
  hardware_type: string
  update_status: string
  detection_status: string
  requirements: string
  supported_on: string
  instructions: string
  faq: Json
  updates: Json
  version: number
  created_at: Moment
  updated_at: Moment
  /** Set when a product with sales is deleted: hidden in the back office, readable with its orders. */
  deleted_at: Moment | null
}

export interface VariantTable {
  id: Generated<number>
  product_id: number
  name: string
  price_cents: number
  /** How many keys are available, kept with every change of a key: counting would cost what is in stock. */
  stock: number
  version: number
  created_at: Moment
  deleted_at: Moment | null
}

export type KeyState = 'available' | 'reserved' | 'sold' | 'revoked'

export interface LicenseKeyTable {
  id: Generated<number>
  variant_id: number
  value: string
  state: KeyState
  created_at: Moment
  /** The order line that holds it, unless it is available. */
  purchase_item_id: number | null
}

export interface MediaItemTable {
  id: Generated<number>
  product_id: number
  type: 'image' | 'video'
  /** `ID` or `ID/HASH` of a video; empty for an image. */
  video: string
  /** Names of the stored sizes of an image; empty for a video. */
  view_file: string
  card_file: string
  is_thumbnail: Bit
  display_order: number
  created_at: Moment
}

export interface ActivityTable {
  id: Generated<number>
  at: Moment
  actor_kind: 'admin' | 'store' | 'system'
  actor_id: number | null
  actor_name: string
  /** `noun.verb_in_the_past`, such as `product.updated`. */
  action: string
  subject_kind: string
  subject_id: number
  /** { field: { before, after } }; never a secret, never a key value. */
  changes: Json
}

export interface Database {
  app_user: AppUserTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  api_key: ApiKeyTable
  game: GameTable
  product: ProductTable
  variant: VariantTable
  license_key: LicenseKeyTable
  media_item: MediaItemTable
  activity: ActivityTable
  coupon: CouponTable
  coupon_product: CouponProductTable
  coupon_customer: CouponCustomerTable
  purchase: PurchaseTable
  purchase_item: PurchaseItemTable
  referral: ReferralTable
  payout: PayoutTable
  announcement: AnnouncementTable
  product_sales: ProductSalesTable
  variant_sales: VariantSalesTable
  daily_sales: DailySalesTable
  idempotent_answer: IdempotentAnswerTable
  discord_bot: DiscordBotTable
  bot_log: BotLogTable
  notification: NotificationTable
  lease: LeaseTable
}

/** The database, or a transaction in it: whoever gets one cannot slip out of it. */
export type Db = Kysely<Database>
