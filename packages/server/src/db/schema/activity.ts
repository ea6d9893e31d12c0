import type { Generated } from 'kysely'
import type { Json, Moment } from './columns.ts'

export interface ActivityTable {
  id: Generated<number>
  at: Moment
  actor_kind: 'admin' | 'store' | 'system'
  actor_id: number | null
  actor_name: string
  /** `noun.verb_in_the_past`, such as `product.updated`. */
  action: string
  subject_kind: string
  subject_id: number
  /** { field: { before, after } }; never a secret, never a key value. */
  changes: Json
}
