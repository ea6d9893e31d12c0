import type { Role } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

export interface AppUserTable {
  id: Generated<number>
  username: string
  /** Lower case: names and addresses are unique without case. */
  username_key: string
  email: string
  email_key: string
  /** When it was shown that the address is the member's: by a mailed link, or by an invitation for it. Null while it is not. */
  email_confirmed_at: Generated<Moment | null>
  role: Role | 'customer'
  /** A team member who may no longer sign in. */
  disabled_at: Moment | null
  /** argon2id; null for people who cannot sign in here. */
  password_hash: string | null
  created_at: Moment
  last_sign_in_at: Moment | null
  /** The owner requires two-factor sign-in: without it, only the own account is accessible. */
  two_factor_required: Generated<Bit>
  /** How often keys may be replaced and revealed per hour, unless the role is owner. */
  keys_per_hour: Generated<number>
  /** What an owner has taken from a member is 0. */
  switch_amounts: Generated<Bit>
  switch_reveal: Generated<Bit>
  switch_refund: Generated<Bit>
  referral_code: string | null
  /** Lower case: codes are unique without case. */
  referral_code_key: string | null
  referral_enabled: Generated<Bit>
  /** Hundredths of a percent; null for the default. */
  custom_commission_hundredths: number | null
  custom_discount_hundredths: number | null
  /** Updated with every change of a referral or payout. */
  total_referrals: Generated<number>
  completed_referrals: Generated<number>
  /** Earned with completed referrals. */
  commission_cents: Generated<number>
  /** Payouts that are pending or completed. */
  paid_out_cents: Generated<number>
}

/** The newest link for a new password of each member who asked for one. */
export interface PasswordResetTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token, hex: the token is 256 random bits. */
  token_hash: string
  asked_at: Moment
  used_at: Moment | null
}
