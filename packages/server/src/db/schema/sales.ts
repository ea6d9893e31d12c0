import type { Moment } from './columns.ts'

/** Every time zone in use begins its days on a quarter hour of UTC, so these add up to the days of any of them. */
export interface QuarterHourSalesTable {
  starts_at: Moment
  orders: number
  revenue_cents: number
}

/** What a product sold on a day of UTC. */
export interface ProductDaySalesTable {
  /** YYYY-MM-DD. */
  day: string
  product_id: number
  quantity: number
  revenue_cents: number
}

/** What a variant sold in all. */
export interface VariantSalesTable {
  variant_id: number
  product_id: number
  quantity: number
  revenue_cents: number
}

/**
 * What a variant sold on a day of UTC. A row means that the day counts for the runway: the variant had stock when the day began, which no
 * query can find out later, or sold some of it. Rows go when they are too old to count.
 */
export interface VariantDayTable {
  /** YYYY-MM-DD. */
  day: string
  variant_id: number
  quantity: number
}
