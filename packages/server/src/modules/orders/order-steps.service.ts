import type { CompleteInput, OrderStatus } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { system } from '../../actor.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { creation, recordActivity, type Changes } from '../activity/activity.service.ts'
import { countUseAgain, giveUseBack } from '../coupons/coupon-use.service.ts'
import { sellKeys, type OrderKeyRow } from '../keys/order-keys.service.ts'
import { completeReferralOf, rejectReferralOf, reopenReferralOf } from '../referrals/referral-earning.service.ts'
import { countOrders } from '../sales/sales.service.ts'
import { releaseKeys, reserveAgain } from '../stock/reservation.service.ts'
import * as repo from './orders.repo.ts'
import { newPageToken } from './page-link.service.ts'
import { canBecome, canCompleteByHand, isDue, isSamePayment, isVisible, takeStep } from './orders.rules.ts'

/**
 * The steps of an order: pending to completed, cancelled or expired. A completed one can be refunded (refund.service.ts). Each step locks
 * the order first, so the second of two concurrent steps sees the result of the first.
 */

export interface Stepped {
  readonly row: repo.OrderRow
  readonly items: readonly repo.OrderItemRow[]
  /** The keys that this step sold, oldest first. */
  readonly sold?: readonly OrderKeyRow[]
}

/**
 * Completes an order whose payment was accepted: its keys now belong to the customer. A repeat with the same payment reference, or none,
 * returns the same answer.
 * @throws 404, 409 `invalid_transition` for an order that is neither pending nor completed, `payment_mismatch` for one that is completed
 *   with another payment reference or none, `payment_reference_used` for a reference of another order
 */
export async function completeOrder(tx: Db, deps: Deps, actor: Actor, id: number, paymentReference: string | null): Promise<Stepped> {
  const row = await requireLocked(tx, actor, id)
  if (row.status === 'completed') {
    if (!isSamePayment(row, paymentReference)) throw conflict(`Order ${id} was completed with another payment`, 'payment_mismatch')
    return { row, items: await repo.listItems(tx, [id]) }
  }
  requireStep(row, 'completed')
  if (paymentReference !== null) await requireNewReference(tx, paymentReference)
  return completeLocked(tx, deps, actor, row, paymentReference)
}

/**
 * Completes a paid order that its storefront does not complete: a pending one, or one that ended before the payment arrived. An ended one
 * takes keys from stock again, and counts for coupon and referrer again; its price stays (docs/reference/orders.md, Completing by hand).
 * @throws 404, 409 `invalid_transition` for an order that is completed or refunded, `payment_reference_used`, `out_of_stock`
 */
export async function completeByHand(tx: Db, deps: Deps, actor: Actor, id: number, input: CompleteInput): Promise<Stepped> {
  const row = await requireLocked(tx, actor, id)
  if (!canCompleteByHand(row.status)) throw stepRefused(row, 'completed')
  const paymentReference = input.payment_reference || null
  if (paymentReference !== null) await requireNewReference(tx, paymentReference)
  const holding = row.status === 'pending' ? row : await holdAgain(tx, row)
  return completeLocked(tx, deps, actor, { ...holding, completion_reason: input.reason }, paymentReference)
}

/**
 * Reverses the release at the end of an order. The limits of its coupon apply: if no use is left, the order is detached from the coupon,
 * but keeps the code and the price.
 */
async function holdAgain(tx: Db, row: repo.OrderRow): Promise<repo.OrderRow> {
  // Variants before the coupon, as in a purchase and a release.
  await reserveAgain(tx, await repo.listItems(tx, [row.id]))
  const countCustomerUses = (couponId: number) => repo.countUsesOf(tx, couponId, row.limit_key)
  const isCounted = row.coupon_id !== null && (await countUseAgain(tx, row.coupon_id, countCustomerUses))
  if (row.referral_code !== null) await reopenReferralOf(tx, row.id)
  return isCounted ? row : { ...row, coupon_id: null }
}

/** Completes an order that this transaction has created or locked, and that holds its keys. */
export async function completeLocked(
  tx: Db,
  deps: Deps,
  actor: Actor,
  row: repo.OrderRow,
  paymentReference: string | null,
): Promise<Stepped> {
  const at = deps.now()
  const items = await repo.setSoldAt(tx, row.id, at.toISOString())
  const sold = await sellKeys(tx, idsOf(items))
  const due = items.reduce((sum, item) => sum + item.quantity, 0)
  // Impossible: a pending order holds its keys. Fail rather than take a payment without them.
  if (sold.length !== due) throw new Error(`Order ${row.id} holds ${sold.length} keys instead of ${due}`)
  if (row.referral_code !== null) await completeReferralOf(tx, row.id)
  const counted = { completedAt: at.toISOString(), items, orders: 1, apiKeyId: row.api_key_id, isImported: false } as const
  await countOrders(tx, [counted], { now: at, sign: 1, costs: true })
  return {
    row: await step(tx, actor, { ...row, ...newPageToken(deps, row.id), payment_reference: paymentReference }, 'completed', at),
    items,
    sold,
  }
}

