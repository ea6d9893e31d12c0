import type { Moment } from './columns.ts'

export interface ProductSalesTable {
  product_id: number
  quantity: number
  revenue_cents: number
  last_purchase_at: Moment | null
}

export interface VariantSalesTable {
  variant_id: number
  product_id: number
  quantity: number
}

/** Every time zone in use begins its days on a quarter hour of UTC, so these add up to the days of any of them. */
export interface QuarterHourSalesTable {
  starts_at: Moment
  orders: number
  revenue_cents: number
}
