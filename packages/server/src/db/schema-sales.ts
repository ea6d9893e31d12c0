import type { DiscountType } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export interface CouponTable {
  id: Generated<number>
  code: string
  /** Lower case: codes compare without case. */
  code_key: string
  discount_type: DiscountType
  /** Hundredths of a percent, or cents for `fixed_amount`. */
  discount_hundredths: number
  expiration_date: Moment
  max_usage: number
  max_usage_per_user: number
  current_usage: number
  applicable_to_all: Bit
  is_active: Bit
  version: number
  created_at: Moment
}

export interface CouponProductTable {
  coupon_id: number
  product_id: number
}

/** How often a customer used a coupon in orders that were not given up. */
export interface CouponCustomerTable {
  coupon_id: number
  customer_key: string
  uses: number
}

export type PurchaseStatus = 'pending' | 'completed' | 'cancelled' | 'expired' | 'refunded'

/** An order; the word itself is taken in SQL. */
export interface PurchaseTable {
  id: Generated<number>
  customer_email: string
  /** Lower case. */
  customer_key: string
  status: PurchaseStatus
  subtotal_cents: number
  coupon_discount_cents: number
  referral_discount_cents: number
  total_cents: number
  coupon_id: number | null
  coupon_code: string | null
  referral_code: string | null
  payment_reference: string | null
  created_at: Moment
  reserved_until: Moment
  completed_at: Moment | null
  /** When it was cancelled, expired or refunded. */
  ended_at: Moment | null
}

export interface PurchaseItemTable {
  id: Generated<number>
  purchase_id: number
  product_id: number
  variant_id: number
  product_name: string
  variant_name: string
  quantity: number
  unit_price_cents: number
  /** After its share of the discounts. */
  paid_cents: number
  /** Set while the order counts as a sale. */
  sold_at: Moment | null
}

export interface ReferralTable {
  id: Generated<number>
  referrer_id: number
  purchase_id: number
  commission_cents: number
  status: 'pending' | 'completed' | 'rejected'
  created_at: Moment
}

export interface PayoutTable {
  id: Generated<number>
  user_id: number
  amount_cents: number
  wallet_type: string
  wallet_address: string
  status: 'pending' | 'completed' | 'failed'
  transaction_id: string | null
  created_at: Moment
}

export interface AnnouncementTable {
  id: Generated<number>
  title: string
  content: string
  version: number
  created_at: Moment
  updated_at: Moment
}

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

/** The answer to a store call that carried an Idempotency-Key, kept for its repeats. */
export interface IdempotentAnswerTable {
  api_key_id: number
  key: string
  request_hash: string
  status: number
  body: Json
  created_at: Moment
}
