import type { Db } from '../../db/schema.ts'
import { loadOrder } from './loaded-orders.service.ts'
import { toOrderSummary, type OrderSummary } from './order-views.rules.ts'
import * as repo from './orders.repo.ts'

/**
 * The short form of an order (docs/reference/webhooks.md, Events).
 * @throws 404
 */
export const summarizeOrder = async (db: Db, id: number): Promise<OrderSummary> => toOrderSummary(await loadOrder(db, id))

/** How many orders each API key has made, and how many of them are pending, by API key id. Keys without orders are left out. */
export async function countOrdersOfApiKeys(db: Db): Promise<Map<number, { orders: number; pending_orders: number }>> {
  const pending = new Map((await repo.countPendingByApiKey(db)).map(({ id, count }) => [id, count]))
  return new Map((await repo.countByApiKey(db)).map(({ id, count }) => [id, { orders: count, pending_orders: pending.get(id) ?? 0 }]))
}

/** The distinct variants of an order. */
export const listVariantsOfOrder = async (db: Db, id: number): Promise<number[]> => [
  ...new Set((await repo.listItems(db, [id])).map((item) => item.variant_id)),
]

/** The orders of some order lines, by line id. */
export const listOrdersOfItems = repo.listOrdersOfItems

/** Detaches a purged coupon from at most `limit` of its orders. Returns from how many. They keep its code. */
export const takeCoupon = repo.takeCoupon
