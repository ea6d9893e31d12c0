import { sql, type Insertable } from 'kysely'
import { inChunks } from '../../breathe.ts'
import { idRows, lockRows, textList } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { OrderItemTable, OrderTable } from '../../db/schema/orders.ts'
import type { OrderItemRow, OrderRow } from './orders.repo.ts'

/** The orders of a shop import. */

/** Orders made at one of these moments: what tells whether an imported order is in the shop already. */
export const listMadeAt = (db: Db, moments: readonly string[]) =>
  db
    .selectFrom('orders')
    .select(['created_at', 'customer_key', 'total_cents', 'external_number'])
    .where('created_at', 'in', sql<string>`${textList(db, moments)}`)
    .execute()

/** Inserts orders, and returns them in the same order: their ids grow. */
export async function insertOrders(tx: Db, orders: readonly Omit<Insertable<OrderTable>, 'id'>[]): Promise<OrderRow[]> {
  if (orders.length === 0) return []
  return byId(await tx.insertInto('orders').values(orders).returningAll().execute())
}

/** Inserts items, and returns them in the same order: their ids grow. */
export async function insertItems(tx: Db, items: readonly Omit<Insertable<OrderItemTable>, 'id'>[]): Promise<OrderItemRow[]> {
  const rows: OrderItemRow[] = []
  await inChunks(items, async (some) => void rows.push(...(await tx.insertInto('order_item').values(some).returningAll().execute())))
  return byId(rows)
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] => rows.toSorted((one, other) => one.id - other.id)

/** Gives orders their pages. */
export async function setPages(tx: Db, pages: readonly Pick<OrderRow, 'id' | 'page_token_hash' | 'page_token_salt'>[]): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ id, page_token_hash, page_token_salt }) => sql`(${id}, ${page_token_hash}, ${page_token_salt})`)
  await sql`
    update orders set page_token_hash = page.column2, page_token_salt = page.column3
    from (values ${sql.join(rows)}) as page where orders.id = cast(page.column1 as bigint)`.execute(tx)
}

/** Orders of an import with an id above `afterId`. */
export async function pageOfImport(db: Db, shopImportId: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('shop_import_id', '=', shopImportId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Which of these variants are in an item of an order. Reads all items: no index has the variant. */
export async function listVariantsOfItems(db: Db, variantIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('order_item').select('variant_id').distinct().where('variant_id', 'in', idRows(db, variantIds)).execute()
  return rows.map((row) => row.variant_id)
}

/** Locks orders: a refund of one may be under way. */
export const lockOrders = (tx: Db, ids: readonly number[]): Promise<void> =>
  lockRows(tx, () => tx.selectFrom('orders').select('id').where('id', 'in', idRows(tx, ids)).orderBy('id'))

/** Deletes orders with their items and refunds. Their keys must be deleted first. */
export async function deleteOrders(tx: Db, ids: readonly number[]): Promise<void> {
  const refunds = tx.selectFrom('refund').select('id').where('order_id', 'in', idRows(tx, ids))
  await tx.deleteFrom('refund_item').where('refund_id', 'in', refunds).execute()
  await tx.deleteFrom('refund').where('order_id', 'in', idRows(tx, ids)).execute()
  await tx.deleteFrom('order_item').where('order_id', 'in', idRows(tx, ids)).execute()
  await tx.deleteFrom('orders').where('id', 'in', idRows(tx, ids)).execute()
}

export const pageAll = (db: Db, afterId: number, limit: number): Promise<{ id: number }[]> =>
  db.selectFrom('orders').select('id').where('id', '>', afterId).orderBy('id').limit(limit).execute()
