import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

export interface AnnouncementTable {
  id: Generated<number>
  title: string
  content: string
  version: number
  /** When to post it; null to post it as soon as it is saved. */
  publish_at: Moment | null
  /** Whether it should be posted. */
  post_to_discord: Generated<Bit>
  /** The role that the post mentions. */
  mention_role_id: string | null
  created_at: Moment
  updated_at: Moment
  /** Set while it is deleted and can be restored. */
  deleted_at: Moment | null
}
