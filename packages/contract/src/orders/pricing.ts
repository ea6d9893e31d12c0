import type { DiscountType } from './coupons.ts'

/** Arithmetic on whole cents. Percentages are hundredths of a percent, so that 12.5 % is the whole number 1250. */

export interface CartLine {
  readonly product_id: number
  readonly unit_cents: number
  readonly quantity: number
}

export interface CouponTerms {
  readonly discount_type: DiscountType
  /** Hundredths of a percent, or cents for `fixed_amount`. */
  readonly discount_hundredths: number
  /** Null when it applies to every product. */
  readonly product_ids: ReadonlySet<number> | null
}

export interface PricedCart {
  readonly subtotal_cents: number
  readonly coupon_discount_cents: number
  readonly referral_discount_cents: number
  readonly total_cents: number
  /** What is paid for each line; the lines add up to the total. */
  readonly paid_cents: readonly number[]
}

/**
 * Prices a cart (docs/reference/orders.md, Prices). Nothing is ever negative, and all cents add up.
 * @param referralHundredths the buyer's discount on the price after the coupon, in hundredths of a percent
 */
export function priceCart(lines: readonly CartLine[], coupon: CouponTerms | null, referralHundredths: number): PricedCart {
  const amounts = lines.map((line) => line.unit_cents * line.quantity)
  const subtotal = sum(amounts)
  const couponDiscount = coupon === null ? 0 : couponDiscountCents(lines, coupon)
  const afterCoupon = subtotal - couponDiscount
  const referralDiscount = percentOfCents(afterCoupon, referralHundredths)
  const total = afterCoupon - referralDiscount
  const shares = shareCents(subtotal - total, amounts)
  return {
    subtotal_cents: subtotal,
    coupon_discount_cents: couponDiscount,
    referral_discount_cents: referralDiscount,
    total_cents: total,
    paid_cents: amounts.map((amount, index) => amount - (shares[index] ?? 0)),
  }
}

/** A percentage of an amount, half a cent rounded up. In big integers: a large cart times a percentage exceeds the safe integers. */
export const percentOfCents = (cents: number, hundredths: number): number => Number((BigInt(cents) * BigInt(hundredths) + 5_000n) / 10_000n)

/** A share of an amount, such as 1 of 3 units, half a cent rounded up. A share of nothing is 0. */
export const partOfCents = (cents: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

/**
 * Divides `total` cents in proportion to `weights`, so that the shares add up to it exactly: the cents that rounding
 * down leaves over go to the largest remainders, earlier ones first. No share is larger than its weight as long as the total is not larger than their sum.
 */
export function shareCents(total: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight)
    return { index, share: Number(product / whole), remainder: product % whole }
  })
  const shares = exact.map(({ share }) => share)
  const byRemainder = exact.toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, total - sum(shares))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** Whether a coupon applies to anything in this cart; otherwise it is refused as `coupon_not_applicable`. */
export const appliesTo = (coupon: CouponTerms, lines: readonly CartLine[]): boolean => applicableLines(lines, coupon).length > 0

function couponDiscountCents(lines: readonly CartLine[], coupon: CouponTerms): number {
  const applicable = applicableLines(lines, coupon)
  const amount = sum(applicable.map((line) => line.unit_cents * line.quantity))
  return applicable.length === 0 ? 0 : discountCents(coupon, amount, Math.min(...applicable.map((line) => line.unit_cents)))
}

/**
 * The discount of a coupon on the lines that it applies to, in cents.
 * @param amount the price of these lines together
 * @param cheapest the lowest price of one of their units
 */
export function discountCents(
  { discount_type, discount_hundredths }: Pick<CouponTerms, 'discount_type' | 'discount_hundredths'>,
  amount: number,
  cheapest: number,
): number {
  switch (discount_type) {
    case 'percentage':
      return percentOfCents(amount, Math.min(discount_hundredths, 10_000))
    case 'fixed_amount':
      return Math.min(discount_hundredths, amount)
    case 'free_license':
      return cheapest
  }
}

const applicableLines = (lines: readonly CartLine[], { product_ids }: CouponTerms) =>
  lines.filter((line) => line.quantity > 0 && (product_ids === null || product_ids.has(line.product_id)))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
