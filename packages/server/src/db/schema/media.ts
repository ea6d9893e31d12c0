import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

export interface MediaItemTable {
  id: Generated<number>
  product_id: number
  type: 'image' | 'video'
  /** `ID` or `ID/HASH` of a video; empty for an image. */
  video: string
  /** Names of the stored sizes of an image; empty for a video. */
  view_file: string
  card_file: string
  is_thumbnail: Bit
  display_order: number
  created_at: Moment
}

/** A stored file that no media item refers to. */
export interface UnusedFileTable {
  id: Generated<number>
  name: string
  noted_at: Moment
}
