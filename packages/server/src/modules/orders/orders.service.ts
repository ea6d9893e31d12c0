import type { Db } from '../../db/schema.ts'
import { loadOrder } from './loaded-orders.service.ts'
import { toOrderSummary, type OrderSummary } from './order-views.rules.ts'
import * as repo from './orders.repo.ts'

/**
 * An order in short (docs/reference/webhooks.md, Events).
 * @throws 404
 */
export const summarizeOrder = async (db: Db, id: number): Promise<OrderSummary> => toOrderSummary(await loadOrder(db, id))

/** How many orders each API key has made, and how many of them are pending, by the key's id. Keys without orders are left out. */
export async function countOrdersOfApiKeys(db: Db): Promise<Map<number, { orders: number; pending_orders: number }>> {
  const pending = new Map((await repo.countPendingByApiKey(db)).map(({ id, count }) => [id, count]))
  return new Map((await repo.countByApiKey(db)).map(({ id, count }) => [id, { orders: count, pending_orders: pending.get(id) ?? 0 }]))
}

/** The variants of an order, each once. */
export const listVariantsOfOrder = async (db: Db, id: number): Promise<number[]> => [
  ...new Set((await repo.listItems(db, [id])).map((item) => item.variant_id)),
]

/** The orders of some order lines, by the line. */
export const listOrdersOfItems = repo.listOrdersOfItems

/** Takes a purged coupon from some of its orders, `limit` at most, and answers from how many. They keep its code. */
export const takeCoupon = repo.takeCoupon
