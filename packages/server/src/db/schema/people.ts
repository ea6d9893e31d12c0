import type { Role } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

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

export interface SessionTable {
  id: Generated<number>
  /** Its id in the token. */
  sid: string
  user_id: number
  created_at: Moment
  expires_at: Moment
  ended_at: Moment | null
  /** Such as 'Chrome on Windows'; empty if it is not known. */
  device: string
  network: string
  /** Accurate to five minutes. */
  last_seen_at: Moment
}

export interface InvitationTable {
  id: Generated<number>
  role: Role
  /** SHA-256 of the token, hex: the token is 256 random bits. */
  token_hash: string
  /** If set, only this address may join. */
  email: string | null
  require_two_factor: Bit
  created_by: number
  created_at: Moment
  expires_at: Moment
  used_at: Moment | null
  used_by: number | null
  revoked_at: Moment | null
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

/** Sign-ins that failed or are still being checked; the throttle counts them. */
export interface SignInAttemptTable {
  id: Generated<number>
  name_key: string
  /** A network; blank for a count over all networks. */
  address: string
  at: Moment
  /** It is counted in a row of the activity. */
  is_noted: Generated<Bit>
}

/** Networks from which a user has signed in recently. */
export interface KnownNetworkTable {
  id: Generated<number>
  user_id: number
  network: string
  last_at: Moment
}

export interface ApiKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, hex: the key is 256 random bits, so a slow hash would add nothing. */
  key_hash: string
  /** The first characters, to tell keys apart in a list. */
  hint: string
  /** A list of scopes. */
  scopes: Generated<Json>
  created_at: Moment
  expires_at: Moment | null
  /** When it was last used, accurate to the minute. */
  last_used_at: Moment | null
  /** The network of that use; '' if it is not known. */
  last_used_from: Generated<string>
  revoked_at: Moment | null
  /** The secret before the last rotation, and until when it is valid. */
  previous_key_hash: string | null
  previous_ends_at: Moment | null
  /** The member who made that secret. */
  previous_created_by: number | null
  /** The team member who made the secret; null if the command line did. */
  created_by: number | null
}
