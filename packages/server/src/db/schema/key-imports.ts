import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** An import of keys into one variant. */
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
  /** The cents that are left over when the cost is divided: keys of the import with ids up to this one cost a cent more. */
  dearer_until: Generated<number>
  /** The shop import that it is part of. */
  shop_import_id: number | null
}
