import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

export interface AnnouncementTable {
  id: Generated<number>
  title: string
  content: string
  version: number
  created_at: Moment
  updated_at: Moment
  /** Set while it is deleted and can be restored. */
  deleted_at: Moment | null
}
