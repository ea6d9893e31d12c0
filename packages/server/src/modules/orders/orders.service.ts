import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { loadOrder } from './loaded-orders.service.ts'
import { toOrderSummary, type OrderSummary } from './order-views.rules.ts'
import * as repo from './orders.repo.ts'
import { customerKeyOf } from './orders.rules.ts'
import { newPageToken } from './page-link.service.ts'

export type OrderRow = repo.OrderRow

/**
 * The short form of an order (docs/reference/webhooks.md, Events).
 * @throws 404
 */
export const summarizeOrder = async (db: Db, id: number): Promise<OrderSummary> => toOrderSummary(await loadOrder(db, id))

/**
 * Changes the email of an order whose customer cannot be reached. The link to its page ends, because it was mailed to the former address.
 * Limits per customer still count the order for the address that bought it.
 * @param tx a transaction that has locked the order
 */
export async function changeEmail(tx: Db, deps: Deps, actor: Actor, row: OrderRow, email: string): Promise<OrderRow> {
  const page = row.page_token_hash === null ? {} : newPageToken(deps, row.id)
  const changed = { ...row, customer_email: email, customer_key: customerKeyOf(email), ...page }
  await repo.setEmail(tx, changed)
  const changes = { customer_email: { before: row.customer_email, after: email } }
  await recordActivity(tx, { actor, action: 'order.email_changed', subject: { kind: 'order', id: row.id }, changes, at: deps.now() })
  return changed
}

/** The emails of some orders, by order id. */
export const listEmails = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await repo.listOrders(db, ids)).map((row) => [row.id, row.customer_email]))

/** How many orders each API key has made, and how many of them are pending, by API key id. Keys without orders are left out. */
export async function countOrdersOfApiKeys(db: Db): Promise<Map<number, { orders: number; pending_orders: number }>> {
  const pending = new Map((await repo.countPendingByApiKey(db)).map(({ id, count }) => [id, count]))
  return new Map((await repo.countByApiKey(db)).map(({ id, count }) => [id, { orders: count, pending_orders: pending.get(id) ?? 0 }]))
}

/** Whether the shop has ever sold something, refunded orders included. */
export const hasCompletedOrder = repo.hasCompleted

/** The distinct variants of an order. */
export const listVariantsOfOrder = async (db: Db, id: number): Promise<number[]> => [
  ...new Set((await repo.listItems(db, [id])).map((item) => item.variant_id)),
]

/** The orders of some order items, by the id of the item. */
export const listOrdersOfItems = repo.listOrdersOfItems

/** Detaches a purged coupon from at most `limit` of its orders. Returns from how many. They keep its code. */
export const takeCoupon = repo.takeCoupon
