import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { oneOf } from '../fields.ts'
import { comparedPeriod, salesPeriod } from '../lists.ts'
import { amount, count, flag, moment, nullableAmount, nullableCount, orElse, text } from '../tolerant.ts'

export const statisticsRow = z.object({
  product_id: count,
  product_name: text,
  total_quantity: count,
  /** Dollars that were paid for completed orders. */
  total_revenue: amount,
  /** How many different variants of the product were sold. */
  variants_sold: count,
  last_purchase_at: moment,
  /** The product is deleted; its sales stay readable. */
  is_deleted: flag,
})
export type StatisticsRow = z.infer<typeof statisticsRow>

export const dailySales = z.object({
  /** YYYY-MM-DD in the requested time zone. */ day: text,
  orders: count,
  revenue: amount,
})
export type DailySales = z.infer<typeof dailySales>

const salesBefore = z.object({ quantity: count, revenue: amount })
const nothing = { quantity: 0, revenue: 0 }

export const periodSales = z.object({
  product_id: count,
  quantity: count,
  /** Dollars that were paid for orders completed in the period. */
  revenue: amount,
  /** Revenue of equal stretches of the period, in order; empty if the host does not send it. */
  trend: orElse(z.array(amount), []),
  /** What the sold keys cost, in dollars, as far as it is known. This and the next two are null for a role that may not see the books. */
  cost: nullableAmount,
  /** Revenue less cost. */
  profit: nullableAmount,
  /** How many sold keys have no known cost, with the units of imported orders that have no key. */
  units_without_cost: nullableCount,
  /** Sales in the period before. */
  before: orElse(salesBefore, nothing),
  /** While the period includes today, what its change is calculated from: the days that are over, and the same days before. */
  compared: z.optional(orElse(z.object({ revenue: amount, before: salesBefore }), { revenue: 0, before: nothing })),
})
export type PeriodSales = z.infer<typeof periodSales>

export const statistics = {
  products: endpoint({
    method: 'GET',
    path: '/admin/purchases/stats',
    access: 'dashboard:read',
    summary: 'Sales of every product; completed orders only',
    response: wrapped(z.array(statisticsRow)),
  }),
  daily: endpoint({
    method: 'GET',
    path: '/admin/purchases/daily',
    access: 'dashboard:read',
    summary:
      'Completed orders and revenue by day of a time zone (UTC by default), without gaps: the last days up to today, or from a day to another',
    beyondSpec: true,
    query: salesPeriod,
    response: z.extend(wrapped(z.array(dailySales)), {
      /** The current day of the zone, which is not over yet. */
      meta: orElse(z.optional(z.object({ today: text })), undefined),
    }),
  }),
  byProduct: endpoint({
    method: 'GET',
    path: '/admin/purchases/by-product',
    access: 'dashboard:read',
    summary:
      'What each product sold in a period, which is given as for the days, in total and over time, and in the period before; completed orders only, products without sales left out',
    beyondSpec: true,
    query: z.extend(comparedPeriod, { format: z._default(oneOf('format', ['json', 'csv']), 'json') }),
    hasCsv: true,
    response: wrapped(z.array(periodSales)),
  }),
}
