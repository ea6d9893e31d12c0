import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** An administrator's authenticator: set up and waiting for its first code, or in force. */
export interface TwoFactorTable {
  id: Generated<number>
  user_id: number
  /** The TOTP secret, sealed for this user. */
  secret: string
  /** Null until a first code has proven the secret; until then it does nothing. */
  enabled_at: Moment | null
  /** The time step of the newest code that was taken: neither it nor an older one is taken again. */
  last_step: number
}

/** The recovery codes that are left; a used one is gone. */
export interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** SHA-256, hex: a code is random enough that a slow hash would add nothing. */
  code_hash: string
}
