import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

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
  /** The shop import that made it. */
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
