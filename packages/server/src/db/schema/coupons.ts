import type { DiscountType } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

export interface CouponTable {
  id: Generated<number>
  code: string
  /**
   * Lower case: codes are compared without case. The code of a deleted or purged coupon begins with a blank, which no valid code does, so
   * that the code is free again.
   */
  code_key: string
  discount_type: DiscountType
  /** Hundredths of a percent, or cents for `fixed_amount`. */
  discount_hundredths: number
  expiration_date: Moment
  /** Null if it is valid from the beginning. */
  starts_at: Moment | null
  max_usage: number
  max_usage_per_user: number
  /** The number of its orders, without cancelled and expired ones. */
  current_usage: number
  applicable_to_all: Bit
  is_active: Bit
  version: number
  created_at: Moment
  /** Set while it is deleted and can be restored. */
  deleted_at: Moment | null
}

export interface CouponProductTable {
  coupon_id: number
  product_id: number
}
