import type { ActivityKind, SubjectKind } from '@keydesk/contract'
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
  /** Follows from the action. */
  kind: Generated<ActivityKind>
  subject_kind: SubjectKind
  /** 0 for what is no single thing. */
  subject_id: number
  /** As it was then; null in rows from before it was recorded. */
  subject_name: string | null
  /** { field: { before, after } }; never a secret, never a key value. `is_cut` marks values that are too long to keep. */
  changes: Json
}
