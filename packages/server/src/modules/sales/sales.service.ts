import { addDays, limits, type Demand } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { noCosts, type KeyCosts } from '../keys/key-costs.service.ts'
import * as repo from './sales.repo.ts'
import { quarterHourStart, utcDayOf } from './sales.rules.ts'

/**
 * Stored sums of sales: a query over a million orders takes too long (docs/decisions/0015-stored-sums-of-sales.md). They change in the
 * transaction that completes or refunds an order.
 */

/** An order, or the refunded part of one. */
export interface CountedOrder {
  /** ISO 8601 in UTC. */
  readonly completedAt: string
  readonly items: readonly {
    readonly product_id: number
    readonly variant_id: number
    readonly quantity: number
    readonly paid_cents: number
  }[]
  /** 1, or 0 for a part of an order. */
  readonly orders: 0 | 1
  /** The key of the storefront that made it; null if none did. */
  readonly apiKeyId?: number | null
}

/**
 * Adds an order to the sums (docs/reference/orders.md, Statistics).
 * @param findCosts reads the costs of the sold keys, by product. Called after the sums of the variants are locked, for which a correction
 *   of a cost waits, too
 */
export async function countOrder(tx: Db, order: CountedOrder, findCosts: () => Promise<ReadonlyMap<number, KeyCosts>>): Promise<void> {
  await repo.addVariantDays(tx, dayRowsOf(order))
  await addSums(tx, order, 1, findCosts)
}

/** Adds costs to a product, by the UTC day of the sales: of a key that replaced another, or of a batch whose cost was corrected. */
export async function addCosts(tx: Db, product_id: number, days: readonly (KeyCosts & { readonly day: string })[]): Promise<void> {
  const rows = days.map(({ day, cost_cents, units_without_cost }) => ({
    ...{ day, product_id, quantity: 0, revenue_cents: 0, cost_cents, units_without_cost },
  }))
  if (rows.length > 0) await repo.addProductDays(tx, rows)
}

/** Makes sales of a variant wait until the transaction ends. */
export const lockSales = (tx: Db, variant_id: number, product_id: number): Promise<void> =>
  repo.addVariantSales(tx, [{ variant_id, product_id, quantity: 0, revenue_cents: 0 }])

/** Subtracts the refunded part of an order from the periods in which the order was counted. The cost of its keys stays. */
export async function uncountOrder(tx: Db, order: CountedOrder): Promise<void> {
  for (const row of dayRowsOf(order)) await repo.subtractFromDay(tx, row)
  await addSums(tx, order, -1)
}

async function addSums(
  tx: Db,
  order: CountedOrder,
  sign: 1 | -1,
  findCosts = async (): Promise<ReadonlyMap<number, KeyCosts>> => new Map(),
): Promise<void> {
  const { completedAt, orders, apiKeyId = null } = order
  const variants = sumBy(order, 'variant_id', sign)
  await repo.addVariantSales(
    tx,
    variants.map(({ first, ...sums }) => ({ variant_id: first.variant_id, product_id: first.product_id, ...sums })),
  )
  const day = utcDayOf(completedAt)
  const costs = await findCosts()
  await repo.addProductDays(
    tx,
    sumBy(order, 'product_id', sign).map(({ first: { product_id }, ...sums }) => {
      const { cost_cents = 0, units_without_cost = 0 } = costs.get(product_id) ?? {}
      return { day, product_id, ...sums, cost_cents, units_without_cost }
    }),
  )
  const revenue_cents = variants.reduce((sum, variant) => sum + variant.revenue_cents, 0)
  await repo.addQuarterHours(tx, [{ starts_at: quarterHourStart(completedAt), orders: sign * orders, revenue_cents }])
  if (apiKeyId !== null) await repo.addApiKeySales(tx, { api_key_id: apiKeyId, revenue_cents })
}

/**
 * Adds many past orders to the sums, in few statements, or with the sign -1 subtracts them. The runway counts the days that it still keeps.
 */
