import type { Insertable, Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { RefundItemTable, RefundTable } from '../../db/schema/orders.ts'
import type { OrderItemRow } from './orders.repo.ts'

export async function insertRefund(
  tx: Db,
  row: Omit<Insertable<RefundTable>, 'id'>,
  items: readonly Pick<RefundItemTable, 'item_id' | 'quantity' | 'amount_cents'>[],
): Promise<number> {
  const { id } = await tx.insertInto('refund').values(row).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('refund_item')
    .values(items.map((item) => ({ ...item, refund_id: id })))
    .execute()
  return id
}

/** Stores what a refund changes of a line. */
export async function updateItem(tx: Db, { id, refunded_quantity, refunded_cents, sold_at }: OrderItemRow): Promise<void> {
  await tx.updateTable('order_item').set({ refunded_quantity, refunded_cents, sold_at }).where('id', '=', id).execute()
}

export type RefundRow = Selectable<RefundTable>
export type RefundItemRow = Selectable<RefundItemTable>

/** The refunds of some orders, oldest first. */
export const listRefunds = (db: Db, orderIds: readonly number[]): Promise<RefundRow[]> =>
  db.selectFrom('refund').selectAll().where('order_id', 'in', idRows(db, orderIds)).orderBy('order_id').orderBy('id').execute()

export const listRefundItems = (db: Db, refundIds: readonly number[]): Promise<RefundItemRow[]> =>
  db.selectFrom('refund_item').selectAll().where('refund_id', 'in', idRows(db, refundIds)).orderBy('id').execute()
