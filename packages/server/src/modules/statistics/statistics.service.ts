import { addDays, centsToDollars, dayOf, daysUpTo, startOfDay, type DailySales, type StatisticsRow } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
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

/**
 * Completed orders and dollars of the last days of a time zone, up to its today; a day without sales has zeros. Costs the same however many
 * orders there are.
 */
export async function listDailySales({ db, now }: Deps, { days, time_zone }: { days: number; time_zone: string }): Promise<DailySales[]> {
  const today = dayOf(now(), time_zone)
  const listed = daysUpTo(today, days)
  const startOf = (day: string) => startOfDay(day, time_zone).toISOString()
  // Also of the day after the last: each day ends where the next begins.
  const starts = [...listed, addDays(today, 1)].map(startOf)
  const sums = listed.map((day) => ({ day, orders: 0, cents: 0 }))
  let index = 0
  for (const { starts_at, orders, revenue_cents } of await repo.listQuarterHourSales(db, starts[0]!, starts.at(-1)!)) {
    while (starts_at >= starts[index + 1]!) index += 1
    const sum = sums[index]!
    sum.orders += orders
    sum.cents += revenue_cents
  }
  return sums.map(({ day, orders, cents }) => ({ day, orders, revenue: centsToDollars(cents) }))
}
