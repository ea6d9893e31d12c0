import { sql } from 'kysely'
import { idRows, textList } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Past orders of an import of a shop. */

/** Orders made at one of these moments: what tells whether a past order is in the shop already. */
export const listMadeAt = (db: Db, moments: readonly string[]) =>
  db
    .selectFrom('orders')
    .select(['created_at', 'customer_key', 'total_cents'])
    .where('created_at', 'in', sql<string>`${textList(db, moments)}`)
    .execute()

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

/** Which of these variants are on a line of an order. Reads all lines: no index has the variant. */
export async function listVariantsOnLines(db: Db, variantIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('order_item').select('variant_id').distinct().where('variant_id', 'in', idRows(db, variantIds)).execute()
  return rows.map((row) => row.variant_id)
}

/** Deletes orders with their lines and refunds. Their keys must be deleted first. */
export async function deleteOrders(tx: Db, ids: readonly number[]): Promise<void> {
  const refunds = tx.selectFrom('refund').select('id').where('order_id', 'in', idRows(tx, ids))
  await tx.deleteFrom('refund_item').where('refund_id', 'in', refunds).execute()
  await tx.deleteFrom('refund').where('order_id', 'in', idRows(tx, ids)).execute()
  await tx.deleteFrom('order_item').where('order_id', 'in', idRows(tx, ids)).execute()
  await tx.deleteFrom('orders').where('id', 'in', idRows(tx, ids)).execute()
}

export const pageAll = (db: Db, afterId: number, limit: number): Promise<{ id: number }[]> =>
  db.selectFrom('orders').select('id').where('id', '>', afterId).orderBy('id').limit(limit).execute()
