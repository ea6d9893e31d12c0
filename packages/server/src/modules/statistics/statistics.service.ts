import {
  addDays,
  centsToDollars,
  dayOf,
  daysUpTo,
  momentOfDay,
  mostSalesDays,
  type CouponUsage,
  type DailySales,
  type PeriodSales,
  type StatisticsRow,
} from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { spansBetween } from './spans.rules.ts'
import * as repo from './statistics.repo.ts'

/**
 * The sales of every product, newest product first; of deleted ones, those that were sold. Completed orders only, revenue in dollars
 * (docs/reference/orders.md, Statistics). Costs the same however many orders there are.
 */
export async function listProductSales({ db }: Deps): Promise<StatisticsRow[]> {
  return (await repo.listProductSales(db)).map((row) => ({
    product_id: row.id,
    product_name: row.name,
    total_quantity: row.quantity ?? 0,
    total_revenue: centsToDollars(row.revenue_cents ?? 0),
    variants_sold: row.variants_sold ?? 0,
    last_purchase_at: row.last_purchase_at,
    is_deleted: row.deleted_at !== null,
  }))
}

const dayMs = 86_400_000
const tooLong = `from must be at most ${mostSalesDays} days before to`

/** Days of a time zone: from one to another, both included, or so many up to a day, which is today unless it is said. */
export interface PeriodRequest {
  readonly days: number
  readonly from?: string
  readonly to?: string
  readonly time_zone: string
}

/**
 * Completed orders and dollars of the days of a time zone, and which of its days is today; a day without sales has zeros. Costs the same
 * however many orders there are.
 * @throws 400 for a period that is too long
 */
export async function listDailySales({ db, now }: Deps, request: PeriodRequest): Promise<{ data: DailySales[]; meta: { today: string } }> {
  const today = dayOf(now(), request.time_zone)
  const days = await byDay(daysOf(request, today), request, (from, before) => repo.listQuarterHourSales(db, from, before))
  const data = days.map(({ day, rows }) => ({
    ...{ day, orders: sumOf(rows, ({ orders }) => orders) },
    revenue: centsToDollars(sumOf(rows, ({ revenue_cents }) => revenue_cents)),
  }))
  return { data, meta: { today } }
}

/**
 * What orders with a coupon brought, in dollars: over its whole life, and by day of a period without gaps (docs/reference/coupons.md, Usage).
 * Costs what the quarter hours are in which it was used, however many orders there are.
 * @throws 400 for a period that is too long
 */
export async function readCouponUsage({ db, now }: Deps, couponId: number, request: PeriodRequest): Promise<CouponUsage> {
  const listed = daysOf(request, dayOf(now(), request.time_zone))
  const days = await byDay(listed, request, (from, before) => repo.listCouponSales(db, couponId, from, before))
  const by_day = days.map(({ day, rows }) => ({
    ...{ day, uses: sumOf(rows, ({ uses }) => uses) },
    revenue: centsToDollars(sumOf(rows, ({ revenue_cents }) => revenue_cents)),
    discount: centsToDollars(sumOf(rows, ({ discount_cents }) => discount_cents)),
  }))
  const { uses, revenue_cents, discount_cents } = await repo.sumCouponSales(db, couponId)
  return { uses, revenue: centsToDollars(revenue_cents), discount: centsToDollars(discount_cents), by_day }
}

/** Distributes quarter hours over the days of the request's time zone. */
async function byDay<Row extends { readonly starts_at: string }>(
  days: readonly string[],
  request: PeriodRequest,
  list: (from: string, before: string) => Promise<readonly Row[]>,
): Promise<{ readonly day: string; readonly rows: Row[] }[]> {
  // Of the day after, too: where each day ends.
  const starts = [...days, addDays(days.at(-1)!, 1)].map((day) => startOf(day, request))
  const listed = days.map((day) => ({ day, rows: [] as Row[] }))
  let index = 0
  for (const row of await list(starts[0]!, starts.at(-1)!)) {
    while (row.starts_at >= starts[index + 1]!) index += 1
    listed[index]!.rows.push(row)
  }
  return listed
}

const sumOf = <Row>(rows: readonly Row[], numberOf: (row: Row) => number): number => rows.reduce((sum, row) => sum + numberOf(row), 0)

/**
 * What each product sold in a period, in dollars; a product without sales has no row. Completed orders only: together they are the
 * revenue of the period's days. Costs what the products and days are, however many orders there are (docs/reference/orders.md, Statistics).
 * @throws 400 for a period that is too long
 */
export async function listPeriodSales({ db, now }: Deps, request: PeriodRequest): Promise<PeriodSales[]> {
  const days = daysOf(request, dayOf(now(), request.time_zone))
  const spans = spansBetween(startOf(days[0]!, request), startOf(addDays(days.at(-1)!, 1), request))
  return (await repo.sumSpanSales(db, spans)).map(({ product_id, quantity, cents }) => ({
    product_id,
    quantity,
    revenue: centsToDollars(cents),
  }))
}

function daysOf({ days, from, to }: PeriodRequest, today: string): string[] {
  const last = to ?? today
  const count = from === undefined ? days : (Date.parse(last) - Date.parse(from)) / dayMs + 1
  if (count < 1) throw invalid('from must not be after to', { from: 'from must not be after to' })
  if (count > mostSalesDays) throw invalid(tooLong, { from: tooLong })
  return daysUpTo(last, count)
}

/** When a day of the zone begins. */
const startOf = (day: string, { time_zone }: PeriodRequest): string => momentOfDay(day, time_zone)
