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
import { requireCouponId } from '../coupons/coupons.service.ts'
import { listLastSold, sumCouponBetween, sumLines, type CouponSums } from '../orders/order-sums.service.ts'
import { listAllProducts } from '../products/products.service.ts'
import { listProductTotals, listQuarterHours, sumProductDays } from '../sales/sales.service.ts'
import { splitAtDays, splitTrend, utcDaysOf } from './statistics.rules.ts'

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

const dayMs = 86_400_000
const tooLong = `from must be at most ${mostSalesDays} days before to`

/** Days of a time zone: a range with both ends included, or a number of days up to a day, by default today. */
interface PeriodRequest {
  readonly days: number
  readonly from?: string
  readonly to?: string
  readonly time_zone: string
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
  const total = (part: keyof CouponSums) => sums.reduce((sum, each) => sum + each[part], 0)
  const whole = { uses: total('uses'), revenue_cents: total('revenue_cents'), discount_cents: total('discount_cents') }
  return { ...toUsage(whole), by_day: days.map(({ day }, nth) => ({ day, ...toUsage(sums[nth + 1]!) })) }
}

/**
 * Sales of each product in a period, in dollars, and the revenue over time. Products without sales have no row. Completed orders only: the
 * sum equals the revenue of the period's days (docs/reference/orders.md, Statistics).
 * @throws 400 for a period that is too long
 */
export async function listPeriodSales({ db, now }: Deps, request: PeriodRequest): Promise<PeriodSales[]> {
  const listed = daysOf(request, dayOf(now(), request.time_zone))
  const { days, ends } = splitAtDays(listed[0]!.from, listed.at(-1)!.before)
  const { rest, points } = splitTrend(listed)
  const ranges = rest === null ? points : [rest, ...points]
  const sold = (await listProductTotals(db)).map(({ product_id }) => product_id)
  const stored =
    days === null
      ? []
      : await sumProductDays(
          db,
          ranges.map((range) => utcDaysOf(range, days)),
        )
  const counted = ends.map(async ({ from, before }) => {
    const range = from === listed[0]!.from ? 0 : ranges.length - 1
    return (await sumLines(db, sold, from, before)).map((sums) => ({ ...sums, range }))
  })
  const byProduct = Map.groupBy([...stored, ...(await Promise.all(counted)).flat()], ({ product_id }) => product_id)
  return [...byProduct]
    .toSorted(([one], [other]) => one - other)
    .map(([product_id, sums]) => {
      const cents = ranges.map(() => 0)
      for (const { range, revenue_cents } of sums) cents[range]! += revenue_cents
      return {
        product_id,
        quantity: sums.reduce((sum, { quantity }) => sum + quantity, 0),
        revenue: centsToDollars(cents.reduce((sum, each) => sum + each)),
        trend: cents.slice(ranges.length - points.length).map(centsToDollars),
      }
    })
    .filter(({ quantity }) => quantity > 0)
}

/** The days of a period, each with its start and end. */
function daysOf({ days, from, to, time_zone }: PeriodRequest, today: string): { day: string; from: string; before: string }[] {
  const last = to ?? today
  const count = from === undefined ? days : (Date.parse(last) - Date.parse(from)) / dayMs + 1
  if (count < 1) throw invalid('from must not be after to', { from: 'from must not be after to' })
  if (count > mostSalesDays) throw invalid(tooLong, { from: tooLong })
  const starts = [...daysUpTo(last, count), addDays(last, 1)].map((day) => ({ day, from: momentOfDay(day, time_zone) }))
  return starts.slice(0, -1).map((start, nth) => ({ ...start, before: starts[nth + 1]!.from }))
}
