import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { countCouponSale, uncountCouponSale } from '../statistics/sales.service.ts'
import { findOrder, listItems, listLateForCoupon, updateOrder } from './orders.repo.ts'
import { discountLeft } from './refund.rules.ts'

const atOnce = 200

/**
 * Counts for their coupons what a server of the version before completed or refunded during an upgrade (docs/reference/coupons.md, Usage).
 * Several nodes may do so at once.
 */
export async function countLateForCoupons(deps: Deps): Promise<void> {
  await eachInTurn(await listLateForCoupon(deps.db, atOnce), (id) => transact(deps.db, (tx) => countLate(tx, id)))
}

async function countLate(tx: Db, id: number): Promise<void> {
  const row = await findOrder(tx, id, { lock: true })
  if (row === undefined || row.coupon_id === null || row.completed_at === null) return
  const coupon_counted = Number(row.status === 'completed')
  if (row.coupon_counted === coupon_counted) return
  const sale = {
    ...{ id: row.coupon_id, revenue_cents: row.total_cents - row.refunded_cents },
    discount_cents: discountLeft(row, await listItems(tx, [id])),
  }
  await (coupon_counted === 1 ? countCouponSale : uncountCouponSale)(tx, row.completed_at, sale)
  await updateOrder(tx, { ...row, coupon_counted })
}
