import { centsToDollars } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import * as repo from './orders.repo.ts'

/** An order as it is told to others: ids, counts and amounts in dollars; no keys. */
export interface OrderSummary {
  readonly order_id: number
  readonly customer_email: string
  readonly subtotal: number
  readonly discount: number
  readonly total: number
  /** What was refunded so far. */
  readonly refunded_total: number
  readonly items: readonly {
    readonly product_id: number
    readonly variant_id: number
    readonly quantity: number
    readonly total: number
    readonly refunded_quantity: number
  }[]
}

/**
 * An order in short (docs/reference/webhooks.md, Events).
 * @throws 404
 */
export async function summarizeOrder(db: Db, id: number): Promise<OrderSummary> {
  const row = await repo.findOrder(db, id)
  if (row === undefined) throw notFound('Order')
  const items = await repo.listItems(db, [id])
  return {
    ...{ order_id: id, customer_email: row.customer_email, subtotal: centsToDollars(row.subtotal_cents) },
    ...{ discount: centsToDollars(row.subtotal_cents - row.total_cents), total: centsToDollars(row.total_cents) },
    // By its lines: a refund changes them before the order.
    refunded_total: centsToDollars(items.reduce((sum, item) => sum + item.refunded_cents, 0)),
    items: items.map(({ product_id, variant_id, quantity, paid_cents, refunded_quantity }) => ({
      ...{ product_id, variant_id, quantity, total: centsToDollars(paid_cents), refunded_quantity },
    })),
  }
}

/** How many orders each API key has made, and how many of them are pending, by the key's id. Keys without orders are left out. */
export async function countOrdersOfApiKeys(db: Db): Promise<Map<number, { orders: number; pending_orders: number }>> {
  const pending = new Map((await repo.countPendingByApiKey(db)).map(({ id, count }) => [id, count]))
  return new Map((await repo.countByApiKey(db)).map(({ id, count }) => [id, { orders: count, pending_orders: pending.get(id) ?? 0 }]))
}

/** The variants of an order, each once. */
export const listVariantsOfOrder = async (db: Db, id: number): Promise<number[]> => [
  ...new Set((await repo.listItems(db, [id])).map((item) => item.variant_id)),
]
