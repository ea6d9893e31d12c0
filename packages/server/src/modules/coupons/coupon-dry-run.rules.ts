import { appliesTo, totalCart, type CartLine, type CouponTerms } from '@keydesk/contract'
import { hasUsesLeft } from './coupons.rules.ts'

interface Limits {
  /** 0 means unlimited, here and below. */
  readonly max_usage: number
  readonly max_usage_per_user: number
}

interface SoldOrder {
  readonly customer: string
  readonly lines: readonly CartLine[]
  /** Less what was refunded. */
  readonly paidCents: number
}

interface Outcome {
  readonly orders: number
  readonly applied: number
  readonly costCents: number
  readonly lowestTotalCents: number | null
  readonly revenueCents: number
}

/**
 * What a coupon would have done to orders (docs/reference/coupons.md, Dry run).
 * @param batches in the order in which they were made
 */
export async function tryCoupon(
  terms: CouponTerms,
  { max_usage, max_usage_per_user }: Limits,
  batches: AsyncIterable<readonly SoldOrder[]>,
): Promise<Outcome> {
  const usesOf = new Map<string, number>()
  let [orders, applied, costCents, lowestTotalCents, revenueCents] = [0, 0, 0, null as number | null, 0]
  for await (const batch of batches)
    for (const { customer, lines, paidCents } of batch) {
      orders += 1
      revenueCents += paidCents
      const uses = usesOf.get(customer) ?? 0
      if (!appliesTo(terms, lines) || !hasUsesLeft(max_usage, applied) || !hasUsesLeft(max_usage_per_user, uses)) continue
      usesOf.set(customer, uses + 1)
      applied += 1
      const priced = totalCart(lines, terms, 0)
      costCents += priced.coupon_discount_cents
      lowestTotalCents = Math.min(lowestTotalCents ?? Infinity, priced.total_cents)
    }
  return { orders, applied, costCents, lowestTotalCents, revenueCents }
}
