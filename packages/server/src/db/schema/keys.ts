import type { ReplaceReason } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** A batch of imported keys. */
export interface KeyImportTable {
  id: Generated<number>
  variant_id: number
  name: string
  supplier: string
  /** The number of imported keys. */
  added: number
  created_at: Moment
  /** Names of the people who made it and undid it. */
  created_by: string
  undone_at: Moment | null
  undone_by: string | null
  /** What the added keys cost together. Null if that is unknown. */
  cost_cents: number | null
  /** The cents that are left over when the cost is divided: keys of the batch with ids up to this one cost a cent more. */
  dearer_until: Generated<number>
  /** The import of a shop that it is part of. */
  shop_import_id: number | null
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
