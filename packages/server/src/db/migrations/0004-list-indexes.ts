import { sql, type Kysely } from 'kysely'

/** What the lists of coupons, announcements, referral users, referrals and payouts sort by, the id deciding between equals. */
const indexes: Readonly<Record<string, string>> = {
  coupon_created: 'coupon (created_at, id)',
  coupon_expiration: 'coupon (expiration_date, id)',
  coupon_discount_type: 'coupon (discount_type, id)',
  coupon_discount: 'coupon (discount_hundredths, id)',
  coupon_uses: 'coupon (current_usage, id)',
  coupon_active: 'coupon (is_active, id)',

  announcement_created: 'announcement (created_at, id)',
  announcement_title: 'announcement (lower(title), id)',

  // Only those with a code are listed.
  app_user_enabled: 'app_user (referral_enabled, id) where referral_code_key is not null',
  app_user_referrals: 'app_user (total_referrals, id) where referral_code_key is not null',
  app_user_completed: 'app_user (completed_referrals, id) where referral_code_key is not null',
  app_user_commission: 'app_user (commission_cents, id) where referral_code_key is not null',

  referral_status_purchase: 'referral (status, purchase_id)',
  referral_status_commission: 'referral (status, commission_cents, id)',

  // Payouts are listed with a status and without.
  payout_amount: 'payout (amount_cents, id)',
  payout_wallet: 'payout (lower(wallet_type), id)',
  payout_status_amount: 'payout (status, amount_cents, id)',
  payout_status_wallet: 'payout (status, lower(wallet_type), id)',
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on ${sql.raw(columns)}`.execute(db)
  }
}
