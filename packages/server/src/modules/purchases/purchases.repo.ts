import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import { prepare } from '../../db/prepared.ts'
import type { Db, PurchaseItemTable, PurchaseTable } from '../../db/schema.ts'

export type PurchaseRow = Selectable<PurchaseTable>
export type PurchaseItemRow = Selectable<PurchaseItemTable>

export const insertPurchase = (tx: Db, row: Insertable<PurchaseTable>): Promise<PurchaseRow> =>
  tx.insertInto('purchase').values(row).returningAll().executeTakeFirstOrThrow()

type NewItem = Omit<PurchaseItemRow, 'id' | 'sold_at'>

const insertLine = prepare<NewItem, PurchaseItemRow>((tx, value) =>
  tx
    .insertInto('purchase_item')
    .values({
      purchase_id: value('purchase_id'),
      product_id: value('product_id'),
      variant_id: value('variant_id'),
      product_name: value('product_name'),
      variant_name: value('variant_name'),
      quantity: value('quantity'),
      unit_price_cents: value('unit_price_cents'),
      paid_cents: value('paid_cents'),
    })
    .returningAll(),
)

export async function insertItem(tx: Db, row: NewItem): Promise<PurchaseItemRow> {
  const [item] = (await insertLine(tx, row)).rows
  return item!
}

const find = prepare<{ id: number }, PurchaseRow>((db, value) => db.selectFrom('purchase').selectAll().where('id', '=', value('id')))
const findLocked = prepare<{ id: number }, PurchaseRow>((tx, value) =>
  forUpdate(tx, tx.selectFrom('purchase').selectAll().where('id', '=', value('id'))),
)

/** An order; its row stays locked until the transaction ends when asked so. */
export async function findPurchase(db: Db, id: number, { lock = false } = {}): Promise<PurchaseRow | undefined> {
  return (await (lock ? findLocked : find)(db, { id })).rows[0]
}

const listItems = prepare<{ purchaseId: number }, PurchaseItemRow>((db, value) =>
  db.selectFrom('purchase_item').selectAll().where('purchase_id', '=', value('purchaseId')).orderBy('id'),
)

export const listItemsOf = async (db: Db, purchaseId: number): Promise<PurchaseItemRow[]> => (await listItems(db, { purchaseId })).rows

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
