import type { Generated } from 'kysely'
import type { Json, Moment } from './columns.ts'

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
