import { sql } from 'kysely'
import { lockRows } from '../../db/engine.ts'
import { idRows } from '../../db/id-rows.ts'
import type { Db, KeyState } from '../../db/schema.ts'

export interface SaleVariant {
  readonly id: number
  readonly product_id: number
  readonly name: string
  readonly product_name: string
  readonly price_cents: number
  readonly stock: number
}

/** Variants that a storefront may sell: neither they nor their products are deleted or unlisted. */
export const listForSale = (db: Db, ids: readonly number[]): Promise<SaleVariant[]> =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.product_id', 'variant.name', 'product.name as product_name', 'variant.price_cents', 'variant.stock'])
    .where('variant.id', 'in', idRows(db, ids))
    .where('variant.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .where('product.unlisted', '=', 0)
    .orderBy('variant.id')
    .execute()

/** In the order of their ids, so that two carts with the same variants cannot wait for each other. */
export const lockVariants = (tx: Db, ids: readonly number[]): Promise<void> =>
  lockRows(tx, tx.selectFrom('variant').select('id').where('id', 'in', idRows(tx, ids)).orderBy('id'))

/** Reserves the oldest available keys of a variant for an order line, and answers how many there were. */
export async function takeKeys(tx: Db, variantId: number, itemId: number, quantity: number): Promise<number> {
  const oldest = tx
    .selectFrom('license_key')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('state', '=', 'available')
    .orderBy('id')
    .limit(quantity)
  const taken = await tx
    .updateTable('license_key')
    .set({ state: 'reserved', purchase_item_id: itemId })
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(taken.numUpdatedRows)
}

export async function changeStock(tx: Db, variantId: number, by: number): Promise<void> {
  await tx
    .updateTable('variant')
    .set({ stock: sql`stock + ${by}` })
    .where('id', '=', variantId)
    .execute()
}

/** Moves the keys of order lines on, and answers how many there were of each variant. */
export async function moveKeys(tx: Db, itemIds: readonly number[], from: KeyState, to: KeyState): Promise<Map<number, number>> {
  const moved = await tx
    .updateTable('license_key')
    .set({ state: to, ...(to === 'available' && { purchase_item_id: null }) })
    .where('purchase_item_id', 'in', idRows(tx, itemIds))
    .where('state', '=', from)
    .returning('variant_id')
    .execute()
  const counts = new Map<number, number>()
  for (const { variant_id } of moved) counts.set(variant_id, (counts.get(variant_id) ?? 0) + 1)
  return counts
}

export interface HeldKey {
  readonly id: number
  readonly item_id: number
  readonly value: string
  readonly state: KeyState
}

/** The keys that order lines hold, oldest first. */
export async function listHeldKeys(db: Db, itemIds: readonly number[]): Promise<HeldKey[]> {
  const rows = await db
    .selectFrom('license_key')
    .select(['id', 'purchase_item_id', 'value', 'state'])
    .where('purchase_item_id', 'in', idRows(db, itemIds))
    .orderBy('id')
    .execute()
  return rows.map(({ purchase_item_id, ...key }) => ({ ...key, item_id: purchase_item_id! }))
}
