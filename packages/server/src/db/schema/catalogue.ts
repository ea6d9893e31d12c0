import type { Generated } from 'kysely'
import type { Json, Moment } from './columns.ts'

/** Several products, or the prices of several variants, changed in one action. */
export interface BulkChangeTable {
  id: Generated<number>
  at: Moment
  undo_token: string
  /** What the ids of the changes are. */
  subject_kind: 'product' | 'variant'
  /** The fields of each before and after: [{ id, changes }]. */
  changes: Json
  undone_at: Moment | null
}
