import { type Coupon, type CouponInput, type DiscountType, checkCoupon, couponDraft, normaliseCoupon } from '@keydesk/contract'
import { readDecimal } from '../../kit/controls/decimal-input.tsx'
import { type Problems, checkWith } from '../../kit/form/form-check.ts'
import { localToUtc, toLocalInput } from '../../kit/text/format.ts'

/** What the inputs hold: text as typed. It becomes a CouponInput only on submit. */
export interface CouponForm {
  code: string
  /** A DiscountType, or what a foreign host calls one that is unknown here. */
  discount_type: string
  discount_value: string
  /** Local time without a zone, as `datetime-local` wants it. */
  expiration_date: string
  /** Likewise; empty for one that holds from the beginning. Undefined where the host does not know it: then it is neither shown nor sent. */
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
  free_license: 'Free License',
}

/** What a new coupon starts as. */
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

export function couponToForm(coupon: Coupon): CouponForm {
  return {
    code: coupon.code,
    discount_type: coupon.discount_type,
    // The 100 of Free is no value that anybody typed; it must not become 100 % with a change of the type.
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

/** Exactly what the call takes; what cannot be parsed becomes 0, and a discount with more than two decimals no number at all. */
export function formToInput(form: CouponForm, stored: Stored | null = null): CouponInput {
  const starts_at = toStart(form.starts_at, stored?.starts_at)
  return normaliseCoupon({
    code: form.code.trim(),
    // Refusing a type that it does not know is the host's.
    discount_type: form.discount_type as DiscountType,
    discount_value: Number.isNaN(Number.parseFloat(form.discount_value)) ? 0 : readDecimal(form.discount_value),
    expiration_date: asStored(form.expiration_date, stored?.expiration_date) ?? localToUtc(form.expiration_date),
    ...(starts_at !== undefined && { starts_at }),
    max_usage: numberOrZero(form.max_usage),
    max_usage_per_user: numberOrZero(form.max_usage_per_user),
    applicable_to_all: form.applicable_to_all,
    applicable_products: form.applicable_products,
  })
}

/** The sentences of the rules, and what the types of the contract refuse. */
export function checkCouponForm(form: CouponForm, now: Date, stored: Stored | null = null): Problems {
  const input = formToInput(form, stored)
  return { ...checkWith(couponDraft)(input), ...checkCoupon(input, now, stored?.expiration_date) }
}

export const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const numberOrZero = (text: string): number => {
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? number : 0
}

/** The stored moment, where the input still shows it. */
const asStored = (local: string, moment: string | null | undefined): string | null =>
  moment && toLocalInput(new Date(moment)) === local ? moment : null

/** Undefined if there is no start and was none, for hosts that do not know the field. */
function toStart(local: string | undefined, stored: string | null | undefined): string | null | undefined {
  if (local === undefined) return undefined
  if (local === '') return stored ? null : undefined
  return asStored(local, stored) ?? localToUtc(local)
}

/** The same day of the next month, or its last where it has no such day. */
function oneMonthAfter(now: Date): Date {
  const then = new Date(now)
  then.setMonth(now.getMonth() + 1)
  if (then.getDate() !== now.getDate()) then.setDate(0)
  return then
}
