import { sql, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { ReferralTable } from '../../db/schema/referrals.ts'

export async function insertReferral(tx: Db, row: Omit<Selectable<ReferralTable>, 'id' | 'original_commission_cents'>): Promise<void> {
  await tx.insertInto('referral').values(row).execute()
}

export const findReferralOf = (db: Db, orderId: number): Promise<Selectable<ReferralTable> | undefined> =>
  db.selectFrom('referral').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** The completed referrals of these orders. */
export const listCompletedOf = (db: Db, orderIds: readonly number[]): Promise<{ order_id: number; commission_cents: number }[]> =>
  db
    .selectFrom('referral')
    .select(['order_id', 'commission_cents'])
    .where('order_id', 'in', idRows(db, orderIds))
    .where('status', '=', 'completed')
    .execute()

export async function setReferralStatus(tx: Db, id: number, status: ReferralTable['status']): Promise<void> {
  await tx.updateTable('referral').set({ status }).where('id', '=', id).execute()
}

/** Stores what a refund leaves of a commission. The original commission stays stored, too. */
export async function reduceCommission(tx: Db, id: number, cents: number): Promise<void> {
  await tx
    .updateTable('referral')
    .set({ commission_cents: cents, original_commission_cents: sql`coalesce(original_commission_cents, commission_cents)` })
    .where('id', '=', id)
    .execute()
}
