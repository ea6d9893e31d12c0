import { centsToDollars, type OrderDetails, type OrderKey } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { listActivityOf, recordActivity } from '../activity/activity.service.ts'
import { findReferralOf } from '../referrals/referral-earning.service.ts'
import { listHeldKeys } from '../variants/reservation.service.ts'
import * as steps from './order-steps.service.ts'
import * as repo from './orders.repo.ts'
import { maskKey, toOrder } from './order-view.rules.ts'

/**
 * One order with everything that the back office shows of it; its keys are masked.
 * @throws 404
 */
export const requireOrder = (deps: Deps, id: number): Promise<OrderDetails> => viewOrder(deps.db, id)

/**
 * The key values of an order. The timeline records who saw them.
 * @throws 404
 */
export async function revealKeys(deps: Deps, actor: Actor, id: number): Promise<OrderKey[]> {
  return transact(deps.db, async (tx) => {
    if ((await repo.findOrder(tx, id)) === undefined) throw notFound('Order')
    const keys = await listKeys(tx, await repo.listItems(tx, [id]))
    const changes = { keys: { before: null, after: keys.length } }
    if (keys.length > 0)
      await recordActivity(tx, { actor, action: 'order.keys_revealed', subject: { kind: 'order', id }, changes, at: deps.now() })
    return keys
  })
}

/**
 * Refunds a completed order, like the storefront's call.
 * @throws 404, 409 `invalid_transition`
 */
export async function refundOrder(deps: Deps, actor: Actor, id: number): Promise<OrderDetails> {
  return transact(deps.db, async (tx) => {
    await steps.refundOrder(tx, deps, actor, id)
    return viewOrder(tx, id)
  })
}

/**
 * Cancels a pending order, like the storefront's call.
 * @throws 404, 409 `invalid_transition`
 */
export async function cancelOrder(deps: Deps, actor: Actor, id: number): Promise<OrderDetails> {
  return transact(deps.db, async (tx) => {
    await steps.cancelOrder(tx, deps, actor, id)
    return viewOrder(tx, id)
  })
}

async function viewOrder(db: Db, id: number): Promise<OrderDetails> {
  const row = await repo.findOrder(db, id)
  if (row === undefined) throw notFound('Order')
  const items = await repo.listItems(db, [id])
  const keys = await listKeys(db, items)
  const referral = await findReferralOf(db, id)
  return {
    ...toOrder(row, items),
    coupon_discount: centsToDollars(row.coupon_discount_cents),
    referral_discount: centsToDollars(row.referral_discount_cents),
    payment_reference: row.payment_reference ?? '',
    reserved_until: row.status === 'pending' ? row.reserved_until : null,
    completed_at: row.completed_at,
    keys: keys.map((key) => ({ ...key, value: maskKey(key.value) })),
    referral: referral
      ? { referrer: referral.referrer, commission_amount: centsToDollars(referral.commissionCents), status: referral.status }
      : null,
    timeline: await listActivityOf(db, { kind: 'order', id }),
  }
}

const listKeys = (db: Db, items: readonly repo.OrderItemRow[]): Promise<OrderKey[]> =>
  listHeldKeys(
    db,
    items.map((item) => item.id),
  )
