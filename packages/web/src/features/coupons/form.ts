import {
  type Coupon,
  type CouponInput,
  type DiscountType,
  checkCoupon,
  couponDraft,
  normaliseCoupon,
  tiedCouponFields,
} from '@keydesk/contract'
import { readDecimal } from '../../kit/controls/decimal-input.tsx'
import { type Problems, checkWith } from '../../kit/form/form-check.ts'
import type { FieldRules } from '../../kit/form/three-way.ts'
import { formatDateTime, localToUtc, plural, toLocalInput } from '../../kit/text/format.ts'
import { formatDiscount, formatProducts } from './format.ts'

/** The values of the inputs, as typed. They become a CouponInput on submit. */
export interface CouponForm {
  code: string
  /** A DiscountType, or an unknown type of a foreign host. */
  discount_type: string
  discount_value: string
  /** Local time without a zone, for `datetime-local`. */
  expiration_date: string
  /** Local time too; empty without a start. Undefined if the host does not know it: then it is neither shown nor sent. */
  starts_at: string | undefined
  max_usage: string
  max_usage_per_user: string
  applicable_to_all: boolean
  /** Ascending. */
  applicable_products: number[]
}

export const discountTypeLabels: Record<DiscountType, string> = {
  percentage: 'Percentage',
  fixed_amount: 'Fixed Amount',
  free_license: 'Free Licence',
}

export const emptyCouponForm = (now: Date): CouponForm => ({
  code: '',
  discount_type: 'percentage',
  discount_value: '0',
  expiration_date: toLocalInput(oneMonthAfter(now)),
  starts_at: '',
  max_usage: '0',
  max_usage_per_user: '1',
  applicable_to_all: false,
  applicable_products: [],
})

export function couponToForm(coupon: Pick<Coupon, keyof CouponForm>): CouponForm {
  return {
    code: coupon.code,
    discount_type: coupon.discount_type,
    // Nobody typed the 100 of Free, so a change of the type must not turn it into 100 %.
    discount_value: coupon.discount_type === 'free_license' ? '0' : String(coupon.discount_value),
    expiration_date: coupon.expiration_date === null ? '' : toLocalInput(new Date(coupon.expiration_date)),
    starts_at: coupon.starts_at ? toLocalInput(new Date(coupon.starts_at)) : coupon.starts_at === null ? '' : undefined,
    max_usage: String(coupon.max_usage),
    max_usage_per_user: String(coupon.max_usage_per_user),
    applicable_to_all: coupon.applicable_to_all,
    applicable_products: ascending(coupon.applicable_products),
  }
}

/** The stored moments of the coupon. A field that was not edited is sent unchanged, with its seconds. */
type Stored = Pick<Coupon, 'expiration_date' | 'starts_at'>

/** The body of the call. Text that is no number becomes 0, and a discount with more than two decimals NaN. */
export function formToInput(form: CouponForm, stored: Stored | null = null): CouponInput {
  const starts_at = toStart(form.starts_at, stored?.starts_at)
  return normaliseCoupon({
    code: form.code.trim(),
    // The host refuses a type that it does not know.
    discount_type: form.discount_type as DiscountType,
    discount_value: Number.isNaN(Number.parseFloat(form.discount_value)) ? 0 : readDecimal(form.discount_value),
    expiration_date: storedMoment(form.expiration_date, stored?.expiration_date) ?? localToUtc(form.expiration_date),
    ...(starts_at !== undefined && { starts_at }),
    max_usage: numberOrZero(form.max_usage),
    max_usage_per_user: numberOrZero(form.max_usage_per_user),
    applicable_to_all: form.applicable_to_all,
    applicable_products: form.applicable_products,
  })
}

export const couponRules: FieldRules<CouponForm> = {
  tied: tiedCouponFields,
  // The start stays as typed: the body leaves out an empty one.
  asStored: (form) => ({ ...couponToForm(formToInput(form)), starts_at: form.starts_at }),
}

/** The values in the question about a conflict. */
export const couponFormats = (nameOf: (id: number) => string | undefined) => ({
  discount_type: ({ discount_type }: CouponForm) => discountTypeLabels[discount_type as DiscountType] ?? discount_type,
  discount_value: (form: CouponForm) => formatDiscount(formToInput(form)),
  expiration_date: (form: CouponForm) => formatDateTime(form.expiration_date),
  starts_at: ({ starts_at = '' }: CouponForm) => formatDateTime(starts_at) || 'At once',
  applicable_products: (form: CouponForm) =>
    form.applicable_products.length > 2 ? plural(form.applicable_products.length, 'product') : formatProducts(form, nameOf),
})

/** The messages of the form's own rules and of the contract's schema. */
export function checkCouponForm(form: CouponForm, now: Date, stored: Stored | null = null): Problems {
  const input = formToInput(form, stored)
  return { ...checkWith(couponDraft)(input), ...checkCoupon(input, now, stored?.expiration_date) }
}

export const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const numberOrZero = (text: string): number => {
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? number : 0
}

/** The stored moment, if the input still shows it. */
const storedMoment = (local: string, moment: string | null | undefined): string | null =>
  moment && toLocalInput(new Date(moment)) === local ? moment : null

/** Undefined if there is and was no start: some hosts do not know the field. */
function toStart(local: string | undefined, stored: string | null | undefined): string | null | undefined {
  if (local === undefined) return undefined
  if (local === '') return stored ? null : undefined
  return storedMoment(local, stored) ?? localToUtc(local)
}

/** The same day of the next month, or the last day of a shorter month. */
function oneMonthAfter(now: Date): Date {
  const then = new Date(now)
  then.setMonth(now.getMonth() + 1)
  if (then.getDate() !== now.getDate()) then.setDate(0)
  return then
}
