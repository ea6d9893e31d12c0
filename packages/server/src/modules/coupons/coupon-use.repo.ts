import { sql, type Selectable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { CouponTable } from '../../db/schema/coupons.ts'

export type CouponRow = Selectable<CouponTable>

/** A coupon by its code, ignoring case; with `lock` its row stays locked until the transaction ends. */
export async function findCouponByCode(db: Db, codeKey: string, { lock }: { lock: boolean }): Promise<CouponRow | undefined> {
  const query = db.selectFrom('coupon').selectAll().where('code_key', '=', codeKey)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** A coupon, even a deleted one, locked until the transaction ends. */
export const lockCoupon = (tx: Db, id: number): Promise<CouponRow | undefined> =>
  forUpdate(tx, tx.selectFrom('coupon').selectAll().where('id', '=', id)).executeTakeFirst()

export async function listCouponProducts(db: Db, couponId: number): Promise<number[]> {
  const rows = await db.selectFrom('coupon_product').select('product_id').where('coupon_id', '=', couponId).execute()
  return rows.map((row) => row.product_id)
}

export async function changeUses(tx: Db, couponId: number, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('coupon')
    .set({ current_usage: sql`current_usage + ${by}` })
    .where('id', '=', couponId)
    .execute()
}
