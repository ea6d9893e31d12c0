import { centsToDollars, type DailySales, type StatisticsRow } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import * as repo from './statistics.repo.ts'

/**
 * The sales of every product, newest product first; of deleted ones, those that were sold. Completed orders only, revenue in dollars
 * (design section 4, "Statistics"). Costs the same however many orders there are.
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

/** Completed orders and dollars of the last days up to today, in UTC; a day without sales has zeros. */
export async function listDailySales({ db, now }: Deps, days: number): Promise<DailySales[]> {
  const wanted = Array.from({ length: days }, (_, index) => toDay(now(), days - 1 - index))
  const sold = new Map((await repo.listDailySales(db, wanted[0]!, wanted.at(-1)!)).map((row) => [row.day, row]))
  return wanted.map((day) => ({ day, orders: sold.get(day)?.orders ?? 0, revenue: centsToDollars(sold.get(day)?.revenue_cents ?? 0) }))
}

/** The day in UTC, so many days before a moment, as YYYY-MM-DD. */
const toDay = (moment: Date, daysBefore: number): string =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() - daysBefore)).toISOString().slice(0, 10)
