import type { Kysely } from 'kysely'
import type { ActivityTable } from './schema/activity.ts'
import type { AnnouncementTable } from './schema/announcements.ts'
import type { ApiKeyTable } from './schema/api-keys.ts'
import type { KnownNetworkTable, RecoveryCodeTable, SessionTable, SignInAttemptTable, TwoFactorTable } from './schema/auth.ts'
import type { LastBackupTable } from './schema/backup.ts'
import type { BulkChangeTable } from './schema/catalogue.ts'
import type { CouponProductTable, CouponTable } from './schema/coupons.ts'
import type { CustomerNoteTable } from './schema/customers.ts'
import type { BotLogTable, DiscordBotTable } from './schema/discord.ts'
import type { GameTable } from './schema/games.ts'
import type { IdempotentAnswerTable } from './schema/idempotency.ts'
import type { KeyImportTable } from './schema/key-imports.ts'
import type { KeyEventTable, KeyReplacementTable, LicenseKeyTable } from './schema/keys.ts'
import type { LeaseTable } from './schema/lease.ts'
import type { MailTemplateTable } from './schema/mails.ts'
import type { MediaItemTable, UnusedFileTable } from './schema/media.ts'
import type { OrderItemTable, OrderTable, RefundItemTable, RefundTable } from './schema/orders.ts'
import type { OutboxTable } from './schema/outbox.ts'
import type { ProductTable } from './schema/products.ts'
import type { PayoutTable, ReferralTable } from './schema/referrals.ts'
import type { ApiKeySalesTable, ProductDaySalesTable, QuarterHourSalesTable, VariantDayTable, VariantSalesTable } from './schema/sales.ts'
import type { SearchWordTable } from './schema/search.ts'
import type { ShopTable } from './schema/shop.ts'
import type { ShopImportTable } from './schema/shop-imports.ts'
import type { InvitationTable } from './schema/team.ts'
import type { AppUserTable, PasswordResetTable } from './schema/users.ts'
import type { VariantTable } from './schema/variants.ts'
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
