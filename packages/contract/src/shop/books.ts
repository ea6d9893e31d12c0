import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { oneOf } from '../fields.ts'
import { salesPeriod } from '../lists.ts'
import { namedPeriods } from '../choices.ts'
import { amount, count, listOf, text } from '../tolerant.ts'

/** What an accountant needs of some sales (docs/reference/books.md, The columns). Amounts are dollars. */
export const booksSums = z.object({
  units: count,
  /** At list prices. */
  sales: amount,
  discounts: amount,
  refunded_units: count,
  refunds: amount,
  /** Sales less discounts and refunds: as in the statistics. */
  revenue: amount,
  commissions: amount,
  payouts: amount,
  /** What the sold keys cost, as far as it is known. */
  cost: amount,
  units_without_cost: count,
  /** Revenue less cost. */
  profit: amount,
})
export type BooksSums = z.infer<typeof booksSums>

/** No sold key has a known cost: the cost is unknown and not 0, and so is the profit. */
export const isCostUnknown = (sums: { readonly cost: number | null; readonly units_without_cost: number | null }): boolean =>
  sums.cost === 0 && (sums.units_without_cost ?? 0) > 0

/** The books of a period. Days and products without anything are left out. */
export const booksOfPeriod = z.object({
  from: text,
  to: text,
  /** Whose days they are: the zone of the shop's books, or the one asked for. */
  time_zone: text,
  totals: booksSums,
  by_day: listOf(z.extend(booksSums, { /** YYYY-MM-DD. */ day: text })),
  by_product: listOf(z.extend(booksSums, { product_id: count, product_name: text })),
})
export type BooksOfPeriod = z.infer<typeof booksOfPeriod>

/** The query for the books. A named period is that of today in their zone. */
const booksPeriod = z.extend(salesPeriod, { period: z.optional(oneOf('period', namedPeriods)) })
export type BooksPeriod = z.infer<typeof booksPeriod>

export const books = {
  read: endpoint({
    method: 'GET',
    path: '/admin/books',
    access: 'payouts:read',
    summary: 'Revenue, refunds, discounts, commissions, payouts, cost and profit of a period, by day and by product',
    beyondSpec: true,
    query: booksPeriod,
    response: wrapped(booksOfPeriod),
  }),
}

/** A file and no JSON, so it is not in `books`. */
export const booksExport = endpoint({
  method: 'GET',
  path: '/admin/books.csv',
  access: 'payouts:read',
  summary: 'The books of a period as CSV: a row for each day and product, one for the payouts of a day, and totals',
  query: booksPeriod,
  response: z.string(),
})
