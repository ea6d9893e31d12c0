import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { listOrderKeys, type OrderKeyRow } from '../keys/order-keys.service.ts'
import * as repo from './orders.repo.ts'

/** An order as stored. Every view of an order is made from this one shape (order-views.rules.ts). */
export interface LoadedOrder {
  readonly row: repo.OrderRow
  /** In the order of their creation. */
  readonly items: readonly repo.OrderItemRow[]
  /** Oldest first. */
  readonly refunds: readonly LoadedRefund[]
  /** The keys that its items hold, including revoked ones, oldest first. Empty unless requested. */
  readonly keys: readonly OrderKeyRow[]
}

export type LoadedRefund = repo.RefundRow & { readonly items: readonly repo.RefundItemRow[] }

interface Wanted {
  /** Their values are secrets: views mask them, or record who sees them. */
  readonly keys?: boolean
}

/** Orders by id, in the order of the ids. Unknown ids are left out. At most five statements, whatever the number of orders. */
export async function loadOrders(db: Db, ids: readonly number[], wanted: Wanted = {}): Promise<LoadedOrder[]> {
  const rows = new Map((await repo.listOrders(db, ids)).map((row) => [row.id, row]))
  return loadRest(
    db,
    ids.flatMap((id) => rows.get(id) ?? []),
    await repo.listItems(db, ids),
    wanted,
  )
}

/** @throws 404 */
export async function loadOrder(db: Db, id: number, wanted: Wanted = {}): Promise<LoadedOrder> {
  const [order] = await loadOrders(db, [id], wanted)
  if (order === undefined) throw notFound('Order')
  return order
}

/** Completes orders whose rows and items are already loaded. Reads nothing if no item is refunded and keys are not requested. */
export async function loadRest(
  db: Db,
  rows: readonly repo.OrderRow[],
  items: readonly repo.OrderItemRow[],
  { keys = false }: Wanted,
): Promise<LoadedOrder[]> {
  const refunds = await loadRefunds(db, items)
  const keysByItem = keys ? Map.groupBy(await listOrderKeys(db, idsOf(items)), (key) => key.item_id) : undefined
  const byOrder = Map.groupBy(items, (item) => item.order_id)
  return rows.map((row) => {
    const own = byOrder.get(row.id) ?? []
    const theirs = own.flatMap(({ id }) => keysByItem?.get(id) ?? []).toSorted((one, other) => one.id - other.id)
    return { row, items: own, refunds: refunds.get(row.id) ?? [], keys: theirs }
  })
}

/** Refunds by order id. */
async function loadRefunds(db: Db, items: readonly repo.OrderItemRow[]): Promise<ReadonlyMap<number, LoadedRefund[]>> {
  const orderIds = new Set(items.filter(({ refunded_quantity }) => refunded_quantity > 0).map(({ order_id }) => order_id))
  const rows = orderIds.size === 0 ? [] : await repo.listRefunds(db, [...orderIds])
  if (rows.length === 0) return new Map()
  const byRefund = Map.groupBy(await repo.listRefundItems(db, idsOf(rows)), (item) => item.refund_id)
  return Map.groupBy(
    rows.map((row) => ({ ...row, items: byRefund.get(row.id) ?? [] })),
    (refund) => refund.order_id,
  )
}
