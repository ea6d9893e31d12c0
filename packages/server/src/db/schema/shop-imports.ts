import type { ShopImportFormat, ShopImportKind, ShopImportState } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Json, Moment } from './columns.ts'

/** An import of another shop (docs/reference/shop-imports.md). */
export interface ShopImportTable {
  id: Generated<number>
  kind: ShopImportKind
  format: ShopImportFormat
  file_name: string
  state: ShopImportState
  /** How many rows of the file have each disposition. */
  counts: Json
  /** Rows stored so far. */
  stored: number
  /** Things that stayed when it was undone or cancelled. */
  kept: number
  created_at: Moment
  created_by: string
  /** The last sign of the process that stores or removes it: without one for a while, another process removes what it stored. */
  beat_at: Moment
  undone_at: Moment | null
  undone_by: string | null
}
