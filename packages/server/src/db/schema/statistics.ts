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

export interface DailySalesTable {
  /** YYYY-MM-DD in UTC. */
  day: string
  orders: number
  revenue_cents: number
}
