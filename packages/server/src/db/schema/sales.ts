import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** Every time zone in use starts its days on a quarter hour of UTC, so these rows add up to the days of any zone. */
export interface QuarterHourSalesTable {
  starts_at: Moment
  orders: number
  revenue_cents: number
}

/** The sales of a product on a UTC day. */
export interface ProductDaySalesTable {
  /** YYYY-MM-DD. */
  day: string
  product_id: number
  quantity: number
  revenue_cents: number
  /** The known cost of the keys that its orders sold, also of those that were refunded or replaced since. */
  cost_cents: Generated<number>
  /** The number of these keys whose cost is unknown, and of the units of imported orders that have no key. */
  units_without_cost: Generated<number>
}

/** The total sales of a variant. */
export interface VariantSalesTable {
  variant_id: number
  product_id: number
  quantity: number
  revenue_cents: number
}

/** What was paid for the completed orders of an API key, less what was refunded. */
export interface ApiKeySalesTable {
  api_key_id: number
  revenue_cents: number
}

/**
 * The sales of a variant on a UTC day. A row means that the day counts for the runway: the variant had stock when the day began, which
 * cannot be queried later, or sold some of it. Rows are deleted when they are too old to count.
 */
export interface VariantDayTable {
  /** YYYY-MM-DD. */
  day: string
  variant_id: number
  quantity: number
}