export async function countPastOrders(tx: Db, past: readonly CountedOrder[], now: Date, sign: 1 | -1): Promise<void> {
  const firstDay = addDays(utcDayOf(now), 1 - limits.demandDays)
  const lines = past.flatMap(({ completedAt, items }) => items.map((item) => ({ ...item, day: utcDayOf(completedAt) })))
  const sum = (name: (line: (typeof lines)[number]) => string, some = lines) =>
    [...Map.groupBy(some, name).values()]
      .map(([first, ...rest]) => ({
        ...first!,
        quantity: sign * [first!, ...rest].reduce((units, { quantity }) => units + quantity, 0),
        revenue_cents: sign * [first!, ...rest].reduce((cents, { paid_cents }) => cents + paid_cents, 0),
      }))
      .toSorted((one, other) => one.variant_id - other.variant_id)
  const variants = sum(({ variant_id }) => String(variant_id))
  if (variants.length === 0) return
  const recent = lines.filter(({ day }) => day >= firstDay)
  const days = sum((line) => `${line.day} ${line.variant_id}`, recent).map(({ day, variant_id, quantity }) => ({
    day,
    variant_id,
    quantity,
  }))
  if (sign === 1 && days.length > 0) await repo.addVariantDays(tx, days)
  if (sign === -1) for (const row of days) await repo.subtractFromDay(tx, { ...row, quantity: -row.quantity })
  await repo.addVariantSales(
    tx,
    variants.map(({ variant_id, product_id, quantity, revenue_cents }) => ({ variant_id, product_id, quantity, revenue_cents })),
  )
  await repo.addProductDays(
    tx,
    sum(({ day, product_id }) => `${day} ${product_id}`)
      .toSorted((one, other) => one.product_id - other.product_id)
      .map(({ day, product_id, quantity, revenue_cents }) => ({ day, product_id, quantity, revenue_cents, ...noCosts })),
  )
  const quarters = Map.groupBy(past, ({ completedAt }) => quarterHourStart(completedAt))
  const rows = [...quarters].map(([starts_at, some]) => ({
    starts_at,
    orders: sign * some.reduce((count, { orders }) => count + orders, 0),
    revenue_cents: sign * some.reduce((cents, { items }) => cents + items.reduce((each, { paid_cents }) => each + paid_cents, 0), 0),
  }))
  await repo.addQuarterHours(
    tx,
    rows.toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1)),
  )
}

const dayRowsOf = (order: CountedOrder) =>
  sumBy(order, 'variant_id', 1).map(({ first, quantity }) => ({
    ...{ day: utcDayOf(order.completedAt), variant_id: first.variant_id, quantity },
  }))

/** Sums by id, in the order of the ids. */
function sumBy({ items }: CountedOrder, id: 'variant_id' | 'product_id', sign: 1 | -1) {
  const groups = [...Map.groupBy(items, (item) => item[id])].toSorted(([one], [other]) => one - other)
  return groups.map(([, [first, ...rest]]) => ({
    first: first!,
    quantity: sign * [first!, ...rest].reduce((sum, item) => sum + item.quantity, 0),
    revenue_cents: sign * [first!, ...rest].reduce((sum, item) => sum + item.paid_cents, 0),
  }))
}

/** What was paid for the completed orders of each API key less refunds, in cents, by its id. Keys without sales are left out. */
export const listApiKeyRevenue = async (db: Db): Promise<Map<number, number>> =>
  new Map((await repo.listApiKeySales(db)).map(({ api_key_id, revenue_cents }) => [api_key_id, revenue_cents]))

/** Total sales of each product, in cents, and how many of its variants have sold. */
export const listProductTotals = repo.listProductTotals

/** Sales of each product in each of these ranges of UTC days, in cents, by the index of the range. */
export const sumProductDays = repo.sumProductDays

/** The revenue of each product in each of these ranges of UTC days, at least one: cents by range, by product. */
export const listProductTrends = repo.listProductTrends

/** The quarter hours with sales from one moment until before another, in ascending order. */
export const listQuarterHours = repo.listQuarterHours

/** The demand of a variant without counted days: no sales and no stock. */
export const noDemand: Demand = { units: 0, days: 0 }

/** For more variants than this, the demand of all is read: to look up each takes longer. */
const mostLookedUp = 1_000

/** The weighted demand by variant id, for the runway (docs/reference/stock.md, Runway). Variants without counted days are left out. */
export async function findDemand(db: Db, now: Date, variantIds?: readonly number[]): Promise<ReadonlyMap<number, Demand>> {
  const lookedUp = variantIds !== undefined && variantIds.length > mostLookedUp ? undefined : variantIds
  return new Map((await repo.listDemand(db, utcDayOf(now), lookedUp)).map(({ variant_id, units, days }) => [variant_id, { units, days }]))
}

/** Counts a day for these variants, which have stock when it begins. Deletes days that are too old to count. */
export async function startDay(tx: Db, day: string, variantIds: readonly number[]): Promise<void> {
  await repo.countDay(tx, day, variantIds)
  await repo.deleteDaysBefore(tx, addDays(day, 1 - limits.demandDays))
}
