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
  /** 0 if the activity is not about a single thing. */
  subject_id: number
  /** The name at that time. Null if the event did not name it: its current name is shown. */
  subject_name: string | null
  /** { field: [before, after] }; never a secret, never a key value. A third value, `true`, marks a field that was too long to store. */
  changes: Json
}
