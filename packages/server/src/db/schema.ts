import type { Kysely } from 'kysely'
import type { RecoveryCodeTable, TwoFactorTable } from './schema/account.ts'
import type { ActivityTable } from './schema/activity.ts'
import type { AnnouncementTable } from './schema/announcements.ts'
import type { LastBackupTable } from './schema/backup.ts'
import type { BotLogTable, DiscordBotTable, LeaseTable } from './schema/discord.ts'
import type {
  GameTable,
  ProductTable,
  VariantTable,
  BulkChangeTable,
  LicenseKeyTable,
  MediaItemTable,
  UnusedFileTable,
} from './schema/catalogue.ts'
import type { CouponTable, CouponProductTable, CouponCustomerTable } from './schema/coupons.ts'
import type { KeyEventTable, KeyImportTable, KeyReplacementTable } from './schema/keys.ts'
import type { MailTemplateTable } from './schema/mails.ts'
import type { OutboxTable } from './schema/outbox.ts'
import type {
  AppUserTable,
  InvitationTable,
  PasswordResetTable,
  SessionTable,
  SignInAttemptTable,
  KnownNetworkTable,
  ApiKeyTable,
} from './schema/people.ts'
import type { OrderTable, OrderItemTable, RefundTable, RefundItemTable, IdempotentAnswerTable } from './schema/orders.ts'
import type { ReferralTable, PayoutTable } from './schema/referrals.ts'
import type { CustomerNoteTable, SearchWordTable } from './schema/search.ts'
import type { ShopTable } from './schema/shop.ts'
import type { ApiKeySalesTable, ProductDaySalesTable, QuarterHourSalesTable, VariantDayTable, VariantSalesTable } from './schema/sales.ts'
import type { ShopImportTable } from './schema/shop-imports.ts'
import type { WebhookTable } from './schema/webhooks.ts'

export interface Database {
  app_user: AppUserTable
  session: SessionTable
  invitation: InvitationTable
  password_reset: PasswordResetTable
  sign_in_attempt: SignInAttemptTable
  known_network: KnownNetworkTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  api_key: ApiKeyTable
  shop_import: ShopImportTable
  game: GameTable
  product: ProductTable
  variant: VariantTable
  bulk_change: BulkChangeTable
  license_key: LicenseKeyTable
  key_import: KeyImportTable
  key_replacement: KeyReplacementTable
  key_event: KeyEventTable
  media_item: MediaItemTable
  unused_file: UnusedFileTable
  activity: ActivityTable
  coupon: CouponTable
  coupon_product: CouponProductTable
  coupon_customer: CouponCustomerTable
  orders: OrderTable
  order_item: OrderItemTable
  refund: RefundTable
  refund_item: RefundItemTable
  referral: ReferralTable
  payout: PayoutTable
  announcement: AnnouncementTable
  search_word: SearchWordTable
  customer_note: CustomerNoteTable
  variant_sales: VariantSalesTable
  quarter_hour_sales: QuarterHourSalesTable
  product_day_sales: ProductDaySalesTable
  api_key_sales: ApiKeySalesTable
  variant_day: VariantDayTable
  idempotent_answer: IdempotentAnswerTable
  discord_bot: DiscordBotTable
  bot_log: BotLogTable
  outbox: OutboxTable
  mail_template: MailTemplateTable
  shop: ShopTable
  webhook: WebhookTable
  lease: LeaseTable
  last_backup: LastBackupTable
}

/** The database, or a transaction: a function that gets a transaction cannot leave it. */
export type Db = Kysely<Database>
