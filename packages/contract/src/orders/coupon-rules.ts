import type { CouponState } from '../choices.ts'
import { discountTypes, type Coupon, type CouponInput } from './coupons.ts'

export type CouponProblems = Partial<Record<keyof CouponInput, string>>

/**
 * The rules of a coupon (docs/reference/coupons.md, Fields). The dialog checks them before sending, the server before saving.
 * @param unchangedExpiry the stored date of the coupon being edited, which may be saved unchanged after it has passed
 */
export function checkCoupon(input: CouponInput, now: Date, unchangedExpiry: string | null = null): CouponProblems {
  const problems: CouponProblems = {}
  if (input.code === '') problems.code = 'Code is required'
  const value = checkDiscountValue(input)
  if (value !== undefined) problems.discount_value = value
  const expiry = new Date(input.expiration_date)
  const isUnchanged = unchangedExpiry !== null && expiry.getTime() === new Date(unchangedExpiry).getTime()
  if (!isUnchanged && expiry <= now) problems.expiration_date = 'Expiration date must be in the future'
  if (input.starts_at && new Date(input.starts_at) >= expiry) problems.starts_at = 'Start must be before the expiration date'
  if (!input.applicable_to_all && input.applicable_products.length === 0) {
    problems.applicable_products = 'Please select at least one product when coupon is not applicable to all products'
  }
  return problems
}

function checkDiscountValue({ discount_type, discount_value }: CouponInput): string | undefined {
  // A free licence has a fixed value. Only a foreign host knows what the value of its own type means.
  if (discount_type === 'free_license' || !discountTypes.includes(discount_type)) return undefined
  // The form passes NaN for a text that is no number with at most two decimals.
  if (Number.isNaN(discount_value)) return 'Discount value must have at most 2 decimals'
  if (!(discount_value > 0)) return 'Discount value must be greater than 0'
  const hundredths = Math.round(discount_value * 100)
  if (hundredths === 0 || Math.abs(discount_value * 100 - hundredths) > 1e-6) return 'Discount value must have at most 2 decimals'
  if (discount_type === 'percentage' && discount_value > 100) return 'A percentage must be at most 100'
  if (discount_value > 1_000_000) return 'Discount value must be at most 1,000,000'
  return undefined
}

/** The coupon as it is stored and sent: a free licence has the value 100, and a coupon for all products lists none. */
export const normaliseCoupon = (input: CouponInput): CouponInput => ({
  ...input,
  discount_value: input.discount_type === 'free_license' ? 100 : input.discount_value,
  applicable_products: input.applicable_to_all ? [] : [...new Set(input.applicable_products)],
})

/** Fields that only make sense together: a change of one says what the others mean. */
export const tiedCouponFields = {
  discount_type: ['discount_value'],
  discount_value: ['discount_type'],
  applicable_to_all: ['applicable_products'],
  applicable_products: ['applicable_to_all'],
} as const satisfies Partial<Record<keyof CouponInput, readonly (keyof CouponInput)[]>>

/** Whether a coupon can be used, or why not (docs/reference/coupons.md, States). */
export function couponStateOf(
  coupon: Pick<Coupon, 'expiration_date' | 'starts_at' | 'current_usage' | 'max_usage' | 'is_active'>,
  now: Date,
): CouponState {
  if (coupon.expiration_date !== null && new Date(coupon.expiration_date) <= now) return 'expired'
  if (coupon.max_usage > 0 && coupon.current_usage >= coupon.max_usage) return 'used_up'
  if (coupon.starts_at && new Date(coupon.starts_at) > now) return 'scheduled'
  return coupon.is_active ? 'active' : 'inactive'
}
