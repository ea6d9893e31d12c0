import type { Role } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

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