/**
 * Cancels a pending order and releases its keys, coupon use and referral.
 * @throws 404, 409 `invalid_transition`
 */
export async function cancelOrder(tx: Db, deps: Deps, actor: Actor, id: number): Promise<Stepped> {
  const row = await requireLocked(tx, actor, id)
  requireStep(row, 'cancelled')
  return release(tx, deps, actor, row, 'cancelled')
}

/** Orders per round of expiring. Each has its own transaction, so that purchases can run in between. */
const dueAtOnce = 200

/**
 * Expires due reservations. Returns how many. If one fails, the others still expire, and the first error is thrown at the end. Safe on
 * several servers at once.
 * @param isStopped true stops it after the current batch
 */
export async function expireDue(deps: Deps, isStopped = () => false): Promise<number> {
  let expired = 0
  const failed = new Set<number>()
  async function* listDue() {
    while (!isStopped()) {
      const due = await repo.listDue(deps.db, deps.now().toISOString(), dueAtOnce + failed.size)
      const others = due.filter((id) => !failed.has(id))
      if (others.length === 0) return
      yield* others
    }
  }
  await eachInTurn(deps.failures, listDue(), async (id) => {
    failed.add(id)
    if (await transact(deps.db, (tx) => expireOrder(tx, deps, id))) expired += 1
    failed.delete(id)
  })
  return expired
}

/** Expires an order if it is still pending and due. It may have been completed, cancelled or expired meanwhile. */
export async function expireOrder(tx: Db, deps: Deps, id: number): Promise<boolean> {
  const row = await requireLocked(tx, system, id)
  if (!isDue(row, deps.now())) return false
  await release(tx, deps, system, row, 'expired')
  return true
}

async function release(tx: Db, deps: Deps, actor: Actor, row: repo.OrderRow, status: 'cancelled' | 'expired'): Promise<Stepped> {
  const at = deps.now()
  const items = await repo.listItems(tx, [row.id])
  await releaseKeys(tx, deps, actor, row.id, items)
  if (row.coupon_id !== null) await giveUseBack(tx, row.coupon_id)
  if (row.referral_code !== null) await rejectReferralOf(tx, row.id)
  return { row: await step(tx, actor, row, status, at), items }
}

/** An order, locked until the transaction ends. */
export const requireLocked = async (tx: Db, actor: Actor, id: number): Promise<repo.OrderRow> =>
  requireVisible(await repo.findOrder(tx, id, { lock: true }), actor)

/** @throws 404, also for an order of another API key */
export function requireVisible(row: repo.OrderRow | undefined, actor: Actor): repo.OrderRow {
  if (row === undefined || !isVisible(row, actor)) throw notFound('Order')
  return row
}

async function requireNewReference(tx: Db, reference: string): Promise<void> {
  await repo.lockPaymentReference(tx, reference)
  const paid = await repo.listByReference(tx, reference)
  if (paid.length > 0) throw conflict('This payment reference belongs to another order', 'payment_reference_used')
}

export function requireStep(row: repo.OrderRow, to: OrderStatus): void {
  if (!canBecome(row.status, to)) throw stepRefused(row, to)
}

const stepRefused = ({ status }: repo.OrderRow, to: OrderStatus) =>
  conflict(status === to ? `This order is already ${to}` : `An order that is ${status} cannot become ${to}`, 'invalid_transition')

async function step(tx: Db, actor: Actor, row: repo.OrderRow, to: Exclude<OrderStatus, 'pending'>, at: Date): Promise<repo.OrderRow> {
  const changes = { status: { before: row.status, after: to }, ...(to === 'completed' && completionOf(row)) }
  const stepped = takeStep(row, to, at)
  await repo.updateOrder(tx, stepped)
  await recordActivity(tx, { actor, action: `order.${to}`, subject: { kind: 'order', id: row.id }, changes, at })
  return stepped
}

/** The fields of a completion's activity row besides the status. */
function completionOf({ payment_reference, completion_reason, coupon_id, coupon_code }: repo.OrderRow): Changes {
  const isUncounted = completion_reason !== null && coupon_id === null && coupon_code !== null
  return creation({
    ...(payment_reference !== null && { payment_reference }),
    ...(completion_reason !== null && { completion_reason }),
    ...(isUncounted && { uncounted_coupon: coupon_code }),
  })
}
