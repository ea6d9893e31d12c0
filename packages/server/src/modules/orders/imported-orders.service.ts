import { foldEmail, partOfCents } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listTouched } from '../activity/activity.service.ts'
import { deleteKeysOfItems, insertSoldKeys, type SoldKey } from '../keys/imported-keys.service.ts'
import { listExistingKeys, lockValues } from '../keys/keys.service.ts'
import { countOrders, type CountedOrder } from '../sales/sales.service.ts'
import * as past from './imported-orders.repo.ts'
import { customerKeyOf, withoutHash } from './orders.rules.ts'
import * as repo from './orders.repo.ts'
import { newPageToken } from './page-link.service.ts'

/**
 * Orders of another shop (docs/reference/shop-imports.md, Imported orders). They have no reservation, coupon use or commission, and send
 * nothing: there is no event of their own.
 */

/** Amounts are in cents, moments ISO 8601 in UTC. */
export interface ImportedOrder {
  /** The number in the other shop; empty if the file has none. */
  readonly externalNumber: string
  readonly email: string
  readonly at: string
  readonly completedAt: string
  /** The code alone: no coupon counts it. */
  readonly coupon: string
  readonly reference: string
  readonly refund: { readonly at: string; readonly reason: string | null } | null
  readonly items: readonly PastItem[]
}

interface PastItem {
  readonly variant: { readonly id: number; readonly name: string; readonly product_id: number; readonly product_name: string }
  readonly quantity: number
  readonly unit_cents: number
  readonly paid_cents: number
  readonly refunded_quantity: number
  /** At most one a unit, oldest first. */
  readonly keys: readonly string[]
}

interface Identity {
  readonly at: string
  readonly email: string
  readonly totalCents: number
  /** Its number in the other shop, or ''. */
  readonly externalNumber: string
}

/**
 * Which orders the shop has, of those made at these moments. They are compared by number: a later refund changes the total, and a correction
 * the email, but not the number. If one of two has none, they are compared by email and total.
 */
export async function findMadeAt(db: Db, moments: readonly string[]): Promise<(order: Identity) => boolean> {
  const [numbers, factsOfNumbered, factsOfOthers] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { created_at, customer_key, total_cents, external_number } of await past.listMadeAt(db, moments)) {
    const facts = `${created_at} ${customer_key} ${total_cents}`
    if (external_number === null) factsOfOthers.add(facts)
    else {
      factsOfNumbered.add(facts)
      numbers.add(`${created_at} ${external_number}`)
    }
  }
  return ({ at, email, totalCents, externalNumber }) => {
    const facts = `${at} ${customerKeyOf(email)} ${totalCents}`
    if (factsOfOthers.has(facts)) return true
    return externalNumber === '' ? factsOfNumbered.has(facts) : numbers.has(`${at} ${withoutHash(externalNumber)}`)
  }
}

/** Stores imported orders, except those with a key that the shop has meanwhile. Returns those that are stored. */
export async function insertImportedOrders<Order extends ImportedOrder>(
  tx: Db,
  deps: Pick<Deps, 'now' | 'secrets'>,
  actor: Actor,
  shopImportId: number,
  orders: readonly Order[],
): Promise<readonly Order[]> {
  const values = orders.flatMap(({ items }) => items.flatMap(({ keys }) => keys))
  if (values.length > 0) await lockValues(tx)
  const taken = new Set((values.length === 0 ? [] : await listExistingKeys(tx, values)).map(({ value }) => value))
  const stored = orders.filter(({ items }) => !items.some(({ keys }) => keys.some((key) => taken.has(key))))
  const rows = await past.insertOrders(
    tx,
    stored.map((order) => toRow(order, shopImportId)),
  )
  const planned = stored.flatMap((order, index) => order.items.map((item) => ({ row: rows[index]!, order, item })))
  const items = await past.insertItems(tx, planned.map(toItemRow))
  const inserted = planned.map((one, index) => ({ ...one, id: items[index]!.id }))
  const keys: SoldKey[] = []
  for (const [row, own] of Map.groupBy(inserted, (one) => one.row)) {
    const refundId = await insertRefundOf(tx, actor, row, own)
    keys.push(...own.flatMap(({ id, item, order }) => keysOf(item, id, refundId, order.completedAt)))
  }
  await insertSoldKeys(tx, keys)
  // The page of an order shows its keys.
  const withKeys = rows.filter((_, index) => stored[index]!.items.some((item) => item.keys.length > 0))
  await past.setPages(
    tx,
    withKeys.map(({ id }) => ({ id, ...newPageToken(deps, id) })),
  )
  await countOrders(tx, toCounted(rows, items), { now: deps.now(), sign: 1, costs: true })
  return stored
}

