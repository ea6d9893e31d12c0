import { checkCoupon, couponDraft, normaliseCoupon, type Coupon, type CouponInput, type DiscountType } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'
import type { Problems } from '../../kit/form-check.ts'
import { localToUtc, toLocalInput } from '../../kit/local-time.ts'

/** What the inputs hold: text as typed. It becomes a CouponInput only on submit. */
export interface CouponForm {
  code: string
  /** A DiscountType, or what a foreign host calls one that is unknown here. */
  discount_type: string
  discount_value: string
  /** Local time without a zone, as `datetime-local` wants it. */
  expiration_date: string
  max_usage: string
  max_usage_per_user: string
  applicable_to_all: boolean
  /** Ascending. */
  applicable_products: number[]
}

/** How the dialog calls them. */
export const couponLabels: Record<keyof CouponForm, string> = {
  code: 'Code',
  discount_type: 'Discount Type',
  discount_value: 'Discount Value',
  expiration_date: 'Expiration Date',
  max_usage: 'Max Usage',
  max_usage_per_user: 'Max Usage Per User',
  applicable_to_all: 'Applicable to All Products',
  applicable_products: 'Products',
}

export const discountTypeLabels: Record<DiscountType, string> = {
  percentage: 'Percentage',
  fixed_amount: 'Fixed Amount',
  free_license: 'Free License',
}

/** What a new coupon starts as. */
export const emptyCouponForm = (now: Date): CouponForm => ({
  code: '',
  discount_type: 'percentage',
  discount_value: '0',
  expiration_date: toLocalInput(oneMonthAfter(now)),
  max_usage: '0',
  max_usage_per_user: '1',
  applicable_to_all: false,
  applicable_products: [],
})

export function couponToForm(coupon: Coupon): CouponForm {
  return {
    code: coupon.code,
    discount_type: coupon.discount_type,
    // The 100 of Free is no value that anybody typed; it must not become 100 % with a change of the type.
    discount_value: coupon.discount_type === 'free_license' ? '0' : String(coupon.discount_value),
    expiration_date: coupon.expiration_date === null ? '' : toLocalInput(new Date(coupon.expiration_date)),
    max_usage: String(coupon.max_usage),
    max_usage_per_user: String(coupon.max_usage_per_user),
    applicable_to_all: coupon.applicable_to_all,
    applicable_products: ascending(coupon.applicable_products),
  }
}

/**
 * Exactly what the call takes; what cannot be parsed becomes 0.
 * @param storedExpiry of the coupon being edited: unless the input was touched it is sent as it is, seconds included
 */
export function formToInput(form: CouponForm, storedExpiry: string | null = null): CouponInput {
  const isUntouched = storedExpiry !== null && toLocalInput(new Date(storedExpiry)) === form.expiration_date
  return normaliseCoupon({
    code: form.code.trim(),
    // Refusing a type that it does not know is the host's.
    discount_type: form.discount_type as DiscountType,
    discount_value: numberOrZero(form.discount_value),
    expiration_date: isUntouched ? storedExpiry : localToUtc(form.expiration_date),
    max_usage: numberOrZero(form.max_usage),
    max_usage_per_user: numberOrZero(form.max_usage_per_user),
    applicable_to_all: form.applicable_to_all,
    applicable_products: form.applicable_products,
  })
}

/** The sentences of the rules, and what the types of the contract refuse. */
export function checkCouponForm(form: CouponForm, now: Date, storedExpiry: string | null = null): Problems {
  const input = formToInput(form, storedExpiry)
  return { ...checkWith(couponDraft)(input), ...checkCoupon(input, now, storedExpiry) }
}

export const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const numberOrZero = (text: string): number => {
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? number : 0
}

/** The same day of the next month, or its last where it has no such day. */
function oneMonthAfter(now: Date): Date {
  const then = new Date(now)
  then.setMonth(now.getMonth() + 1)
  if (then.getDate() !== now.getDate()) then.setDate(0)
  return then
}
