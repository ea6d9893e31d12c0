import { appliesTo, totalCart, type CartLine, type CouponTerms } from '@keydesk/contract'
import { hasUsesLeft } from './coupons.rules.ts'

/** One line as it stands in orders, alike in all of them. */
interface SoldLine {
  readonly product_id: number
  readonly unit_cents: number
  readonly quantity: number
  readonly order_ids: readonly number[]
}

interface Limits {
  /** 0 means unlimited, here and below. */
  readonly max_usage: number
  readonly max_usage_per_user: number
}

interface Outcome {
  readonly orders: number
  readonly applied: number
  readonly costCents: number
  readonly lowestTotalCents: number | null
}

/**
 * What a coupon would have done to orders, in the order in which they were made (docs/reference/coupons.md, Dry run).
 * @param repeatOrders the orders of each customer who made more of them than one customer may use the coupon
 */
export function tryCoupon(
  terms: CouponTerms,
  { max_usage, max_usage_per_user }: Limits,
  lines: readonly SoldLine[],
  repeatOrders: readonly (readonly number[])[],
): Outcome {
  const priceBasket = pricer(terms, lines)
  const customers = new Map(repeatOrders.flatMap((ids, customer) => ids.map((id) => [id, customer] as const)))
  const baskets = basketsOf(lines)
  const usesOf = new Map<number, number>()
  let [applied, costCents, lowestTotalCents] = [0, 0, null as number | null]
  // Ids grow with time.
  for (const id of [...baskets.keys()].toSorted((one, other) => one - other)) {
    const priced = priceBasket(baskets.get(id)!)
    if (priced === null || !hasUsesLeft(max_usage, applied)) continue
    const customer = customers.get(id)
    const uses = customer === undefined ? 0 : (usesOf.get(customer) ?? 0)
    if (!hasUsesLeft(max_usage_per_user, uses)) continue
    if (customer !== undefined) usesOf.set(customer, uses + 1)
    applied += 1
    costCents += priced.coupon_discount_cents
    lowestTotalCents = Math.min(lowestTotalCents ?? Infinity, priced.total_cents)
  }
  return { orders: baskets.size, applied, costCents, lowestTotalCents }
}

/** Which lines each order has, as a text that orders alike share. */
function basketsOf(lines: readonly SoldLine[]): Map<number, string> {
  const baskets = new Map<number, string>()
  for (const [index, { order_ids }] of lines.entries()) {
    for (const id of order_ids) {
      const others = baskets.get(id)
      baskets.set(id, others === undefined ? `${index}` : `${others},${index}`)
    }
  }
  return baskets
}

/** Prices orders that are alike once. Null where the coupon does not apply. */
function pricer(terms: CouponTerms, lines: readonly CartLine[]) {
  const known = new Map<string, ReturnType<typeof totalCart> | null>()
  return (basket: string) => {
    const found = known.get(basket)
    if (found !== undefined) return found
    const cart = basket.split(',').map((index) => lines[Number(index)]!)
    const priced = appliesTo(terms, cart) ? totalCart(cart, terms, 0) : null
    known.set(basket, priced)
    return priced
  }
}
