import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

export interface AnnouncementTable {
  id: Generated<number>
  title: string
  content: string
  version: number
  /** When it is to be posted; null for when it was saved. */
  publish_at: Moment | null
  /** Whether somebody wants it posted. */
  post_to_discord: Generated<Bit>
  /** The role that the post notifies. */
  mention_role_id: string | null
  created_at: Moment
  updated_at: Moment
  /** Set while it is deleted and can be restored. */
  deleted_at: Moment | null
}
