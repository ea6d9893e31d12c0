import { addDays, limits, utcDayOf, type Demand } from '@keydesk/contract'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { findCostsOfItems, noCosts, type KeyCosts } from '../keys/key-costs.service.ts'
import * as repo from './sales.repo.ts'

/**
 * Stored sums of sales: a query over a million orders takes too long (docs/decisions/0015-stored-sums-of-sales.md). They change in the
 * transaction that completes or refunds an order.
 */

/** An order, or the refunded part of one. */
export interface CountedOrder {
  /** ISO 8601 in UTC. */
  readonly completedAt: string
  /** Items without units count only with their costs. */
  readonly items: readonly {
    readonly id: number
    readonly product_id: number
    readonly variant_id: number
    readonly quantity: number
    readonly paid_cents: number
  }[]
  /** 1, or 0 for a part of an order. */
  readonly orders: 0 | 1
  /** The key of the storefront that made it; null for an imported order. */
  readonly apiKeyId: number | null
  readonly isImported: boolean
}

interface Counting {
  readonly now: Date
  /** -1 subtracts the orders. */
  readonly sign: 1 | -1
  /** Whether the cost of their keys counts, too. That of refunded keys stays. */
  readonly costs: boolean
}

/** Adds orders to the sums, any number in few statements (docs/reference/orders.md, Statistics). */
export async function countOrders(tx: Db, orders: readonly CountedOrder[], { now, sign, costs }: Counting): Promise<void> {
  const counted = orders.flatMap(({ completedAt, items, isImported }) =>
    items.map(({ id, product_id, variant_id, quantity, paid_cents }) => ({
      ...{ id, product_id, variant_id, day: utcDayOf(completedAt), quantity: sign * quantity, revenue_cents: sign * paid_cents },
      isImported,
    })),
  )
  const sold = counted.filter(({ quantity }) => quantity !== 0)
  // The runway has no rows of earlier days, and does not count what another shop sold.
  const firstDay = addDays(utcDayOf(now), 1 - limits.demandDays)
  const recent = sumBy(
    sold.filter(({ day, isImported }) => day >= firstDay && !isImported),
    ['variant_id', 'day'],
    ['quantity'],
  )
  if (sign === 1) await repo.addVariantDays(tx, recent)
  else for (const row of recent) await repo.addToDay(tx, row)
  await repo.addVariantSales(tx, sumBy(sold, ['variant_id', 'product_id'], ['quantity', 'revenue_cents']))

  // After the sums of the variants are locked, for which a correction of a cost waits, too.
  const areImported = orders.some(({ isImported }) => isImported)
  const costOf = costs ? await findCostsOfItems(tx, idsOf(counted), areImported) : new Map<number, KeyCosts>()
  const paidOrCosting = counted.filter(({ id, quantity }) => quantity !== 0 || costOf.has(id))
  const withCosts = paidOrCosting.map((item) => {
    const { cost_cents, units_without_cost } = costOf.get(item.id) ?? noCosts
    return { ...item, cost_cents: sign * cost_cents, units_without_cost: sign * units_without_cost }
  })
  const sums = ['quantity', 'revenue_cents', 'cost_cents', 'units_without_cost'] as const
  await repo.addProductDays(tx, sumBy(withCosts, ['product_id', 'day'], sums))

  const payments = orders
    .filter(({ items }) => items.some(({ quantity }) => quantity > 0))
    .map(({ completedAt, items, orders: count, apiKeyId }) => ({
      ...{ starts_at: quarterHourStart(completedAt), api_key_id: apiKeyId, orders: sign * count },
      revenue_cents: sign * items.reduce((cents, { paid_cents }) => cents + paid_cents, 0),
    }))
  await repo.addQuarterHours(tx, sumBy(payments, ['starts_at'], ['orders', 'revenue_cents']))
  const toStores = payments.flatMap(({ api_key_id, ...payment }) => (api_key_id === null ? [] : { ...payment, api_key_id }))
  await repo.addApiKeySales(tx, sumBy(toStores, ['api_key_id'], ['revenue_cents']))
}

const quarterHourStart = (moment: string): string =>
  `${moment.slice(0, 14)}${String(Math.floor(Number(moment.slice(14, 16)) / 15) * 15).padStart(2, '0')}:00.000Z`

/** Rows with the same keys become one with the sums. In the order of the keys, so that two orders cannot deadlock. */
function sumBy<Sum extends string, Row extends Readonly<Record<Sum, number>>, Key extends keyof Row>(
  rows: readonly Row[],
  keys: readonly Key[],
  sums: readonly Sum[],
): Pick<Row, Key | Sum>[] {
  const groups = Map.groupBy(rows, (row) => keys.map((key) => row[key]).join(' '))
  const summed = [...groups.values()].map((same) => {
    const totals = sums.map((sum) => [sum, same.reduce((total, row) => total + row[sum], 0)] as const)
    return Object.fromEntries([...keys.map((key) => [key, same[0]![key]] as const), ...totals]) as Pick<Row, Key | Sum>
  })
  return summed.toSorted((one, other) => {
    const key = keys.find((each) => one[each] !== other[each])!
    return one[key] < other[key] ? -1 : 1
  })
}

/** Adds costs to a product, by the UTC day of the sales: of a key that replaced another, or of a key import whose cost was corrected. */
export async function addCosts(tx: Db, product_id: number, days: readonly (KeyCosts & { readonly day: string })[]): Promise<void> {
  const rows = days.map(({ day, cost_cents, units_without_cost }) => ({
    ...{ day, product_id, quantity: 0, revenue_cents: 0, cost_cents, units_without_cost },
  }))
  await repo.addProductDays(tx, rows)
}

/** Makes sales of a variant wait until the transaction ends. */
export const lockSales = (tx: Db, variant_id: number, product_id: number): Promise<void> =>
  repo.addVariantSales(tx, [{ variant_id, product_id, quantity: 0, revenue_cents: 0 }])

/** What was paid for the completed orders of each API key less refunds, in cents, by its id. Keys without sales are left out. */
export const listApiKeyRevenue = async (db: Db): Promise<Map<number, number>> =>
  new Map((await repo.listApiKeySales(db)).map(({ api_key_id, revenue_cents }) => [api_key_id, revenue_cents]))

/** Total sales of each product, in cents, and how many of its variants have sold. */
export const listProductTotals = repo.listProductTotals

/** Which variants have sold anything, less refunds, however long ago. */
export const findSoldVariants = async (db: Db, variantIds?: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(await repo.listSoldVariants(db, variantIds))

/** Sales of each product in a period, in cents, and the revenue of each of its parts, at least one. */
export const sumProductDays = repo.sumProductDays

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
