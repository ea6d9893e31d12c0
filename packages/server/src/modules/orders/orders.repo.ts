import { sql, type Selectable } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import { prepare } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { PurchaseItemTable, PurchaseTable } from '../../db/schema/purchases.ts'

export type PurchaseRow = Selectable<PurchaseTable>
export type PurchaseItemRow = Selectable<PurchaseItemTable>

/** What later steps of an order set stays null. */
type NewPurchase = Omit<PurchaseRow, 'id' | 'payment_reference' | 'completed_at' | 'ended_at'>

const insertOrder = prepare<NewPurchase, { id: number }>((tx, value) =>
  tx
    .insertInto('purchase')
    .values({
      customer_email: value('customer_email'),
      customer_key: value('customer_key'),
      limit_key: value('limit_key'),
      status: value('status'),
      subtotal_cents: value('subtotal_cents'),
      coupon_discount_cents: value('coupon_discount_cents'),
      referral_discount_cents: value('referral_discount_cents'),
      total_cents: value('total_cents'),
      coupon_id: value('coupon_id'),
      coupon_code: value('coupon_code'),
      referral_code: value('referral_code'),
      created_at: value('created_at'),
      reserved_until: value('reserved_until'),
      api_key_id: value('api_key_id'),
    })
    .returning('id'),
)

export async function insertPurchase(tx: Db, row: NewPurchase): Promise<PurchaseRow> {
  const [order] = (await insertOrder(tx, row)).rows
  return { ...row, id: order!.id, payment_reference: null, completed_at: null, ended_at: null }
}

type NewItem = Omit<PurchaseItemRow, 'id' | 'sold_at'>

const insertLine = prepare<NewItem, { id: number }>((tx, value) =>
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
    .returning('id'),
)

export async function insertItem(tx: Db, row: NewItem): Promise<PurchaseItemRow> {
  const [item] = (await insertLine(tx, row)).rows
  return { ...row, id: item!.id, sold_at: null }
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

type Step = Pick<PurchaseRow, 'status' | 'payment_reference' | 'completed_at' | 'ended_at'>

const update = prepare<Step & { id: number }, unknown>((tx, value) =>
  tx
    .updateTable('purchase')
    .set({
      status: value('status'),
      payment_reference: value('payment_reference'),
      completed_at: value('completed_at'),
      ended_at: value('ended_at'),
    })
    .where('id', '=', value('id')),
)

/** Stores what a step changed of an order. */
export async function updatePurchase(tx: Db, { id, status, payment_reference, completed_at, ended_at }: PurchaseRow): Promise<void> {
  await update(tx, { id, status, payment_reference, completed_at, ended_at })
}

/** Purchases of one customer take turns, until the transaction ends. */
export const lockCustomer = (tx: Db, limitKey: string): Promise<void> => takeTurns(tx, `pending orders of ${limitKey}`)

export async function countPendingOf(tx: Db, limitKey: string): Promise<number> {
  const { count } = await tx
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('pending' as const))
    .where('limit_key', '=', limitKey)
    .executeTakeFirstOrThrow()
  return count
}

/** Completions that name one payment reference take turns, until the transaction ends. */
export const lockPaymentReference = (tx: Db, reference: string): Promise<void> => takeTurns(tx, `payment reference ${reference}`)

export async function isReferenceUsed(tx: Db, reference: string): Promise<boolean> {
  const row = await tx.selectFrom('purchase').select('id').where('payment_reference', '=', reference).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Pending orders whose reservation has passed, the longest due first. */
export async function listDue(db: Db, now: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('id')
    .where('status', '=', sql.lit('pending' as const))
    .where('reserved_until', '<=', now)
    .orderBy('reserved_until')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
