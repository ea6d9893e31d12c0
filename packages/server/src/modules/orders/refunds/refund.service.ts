import { centsToDollars, keysToRevoke, type RefundInput } from '@keydesk/contract'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { idsOf } from '../../../ids.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { listOrderKeys, listReplacements, revokeKeys } from '../../keys/order-keys.service.ts'
import { reduceReferralOf } from '../../referrals/referral-earning.service.ts'
import { countOrders, type CountedOrder } from '../../sales/sales.service.ts'
import { requireLocked, requireStep, type Stepped } from '../order-steps.service.ts'
import * as repo from '../orders.repo.ts'
import { takeStep } from '../orders.rules.ts'
import { namedKeys, planRefund, type RefundPlan } from './refund.rules.ts'

/**
 * Refunds a completed order, or single units of its items: revokes their keys, and reduces the commission and the statistics by their
 * share. The last unit makes the order refunded and its referral rejected (docs/reference/orders.md, Refunds).
 * @throws 404, 409 `invalid_transition`, otherwise as `planRefund` and `namedKeys`
 */
export async function refundOrder(tx: Db, deps: Deps, actor: Actor, id: number, { reason, items }: RefundInput): Promise<Stepped> {
  const row = await requireLocked(tx, actor, id)
  requireStep(row, 'refunded')
  const plan = planRefund(id, await repo.listItems(tx, [id]), items)
  const at = deps.now()
  const refund = { order_id: id, at: at.toISOString(), actor: actor.name, reason: reason || null, total_cents: plan.cents }
  await storeRefund(tx, refund, plan, items, row.shop_import_id !== null)
  const refunded_cents = row.refunded_cents + plan.cents
  const left = row.total_cents - refunded_cents
  if (row.referral_code !== null) await reduceReferralOf(tx, id, { left, total: row.total_cents, isWhole: plan.isWhole })
  await countOrders(tx, [takenBack(row, plan)], { now: at, sign: -1, costs: false })
  const after = { ...(plan.isWhole ? takeStep(row, 'refunded', at) : row), refunded_cents }
  await repo.updateOrder(tx, after)
  await record(tx, actor, row, after, plan, refund.reason, at)
  return { row: after, items: plan.items }
}

/**
 * Stores a refund with its items. The revoked keys refer to it.
 * @param wanted the items as the caller named them
 * @param isImported whether the order is from another shop, so that units may be without a key
 */
async function storeRefund(
  tx: Db,
  refund: Parameters<typeof repo.insertRefund>[1],
  { refunded }: RefundPlan,
  wanted: RefundInput['items'],
  isImported: boolean,
): Promise<void> {
  const rows = refunded.map(({ item, quantity, cents }) => ({ item_id: item.id, quantity, amount_cents: cents }))
  const refundId = await repo.insertRefund(tx, refund, rows)
  for (const { item } of refunded) await repo.updateItem(tx, item)
  const itemIds = refunded.map(({ item }) => item.id)
  const orderKeys = await listOrderKeys(tx, itemIds)
  const named = namedKeys(orderKeys, wanted)
  const replacements = (await listReplacements(tx, orderKeys)).map(({ new_key_id }) => ({ replacement_id: new_key_id }))
  const leaving = refunded.flatMap(({ item, quantity }) => {
    const keys = named.get(item.id) ?? keysToRevoke(orderKeys, replacements, item.id, quantity)
    // An imported order may have no keys. Impossible otherwise: a completed order holds a key for each unit.
    if (keys.length !== quantity && !isImported) throw new Error(`Item ${item.id} holds ${keys.length} keys instead of ${quantity}`)
    return keys
  })
  await revokeKeys(tx, idsOf(leaving), refundId)
}

/** What the refund subtracts from the statistics. */
function takenBack(row: repo.OrderRow, { refunded, isWhole }: RefundPlan): CountedOrder {
  const shares = refunded.map(({ item, quantity, cents: paid_cents }) => ({
    ...{ id: item.id, product_id: item.product_id, variant_id: item.variant_id, quantity, paid_cents },
  }))
  const { completed_at, api_key_id, shop_import_id } = row
  return { completedAt: completed_at!, items: shares, orders: isWhole ? 1 : 0, apiKeyId: api_key_id, isImported: shop_import_id !== null }
}

async function record(
  tx: Db,
  actor: Actor,
  before: repo.OrderRow,
  after: repo.OrderRow,
  { refunded, isWhole }: RefundPlan,
  reason: string | null,
  at: Date,
): Promise<void> {
  const changes = {
    ...(isWhole && { status: { before: before.status, after: after.status } }),
    refunded_total: { before: centsToDollars(before.refunded_cents), after: centsToDollars(after.refunded_cents) },
    refunded_items: {
      before: null,
      after: refunded.map(({ item, quantity }) => `${item.product_name} - ${item.variant_name} x${quantity}`),
    },
    ...(reason !== null && { refund_reason: { before: null, after: reason } }),
  }
  const action = isWhole ? 'order.refunded' : 'order.partly_refunded'
  await recordActivity(tx, { actor, action, subject: { kind: 'order', id: before.id }, changes, at })
}
