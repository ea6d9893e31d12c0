import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { wholeNumber } from '../lists.ts'
import { count, flag, orElse, text } from '../tolerant.ts'

/** How long the stock of one variant lasts (docs/reference/stock.md, Runway). */
export const runwayRow = z.object({
  product_id: count,
  product_name: text,
  variant_id: count,
  variant_name: text,
  /** Keys that can be sold now. */
  available: count,
  /** Units a day over the last 28 days, the last 7 weighted double; refunded ones do not count. Rounded to 2 decimals. */
  per_day: z.number(),
  /** Rounded down to 1 decimal; null where nothing sells. */
  days_left: z.nullable(z.number()),
  /** It sold at least one key, however long ago; refunded ones do not count. */
  has_sold: flag,
  /** Below 7 days, or at most the variant's own `low_stock_threshold`. */
  is_low: flag,
})
export type RunwayRow = z.infer<typeof runwayRow>

export const stock = {
  runway: endpoint({
    method: 'GET',
    path: '/admin/stock/runway',
    access: 'products:read',
    summary: 'How many days the stock of each variant lasts, fewest days first; variants of which nothing sells come last',
    beyondSpec: true,
    query: z.object({
      /** Variants that are sold out, low, or used up within so many days alone. */
      within_days: z.optional(wholeNumber('within_days', 1, 366)),
    }),
    response: z.extend(wrapped(z.array(runwayRow)), {
      /** Whether any variant has a key. */
      meta: orElse(z.optional(z.object({ has_stock: flag })), undefined),
    }),
  }),
}
