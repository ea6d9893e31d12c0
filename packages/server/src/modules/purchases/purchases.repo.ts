import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { Db, PurchaseItemTable, PurchaseTable } from '../../db/schema.ts'

export type PurchaseRow = Selectable<PurchaseTable>
export type PurchaseItemRow = Selectable<PurchaseItemTable>

export const insertPurchase = (tx: Db, row: Insertable<PurchaseTable>): Promise<PurchaseRow> =>
  tx.insertInto('purchase').values(row).returningAll().executeTakeFirstOrThrow()

export const insertItem = (tx: Db, row: Insertable<PurchaseItemTable>): Promise<PurchaseItemRow> =>
  tx.insertInto('purchase_item').values(row).returningAll().executeTakeFirstOrThrow()

/** An order; its row stays locked until the transaction ends when asked so. */
export async function findPurchase(db: Db, id: number, { lock = false } = {}): Promise<PurchaseRow | undefined> {
  const query = db.selectFrom('purchase').selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const listItemsOf = (db: Db, purchaseId: number): Promise<PurchaseItemRow[]> =>
  db.selectFrom('purchase_item').selectAll().where('purchase_id', '=', purchaseId).orderBy('id').execute()

export const updatePurchase = (tx: Db, id: number, change: Updateable<PurchaseTable>): Promise<PurchaseRow> =>
  tx.updateTable('purchase').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Pending orders whose reservation has passed, the longest due first. */
export async function listDue(db: Db, now: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('id')
    .where('status', '=', 'pending')
    .where('reserved_until', '<=', now)
    .orderBy('reserved_until')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
