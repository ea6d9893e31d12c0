import {
  addDays,
  amountCell,
  byteOrderMark,
  centsToDollars,
  countCell,
  dayOf,
  dollarsToCents,
  isCostUnknown,
  lastSameDay,
  periodBefore,
  toCsvLine,
  type CalendarUnit,
  type CouponUsage,
  type DailySales,
  type PeriodSales,
  type StatisticsRow,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { creation, recordBeside } from '../activity/activity.service.ts'
import { requireCouponId } from '../coupons/coupons.service.ts'
import { listCostsByProduct, noCosts, type KeyCosts } from '../keys/key-costs.service.ts'
import { listLastSold, sumCouponBetween, sumItems, type CouponSums } from '../orders/lists/order-sums.service.ts'
import { listAllProducts, listProductNames } from '../products/products.service.ts'
import { listProductTotals, listQuarterHours, sumProductDays } from '../sales/sales.service.ts'
import { daysOf, joinDays, type ZonedDay, type PeriodRequest } from './periods.rules.ts'
import { pointOfEnd, splitAtDays, type SplitPeriod, splitTrend, utcDaysOf } from './statistics.rules.ts'

/**
 * The sales of every product, newest product first. Deleted products only if they have sales. Completed orders only, revenue in dollars
 * (docs/reference/orders.md, Statistics).
 */
export async function listProductSales({ db }: Deps): Promise<StatisticsRow[]> {
  const totals = new Map((await listProductTotals(db)).map((row) => [row.product_id, row]))
  const lastSold = await listLastSold(db, [...totals.keys()])
  const products = (await listAllProducts(db)).filter(({ id, is_deleted }) => !is_deleted || (totals.get(id)?.quantity ?? 0) > 0)
  return products.map(({ id, name, is_deleted }) => ({
    product_id: id,
    product_name: name,
    total_quantity: totals.get(id)?.quantity ?? 0,
    total_revenue: centsToDollars(totals.get(id)?.revenue_cents ?? 0),
    variants_sold: totals.get(id)?.variants_sold ?? 0,
    last_purchase_at: lastSold.get(id) ?? null,
    is_deleted,
  }))
}

/**
 * Completed orders and revenue in dollars by day of a time zone, and which of these days is today. Days without sales have zeros.
 * @throws 400 for a period that is too long
 */
export async function listDailySales({ db, now }: Deps, request: PeriodRequest): Promise<{ data: DailySales[]; meta: { today: string } }> {
  const today = dayOf(now(), request.time_zone)
  const days = daysOf(request, today)
  const sums = days.map(({ day }) => ({ day, orders: 0, cents: 0 }))
  let index = 0
  for (const { starts_at, orders, revenue_cents } of await listQuarterHours(db, days[0]!.from, days.at(-1)!.before)) {
    while (starts_at >= days[index]!.before) index += 1
    const sum = sums[index]!
    sum.orders += orders
    sum.cents += revenue_cents
  }
  return { data: sums.map(({ day, orders, cents }) => ({ day, orders, revenue: centsToDollars(cents) })), meta: { today } }
}

/**
 * Results of the orders with a coupon, in dollars: over its whole life, and for each day of a period (docs/reference/coupons.md, Usage).
 * @throws 404, 400 for a period that is too long
 */
export async function readCouponUsage({ db, now }: Deps, couponId: number, request: PeriodRequest): Promise<CouponUsage> {
  await requireCouponId(db, couponId)
  const days = daysOf(request, dayOf(now(), request.time_zone))
  const toUsage = ({ uses, revenue_cents, discount_cents }: CouponSums) => ({
    ...{ uses, revenue: centsToDollars(revenue_cents), discount: centsToDollars(discount_cents) },
  })
  // The time before and after the period, too: one pass over the orders answers both.
  const [earlier, later] = [
    { from: '', before: days[0]!.from },
    { from: days.at(-1)!.before, before: '9' },
  ]
  const sums = await sumCouponBetween(db, couponId, [earlier, ...days, later])
  const sumOf = (part: keyof CouponSums) => sums.reduce((sum, each) => sum + each[part], 0)
  const whole = { uses: sumOf('uses'), revenue_cents: sumOf('revenue_cents'), discount_cents: sumOf('discount_cents') }
  return { ...toUsage(whole), by_day: days.map(({ day }, nth) => ({ day, ...toUsage(sums[nth + 1]!) })) }
}

/** A period that may be the beginning of a calendar period. */
export interface ComparedRequest extends PeriodRequest {
  readonly calendar?: CalendarUnit
}

/**
 * Sales of each product in a period, in dollars, the revenue over time, the sales in the period before, and what a change is calculated
 * from. Products without sales in either have no row. Completed orders only: the sum equals the revenue of the period's days (docs/reference/orders.md, Statistics).
 * @param seesBooks false leaves out cost and profit
 * @throws 400 for a period that is too long
 */
export async function listPeriodSales({ db, now }: Deps, request: ComparedRequest, seesBooks: boolean): Promise<PeriodSales[]> {
  const today = dayOf(now(), request.time_zone)
  const listed = daysOf(request, today)
  const listedBefore = daysBefore(request, listed)
  const period = joinDays(listed)
  const points = splitTrend(listed)
  const beforePoints = { from: period.from, before: points[0]!.from }
  const own = splitAtDays(period)
  // After range 0, the period: the one before it, and what a change leaves out of each.
  const others = [listedBefore, ...leftOut(listed, listedBefore, today, request.calendar)].map(splitDays)
  const isRunning = listed.at(-1)!.day >= today
  const [ownDays, otherDays, counted, costs] = await Promise.all([
    sumProductDays(
      db,
      [beforePoints, ...points].map((part) => (own.days === null ? noDays : utcDaysOf(part, own.days))),
    ),
    Promise.all(others.map(async ({ days }) => (days === null ? [] : await sumProductDays(db, [days])))),
    sumItems(
      db,
      [own, ...others].flatMap(({ ends }) => ends),
    ),
    seesBooks ? listCostsByProduct(db, own.ends) : [],
  ])
  const trends = new Map(ownDays.map(({ product_id, parts: [, ...cents] }) => [product_id, cents]))
  for (const { product_id, nth, revenue_cents } of counted) {
    const point = pointOfEnd(own.ends[nth], points)
    if (point === undefined) continue
    const cents = trends.get(product_id) ?? points.map(() => 0)
    cents[point]! += revenue_cents
    trends.set(product_id, cents)
  }
  const days = [ownDays, ...otherDays].flatMap((each, range) => each.map((sums) => ({ ...sums, range })))
  const rangeOfEnd = [own, ...others].flatMap((part, range) => part.ends.map(() => range))
  const ends = counted.map((sums) => ({ ...sums, ...noCosts, range: rangeOfEnd[sums.nth]! }))
  const costsOfEnds = costs.map((sums) => ({ ...sums, quantity: 0, revenue_cents: 0, range: 0 }))
  const byProduct = Map.groupBy([...days, ...ends, ...costsOfEnds], ({ product_id }) => product_id)
  return [...byProduct]
    .toSorted(([one], [other]) => one - other)
    .map(([product_id, sums]) => {
      const inRange = (nth: number) => sums.filter(({ range }) => range === nth)
      return {
        product_id,
        ...toSales(inRange(0)),
        ...(seesBooks ? toProfit(inRange(0)) : { cost: null, profit: null, units_without_cost: null }),
        before: toSales(inRange(1)),
        // Of a period that is over it would be the same: a quarter of the answer.
        ...(isRunning && { compared: { revenue: toSales(inRange(0), inRange(2)).revenue, before: toSales(inRange(1), inRange(3)) } }),
        trend: (trends.get(product_id) ?? points.map(() => 0)).map(centsToDollars),
      }
    })
    .filter(({ quantity, cost, units_without_cost, before: { quantity: quantityBefore } }) =>
      [quantity, quantityBefore, cost, units_without_cost].some((figure) => (figure ?? 0) > 0),
    )
}

interface Sums extends KeyCosts {
  readonly quantity: number
  readonly revenue_cents: number
}

const total = (sums: readonly Sums[], part: keyof Sums): number => sums.reduce((sum, each) => sum + each[part], 0)

const toSales = (sums: readonly Sums[], less: readonly Sums[] = []) => ({
  quantity: total(sums, 'quantity') - total(less, 'quantity'),
  revenue: centsToDollars(total(sums, 'revenue_cents') - total(less, 'revenue_cents')),
})

function toProfit(sums: readonly Sums[]) {
  const cost = total(sums, 'cost_cents')
  const profit = total(sums, 'revenue_cents') - cost
  return { cost: centsToDollars(cost), profit: centsToDollars(profit), units_without_cost: total(sums, 'units_without_cost') }
}

/** The days of the period that a period is compared with. */
function daysBefore({ days, from: asked, time_zone, calendar }: ComparedRequest, listed: readonly ZonedDay[]): ZonedDay[] {
  const [first, last] = [listed[0]!.day, listed.at(-1)!.day]
  // A number of days is never a month, even if it falls on one.
  if (asked === undefined && calendar === undefined) return daysOf({ days, time_zone, to: addDays(first, -1) }, first)
  const { from, to } = periodBefore({ from: first, to: last }, calendar)
  return daysOf({ days, time_zone, from, to }, to)
}

/** The days that a change leaves out: those of the period that are not over, and those of the one before that are not the same days. */
function leftOut(listed: readonly ZonedDay[], before: readonly ZonedDay[], today: string, unit: CalendarUnit | undefined): ZonedDay[][] {
  const last = lastSameDay(endsOf(listed), endsOf(before), today, unit)
  return [listed.filter(({ day }) => day >= today), before.filter(({ day }) => day > last)]
}

const endsOf = (days: readonly ZonedDay[]) => ({ from: days[0]!.day, to: days.at(-1)!.day })

const splitDays = (days: readonly ZonedDay[]): SplitPeriod => (days.length === 0 ? { days: null, ends: [] } : splitAtDays(joinDays(days)))

/** A range without days. */
const noDays = { first: '9', last: '0' }

/**
 * The sales of each product in a period as CSV, with the period before. Records who exports.
 * @throws as `listPeriodSales`
 */
export async function* exportPeriodSales(deps: Deps, actor: Actor, request: ComparedRequest, seesBooks: boolean): AsyncGenerator<string> {
  const rows = await listPeriodSales(deps, request, seesBooks)
  const ids = rows.map(({ product_id }) => product_id)
  const names = await listProductNames(deps.db, ids)
  const { days, from, to, calendar } = request
  const changes = creation({ ...(from === undefined && { days }), ...(from && { from }), ...(to && { to }), ...(calendar && { calendar }) })
  recordBeside(deps, { actor, action: 'sales.exported', subject: { kind: 'export', id: 0, name: 'Sales by product' }, changes })
  const lines = rows.map((row) => [
    ...[countCell(row.product_id), names.get(row.product_id) ?? `Product ${row.product_id}`],
    ...[countCell(row.quantity), toAmount(row.revenue)],
    ...(seesBooks ? [isCostUnknown(row) ? '' : toAmount(row.cost), toAmount(row.profit), countCell(row.units_without_cost ?? 0)] : []),
    ...[countCell(row.before.quantity), toAmount(row.before.revenue)],
  ])
  const titles = [
    ...['Product ID', 'Product', 'Units', 'Revenue'],
    ...(seesBooks ? ['Cost', 'Profit', 'Keys without cost'] : []),
    ...['Units before', 'Revenue before'],
  ]
  yield byteOrderMark + [titles, ...lines].map(toCsvLine).join('')
}

const toAmount = (dollars: number | null) => amountCell(dollarsToCents(dollars ?? 0))
