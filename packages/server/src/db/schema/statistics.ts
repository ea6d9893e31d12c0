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

/** What a variant sold on a day of UTC. A row means that the day counts: it had stock when the day began, or sold some of it. */
export interface VariantDayTable {
  /** YYYY-MM-DD. */
  day: string
  variant_id: number
  quantity: number
}

/** The weighted sums of the 27 days before `day`, which is the same in all rows. Made anew each day. */
export interface DemandSumTable {
  variant_id: number
  day: string
  units: number
  days: number
}

/** What a product sold in a quarter hour, and in a day of UTC: long periods are few rows, and their ends are exact in every time zone. */
export interface SpanSalesTable {
  kind: 'quarter_hour' | 'day'
  starts_at: Moment
  product_id: number
  quantity: number
  revenue_cents: number
}

/** What orders with a coupon sold in a quarter hour. Rows of a coupon go when it is purged. */
export interface CouponSalesTable {
  coupon_id: number
  starts_at: Moment
  uses: number
  revenue_cents: number
  discount_cents: number
}

/** Every time zone in use begins its days on a quarter hour of UTC, so these add up to the days of any of them. */
export interface QuarterHourSalesTable {
  starts_at: Moment
  orders: number
  revenue_cents: number
}
