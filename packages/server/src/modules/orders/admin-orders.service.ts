import { utcDayOf, type CompleteInput, type OrderDetails, type OrderKey, type RefundInput, type ReplaceKeyInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { listActivityOf, recordActivity } from '../activity/activity.service.ts'
import { listOrderKeys, listOpenings, listReplacements } from '../keys/order-keys.service.ts'
import { readCostOfKey } from '../keys/key-costs.service.ts'
import { findReferralOf } from '../referrals/referral-earning.service.ts'
import { addCosts } from '../sales/sales.service.ts'
import * as stock from '../stock/reservation.service.ts'
import { withinKeyLimit } from './key-limit.service.ts'
import { loadOrder } from './loaded-orders.service.ts'
import { listMailsOf } from './mail-list.service.ts'
import * as steps from './order-steps.service.ts'
import { toCurrentKeys, toOrderDetails } from './order-views.rules.ts'
import * as repo from './orders.repo.ts'
import { newPageToken, pageUrlOf } from './page-link.service.ts'
import * as refunds from './refunds/refund.service.ts'

/**
 * One order with everything that the back office shows of it. Its keys are masked.
 * @throws 404
 */
export const requireOrder = (deps: Deps, id: number): Promise<OrderDetails> => viewOrder(deps.db, deps, id)

/**
 * The values of the keys that the customer of an order has, or had until a refund. The order's timeline shows who revealed them.
 * @throws 404, 409 `invalid_transition` for a pending order, whose keys may be sold to somebody else, 429 `key_limit_reached`
 */
export async function revealKeys(deps: Deps, actor: Actor, id: number): Promise<OrderKey[]> {
  return withinKeyLimit(deps, actor, id, async (tx) => {
    const order = await loadOrder(tx, id, { keys: true })
    if (order.row.status === 'pending') throw conflict('The keys of an order that is pending are not sold yet', 'invalid_transition')
    const keys = toCurrentKeys(order, await listReplacements(tx, order.keys))
    const changes = { keys: { before: null, after: keys.length } }
    if (keys.length > 0)
      await recordActivity(tx, { actor, action: 'order.keys_revealed', subject: { kind: 'order', id }, changes, at: deps.now() })
    return keys
  })
}

/**
 * Refunds a completed order or single items of it, like the storefront's call (docs/reference/orders.md, Refunds).
 * @throws as `refundOrder` in refund.service.ts
 */
export async function refundOrder(deps: Deps, actor: Actor, id: number, input: RefundInput): Promise<OrderDetails> {
  return transact(deps.db, async (tx) => {
    await refunds.refundOrder(tx, deps, actor, id, input)
    return viewOrder(tx, deps, id)
  })
}

/**
 * Completes a paid order that its storefront did not complete.
 * @throws as `completeByHand` in order-steps.service.ts
 */
export async function completeOrder(deps: Deps, actor: Actor, id: number, input: CompleteInput): Promise<OrderDetails> {
  return transact(deps.db, async (tx) => {
    await steps.completeByHand(tx, deps, actor, id, input)
    return viewOrder(tx, deps, id)
  })
}

/**
 * The address of an order's page, which shows its keys: it counts as revealing them, and the order's timeline shows who copied it.
 * @throws 404, 409 `invalid_transition` for an order that was never completed, `conflict` if no address is known or such pages are off;
 *   429 `key_limit_reached`
 */
export async function copyPageLink(deps: Deps, actor: Actor, id: number): Promise<string> {
  return withinKeyLimit(deps, actor, id, async (tx) => {
    const url = pageUrlOf(deps, await requirePage(tx, deps, actor, id))
    if (url === null) throw conflict('No link to this page is known. Make a new one')
    await recordActivity(tx, { actor, action: 'order.page_link_copied', subject: { kind: 'order', id }, at: deps.now() })
    return url
  })
}

/**
 * Gives the page of an order a new address; the previous one ends. Returns it. It counts as revealing the keys.
 * @throws 404, 409 `invalid_transition` for an order that was never completed, `conflict` if such pages are off; 429 `key_limit_reached`
 */
export async function renewPageLink(deps: Deps, actor: Actor, id: number): Promise<string> {
  return withinKeyLimit(deps, actor, id, async (tx) => {
    const row = await requirePage(tx, deps, actor, id)
    const renewed = { ...row, ...newPageToken(deps, id) }
    await repo.updateOrder(tx, renewed)
    await recordActivity(tx, { actor, action: 'order.page_link_renewed', subject: { kind: 'order', id }, at: deps.now() })
    return pageUrlOf(deps, renewed)!
  })
}

async function requirePage(tx: Db, { customerPages }: Deps, actor: Actor, id: number): Promise<repo.OrderRow> {
  if (!customerPages.orders) throw conflict('The pages of orders are turned off')
  const row = await steps.requireLocked(tx, actor, id)
  if (row.completed_at === null) throw conflict(`An order that is ${row.status} has no page`, 'invalid_transition')
  return row
}

/**
 * Cancels a pending order, like the storefront's call.
 * @throws 404, 409 `invalid_transition`
 */
export async function cancelOrder(deps: Deps, actor: Actor, id: number): Promise<OrderDetails> {
  return transact(deps.db, async (tx) => {
    await steps.cancelOrder(tx, deps, actor, id)
    return viewOrder(tx, deps, id)
  })
}

/**
 * Replaces a key of a completed order that does not work for the customer (docs/reference/keys.md, Replacing a key).
 * @throws 404 for a key that the order does not hold, 409 `invalid_transition`, `already_replaced`, `out_of_stock`, 429 `key_limit_reached`
 */
export async function replaceKey(deps: Deps, actor: Actor, id: number, keyId: number, input: ReplaceKeyInput): Promise<OrderDetails> {
  return withinKeyLimit(deps, actor, null, async (tx) => {
    const row = await steps.requireLocked(tx, actor, id)
    const items = await repo.listItems(tx, [id])
    const key = (await listOrderKeys(tx, idsOf(items))).find((one) => one.id === keyId)
    if (key === undefined) throw notFound('Key')
    if (row.status !== 'completed') throw conflict(`The keys of an order that is ${row.status} cannot be replaced`, 'invalid_transition')
    const { variant_id, product_id } = items.find((item) => item.id === key.item_id)!
    const newKeyId = await stock.replaceKey(tx, deps, actor, { ...key, variant_id }, input)
    await addCosts(tx, product_id, [{ day: utcDayOf(row.completed_at!), ...(await readCostOfKey(tx, newKeyId)) }])
    const changes = { key_id: { before: keyId, after: newKeyId }, reason: { before: null, after: input.reason } }
    await recordActivity(tx, { actor, action: 'key.replaced', subject: { kind: 'order', id }, changes, at: deps.now() })
    return viewOrder(tx, deps, id)
  })
}

async function viewOrder(db: Db, deps: Deps, id: number): Promise<OrderDetails> {
  const order = await loadOrder(db, id, { keys: true })
  return toOrderDetails(order, {
    replacements: await listReplacements(db, order.keys),
    referral: await findReferralOf(db, id),
    timeline: await listActivityOf(db, { kind: 'order', id }),
    mails: await listMailsOf(db, order.row),
    isMailOn: deps.mail !== null,
    isPageOn: deps.customerPages.orders,
    pageUrl: pageUrlOf(deps, order.row),
    openings: order.row.page_token_hash === null ? new Map() : await listOpenings(db, idsOf(order.keys)),
  })
}
