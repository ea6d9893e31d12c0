import { sql, type Selectable } from 'kysely'
import { idRows, lockRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyState, LicenseKeyTable } from '../../db/schema/catalogue.ts'
import { countByVariant, oldestAvailable } from './keys.repo.ts'

export interface SaleVariant {
  readonly id: number
  readonly product_id: number
  readonly name: string
  readonly product_name: string
  readonly price_cents: number
  readonly stock: number
  readonly stock_changes: number
  readonly max_per_order: number
  readonly sales_paused: number
}

/** Variants that a storefront may sell: no drafts, and neither they nor their products are deleted or unlisted. */
export const listForSale = (db: Db, ids: readonly number[]): Promise<SaleVariant[]> =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.product_id', 'variant.name', 'product.name as product_name'])
    .select(['variant.price_cents', 'variant.stock', 'variant.stock_changes', 'variant.max_per_order', 'product.sales_paused'])
    .where('variant.id', 'in', idRows(db, ids))
    .where('variant.is_draft', '=', 0)
    .where('variant.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .where('product.unlisted', '=', 0)
    .orderBy('variant.id')
    .execute()

/** In the order of their ids, so that two carts with the same variants cannot wait for each other. */
export const lockVariants = (tx: Db, ids: readonly number[]): Promise<void> =>
  lockRows(tx, () => tx.selectFrom('variant').select('id').where('id', 'in', idRows(tx, ids)).orderBy('id'))

/** How often the stock of these variants has changed. Read after locking them. */
export async function listStockChanges(tx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.selectFrom('variant').select(['id', 'stock_changes']).where('id', 'in', idRows(tx, ids)).execute()
  return new Map(rows.map((row) => [row.id, row.stock_changes]))
}

/** Every variant of some products, in the same order. */
export const lockVariantsOfProducts = (tx: Db, productIds: readonly number[]): Promise<void> =>
  lockRows(tx, () => tx.selectFrom('variant').select('id').where('product_id', 'in', idRows(tx, productIds)).orderBy('id'))

/**
 * Reserves the oldest available keys of a variant for an order line, and answers how many there were. `changeStock` follows.
 * @param variant read after its row was locked
 */
export async function takeKeys(
  tx: Db,
  variant: Pick<SaleVariant, 'id' | 'stock_changes'>,
  itemId: number,
  quantity: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'reserved', order_item_id: itemId, reserved_since: variant.stock_changes + 1 })
    .where('id', 'in', oldestAvailable(tx, variant.id, quantity))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Counts what became available or reserved: one numbered change of the variant's stock. */
export async function changeStock(tx: Db, variantId: number, by: number): Promise<void> {
  await tx
    .updateTable('variant')
    .set({ stock: sql`stock + ${by}`, stock_changes: sql`stock_changes + 1` })
    .where('id', '=', variantId)
    .execute()
}

/** Sells the reserved keys of order lines, and answers them, oldest first. */
export async function sellKeys(tx: Db, itemIds: readonly number[]): Promise<HeldKey[]> {
  const moved = await tx
    .updateTable('license_key')
    .set({ state: 'sold', removed_at: null, removed_by: null })
    .where('order_item_id', 'in', idRows(tx, itemIds))
    .where('state', '=', 'reserved')
    .returning(heldColumns)
    .execute()
  return moved.map(toHeldKey).toSorted((one, other) => one.id - other.id)
}

/** Answers how many of these keys a customer had until now. */
export async function revokeKeys(tx: Db, ids: readonly number[], refundId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'revoked', refund_id: refundId })
    .where('id', 'in', idRows(tx, ids))
    .where('state', '=', 'sold')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Puts the reserved keys of order lines back, which no line holds then, and answers how many of each variant are available again. */
export async function freeKeys(tx: Db, itemIds: readonly number[], at: string): Promise<Map<number, number>> {
  const held = tx.updateTable('license_key').where('order_item_id', 'in', idRows(tx, itemIds)).where('state', '=', 'reserved')
  // Struck from the list meanwhile, or of a deleted variant: these do not come back.
  await held
    .set({
      ...{ state: 'removed', order_item_id: null },
      removed_at: sql<string>`coalesce(removed_at, ${at})`,
      removed_by: sql<string>`coalesce(removed_by, 'system')`,
      removed_with_variant: sql<number>`case when removed_at is null then 1 else 0 end`,
    })
    .where(sql<boolean>`(removed_at is not null or ${ofItsVariant('deleted_at')} is not null)`)
    .execute()
  const freed = await held
    .set({
      ...{ state: 'available', order_item_id: null },
      available_since: sql<number>`${ofItsVariant('stock_changes')} + 1`,
    })
    .returning('variant_id')
    .execute()
  return countByVariant(freed)
}

/** A column of a key's variant, in an update of keys. A lookup per key is fine: a release is about few keys. */
const ofItsVariant = (column: string) => sql`(select variant.${sql.ref(column)} from variant where variant.id = license_key.variant_id)`

export interface HeldKey {
  readonly id: number
  readonly item_id: number
  readonly value: string
  readonly state: KeyState
}

const heldColumns = ['id', 'order_item_id', 'value', 'state'] as const

/** The keys that order lines hold, oldest first. */
export async function listHeldKeys(db: Db, itemIds: readonly number[]): Promise<HeldKey[]> {
  const rows = await db
    .selectFrom('license_key')
    .select(heldColumns)
    .where('order_item_id', 'in', idRows(db, itemIds))
    .orderBy('id')
    .execute()
  return rows.map(toHeldKey)
}

const toHeldKey = ({ order_item_id, ...key }: Pick<Selectable<LicenseKeyTable>, (typeof heldColumns)[number]>): HeldKey => ({
  ...key,
  item_id: order_item_id!,
})
