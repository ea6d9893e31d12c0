import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export interface GameTable {
  id: Generated<number>
  name: string
  name_key: string
}

export interface ProductTable {
  id: Generated<number>
  name: string
  description: string
  full_description: string
  category: string
  featured: Bit
  unlisted: Bit
  /** The store shows it but does not sell it. */
  sales_paused: Generated<Bit>
  game_name: string
  cheat_type: string
  has_day_keys: Bit
  spoofer_type: string
  anti_cheats_supported: Json
  anti_cheat: string
  firmware_type: string
  hardware_type: string
  update_status: string
  detection_status: string
  requirements: string
  supported_on: string
  instructions: string
  faq: Json
  updates: Json
  version: number
  created_at: Moment
  updated_at: Moment
  /** The import of a shop that made it. */
  shop_import_id: number | null
  /** Set while it is deleted: hidden in the back office, readable with its orders. */
  deleted_at: Moment | null
}

export interface VariantTable {
  id: Generated<number>
  product_id: number
  name: string
  price_cents: number
  /** How many keys are available, updated with every change of a key: counting would read the whole stock. */
  stock: number
  /** The most keys of this variant in one order. */
  max_per_order: Generated<number>
  /** Counts the changes that made keys available or reserved. It shows which of these changes an editor's list has seen. */
  stock_changes: Generated<number>
  /** Created without keys and not saved since: not for sale. */
  is_draft: Generated<Bit>
  /** The article number in the shop that it was imported from, by which later imports find it; empty for none. */
  sku: Generated<string>
  /** The import of a shop that made it. */
  shop_import_id: number | null
  /** The seller's own low-stock threshold; null for none. */
  low_stock_threshold: number | null
  /** Since when the stock is known to be low; null while it is fine. */
  low_since: Moment | null
  version: number
  created_at: Moment
  deleted_at: Moment | null
  /** Deleted together with its product, and restored with it. */
  deleted_with_product: Generated<Bit>
}

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

/** Only available keys are for sale. A restore makes keys `withheld`, and `struck` if they were sold (docs/reference/backups.md, Keys). */
export type KeyState = 'available' | 'reserved' | 'sold' | 'revoked' | 'removed' | 'withheld' | 'struck'

export interface LicenseKeyTable {
  id: Generated<number>
  variant_id: number
  value: string
  state: KeyState
  created_at: Moment
  /** The order line that has it: set while it is reserved, sold or revoked. */
  order_item_id: number | null
  /**
   * When a removed key was deleted from the list. Also set on a reserved key, which becomes removed instead of available when its order
   * ends unpaid.
   */
  removed_at: Moment | null
  /** The name of the person who deleted it. */
  removed_by: string | null
  /** Removed because its variant was deleted. It becomes available again when the variant is restored. */
  removed_with_variant: Generated<Bit>
  /** The batch that it was imported with; null for keys that were saved in a list. */
  import_id: number | null
  /** The number of the variant's change that last made it available. */
  available_since: Generated<number>
  /** The number of the variant's change that last reserved it. */
  reserved_since: Generated<number>
  /** The refund that revoked it. */
  refund_id: number | null
}

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
