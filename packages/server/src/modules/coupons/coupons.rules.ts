import { centsToDollars, dollarsToCents, type Coupon, type CouponInput } from '@keydesk/contract'
import type { CouponRow } from './coupons.repo.ts'

/** The fields that a save may change, as in the request. */
export type CouponFields = Omit<CouponInput, 'version'>

/** @param max 0 means unlimited */
export const hasUsesLeft = (max: number, uses: number): boolean => max === 0 || uses < max

export const fieldsOf = ({ id: _, current_usage: __, is_active: ___, created_at: ____, version: _____, ...fields }: Coupon) => fields

/** The columns of a checked coupon. Percentages are stored in hundredths, dollars in cents. */
export const toColumns = ({
  applicable_products: _,
  discount_value,
  expiration_date,
  starts_at = null,
  applicable_to_all,
  ...same
}: CouponFields) => ({
  ...same,
  code_key: same.code.toLowerCase(),
  discount_hundredths: dollarsToCents(discount_value),
  expiration_date: new Date(expiration_date).toISOString(),
  starts_at: starts_at && new Date(starts_at).toISOString(),
  applicable_to_all: Number(applicable_to_all),
})

export function toCoupon(row: CouponRow, productIds: readonly number[]): Coupon & { readonly discount_type: CouponInput['discount_type'] } {
  const { code_key: _, deleted_at: __, discount_hundredths, applicable_to_all, is_active, ...same } = row
  return {
    ...same,
    discount_value: centsToDollars(discount_hundredths),
    applicable_to_all: applicable_to_all === 1,
    applicable_products: [...productIds],
    is_active: is_active === 1,
  }
}
