import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** An administrator's authenticator, either waiting for its first code or active. */
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
