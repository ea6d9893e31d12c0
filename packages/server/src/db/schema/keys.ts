import type { ReplaceReason } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

/** Only available keys are for sale. A restore makes keys `withheld`, and `struck` if they were sold (docs/reference/backups.md, Keys). */
export type KeyState = 'available' | 'reserved' | 'sold' | 'revoked' | 'removed' | 'withheld' | 'struck'

export interface LicenseKeyTable {
  id: Generated<number>
  variant_id: number
  value: string
  state: KeyState
  created_at: Moment
  /** The order item that has it: set while it is reserved, sold or revoked. */
  order_item_id: number | null
  /**
   * When a removed key was deleted from the list. Also set on a reserved key, which becomes removed instead of available when its order
   * ends unpaid.
   */
  removed_at: Moment | null
  /** The name of the person who deleted it. */
  removed_by: string | null
  /** Removed because its variant was deleted. It becomes available again when the variant is restored. */
  removed_with_variant: Generated<Bit>
  /** The import that brought it last; null for keys that were saved in a list. */
  import_id: number | null
  /** The number of the variant's change that last made it available. */
  available_since: Generated<number>
  /** The number of the variant's change that last reserved it. */
  reserved_since: Generated<number>
  /** The refund that revoked it. */
  refund_id: number | null
}

/** A key that a customer got as a replacement for another. */
export interface KeyReplacementTable {
  id: Generated<number>
  /** Each key is replaced at most once. */
  key_id: number
  new_key_id: number
  reason: ReplaceReason
  note: string
  replaced_at: Moment
  replaced_by: string
}

/** An event of a key that can no longer be derived from its row, its order or its import (docs/reference/keys.md, The life of a key). */
export interface KeyEventTable {
  id: Generated<number>
  key_id: number
  at: Moment
  kind: 'imported' | 'removed' | 'restored' | 'released' | 'cleared' | 'struck' | 'opened'
  /** The name of the person who did it. */
  actor: string
  /**
   * The order that released the key, or whose customer opened it. For a struck key the order that sold it in the lost shop, if that is
   * known; no other order gets its id.
   */
  order_id: number | null
  import_id: number | null
}