function toRow({ externalNumber, email, at, completedAt, coupon, reference, refund, items }: ImportedOrder, shopImportId: number) {
  const subtotal_cents = sumOf(items, (item) => item.unit_cents * item.quantity)
  const total_cents = sumOf(items, (item) => item.paid_cents)
  const isRefunded = items.every(({ quantity, refunded_quantity }) => refunded_quantity === quantity)
  return {
    ...{ customer_email: email, customer_key: customerKeyOf(email), limit_key: foldEmail(email), wants_mail: 0 as const },
    ...{ status: isRefunded ? ('refunded' as const) : ('completed' as const), subtotal_cents, total_cents },
    ...{ refunded_cents: sumOf(items, refundedOf), coupon_discount_cents: subtotal_cents - total_cents, referral_discount_cents: 0 },
    ...{ coupon_code: coupon || null, payment_reference: reference || null },
    ...{ created_at: at, completed_at: completedAt, reserved_until: completedAt },
    ended_at: isRefunded ? (refund?.at ?? completedAt) : null,
    ...{ shop_import_id: shopImportId, external_number: withoutHash(externalNumber) || null },
  }
}

interface PlannedOrderItem {
  readonly row: repo.OrderRow
  readonly order: ImportedOrder
  readonly item: PastItem
}

function toItemRow({ row, order, item }: PlannedOrderItem) {
  const { variant, quantity, refunded_quantity, unit_cents, paid_cents } = item
  return {
    ...{ order_id: row.id, product_id: variant.product_id, variant_id: variant.id },
    ...{ product_name: variant.product_name, variant_name: variant.name, quantity, unit_price_cents: unit_cents, paid_cents },
    ...{ refunded_quantity, refunded_cents: refundedOf(item), sold_at: refunded_quantity < quantity ? order.completedAt : null },
  }
}

/** Returns the id of the refund, or null if nothing of the order was refunded. */
async function insertRefundOf(
  tx: Db,
  actor: Actor,
  row: repo.OrderRow,
  own: readonly (PlannedOrderItem & { readonly id: number })[],
): Promise<number | null> {
  const back = own.filter(({ item }) => item.refunded_quantity > 0)
  if (back.length === 0) return null
  const { refund, completedAt } = back[0]!.order
  const items = back.map(({ id, item }) => ({ item_id: id, quantity: item.refunded_quantity, amount_cents: refundedOf(item) }))
  const of = { order_id: row.id, at: refund?.at ?? completedAt, actor: actor.name, reason: refund?.reason ?? null }
  return repo.insertRefund(tx, { ...of, total_cents: row.refunded_cents }, items)
}

/** The customer keeps the oldest keys; a refund revokes the others. */
const keysOf = ({ variant, keys, quantity, refunded_quantity }: PastItem, itemId: number, refundId: number | null, at: string): SoldKey[] =>
  keys.map((value, index) => {
    const isSold = index < quantity - refunded_quantity
    const holder = { variant_id: variant.id, value, order_item_id: itemId, created_at: at }
    return { ...holder, state: isSold ? 'sold' : 'revoked', refund_id: isSold ? null : refundId }
  })

/** What statistics count of these orders: the items without what was refunded. */
function toCounted(orders: readonly repo.OrderRow[], items: readonly repo.OrderItemRow[]): CountedOrder[] {
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id)
  return orders.map(({ id, completed_at, api_key_id }) => {
    const left = (byOrder.get(id) ?? []).map((item) => ({
      ...item,
      quantity: item.quantity - item.refunded_quantity,
      paid_cents: item.paid_cents - item.refunded_cents,
    }))
    return { completedAt: completed_at!, items: left, orders: 1, apiKeyId: api_key_id, isImported: true }
  })
}

const refundedOf = ({ paid_cents, refunded_quantity, quantity }: PastItem): number => partOfCents(paid_cents, refunded_quantity, quantity)
const sumOf = (items: readonly PastItem[], cents: (item: PastItem) => number): number => items.reduce((sum, item) => sum + cents(item), 0)

/** The orders of an import that are looked at together, after an id. */
export const pageImportedOrders = past.pageOfImport

/**
 * Deletes those of some imported orders that nobody has changed, with their keys and their share of the statistics. Returns how many.
 * @param tx a transaction
 */
export async function deleteImportedOrders(tx: Db, deps: Pick<Deps, 'now'>, ids: readonly number[]): Promise<number> {
  await past.lockOrders(tx, ids)
  const touched = new Set(await listTouched(tx, 'order', ids))
  const rows = (await repo.listOrders(tx, ids)).filter(({ id }) => !touched.has(id))
  if (rows.length === 0) return 0
  const free = idsOf(rows)
  const items = await repo.listItems(tx, free)
  await countOrders(tx, toCounted(rows, items), { now: deps.now(), sign: -1, costs: true })
  await deleteKeysOfItems(tx, idsOf(items))
  await past.deleteOrders(tx, free)
  return free.length
}

/** Which of these variants are in an item of an order. Reads all items. */
export const listVariantsOfItems = past.listVariantsOfItems

/** All orders with an id above another, in the order of their ids. */
export const pageAllOrders = past.pageAll
