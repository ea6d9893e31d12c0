import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

/** A member's authenticator, either waiting for its first code or active. */
export interface TwoFactorTable {
  id: Generated<number>
  user_id: number
  /** The TOTP secret, sealed for this user. */
  secret: string
  /** Null until a first code has confirmed the secret. Until then it has no effect. */
  enabled_at: Moment | null
  /** The time step of the newest accepted code: neither it nor an older one is accepted again. */
  last_step: number
}

/** The unused recovery codes. */
export interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** SHA-256, hex: a code is random enough that a slow hash would add nothing. */
  code_hash: string
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
