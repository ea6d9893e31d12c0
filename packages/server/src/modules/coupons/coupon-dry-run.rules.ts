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
  const customerOf = customerFinder(repeatOrders)
  const usesOf = new Int32Array(repeatOrders.length)
  let [orders, applied, costCents, lowestTotalCents] = [0, 0, 0, null as number | null]
  for (const { id, places: basket } of inOrder(lines.map((line) => line.order_ids))) {
    orders += 1
    const customer = customerOf(id)
    const priced = priceBasket(basket)
    if (priced === null || !hasUsesLeft(max_usage, applied)) continue
    if (customer !== undefined && !hasUsesLeft(max_usage_per_user, usesOf[customer]!)) continue
    if (customer !== undefined) usesOf[customer]! += 1
    applied += 1
    costCents += priced.coupon_discount_cents
    lowestTotalCents = Math.min(lowestTotalCents ?? Infinity, priced.total_cents)
  }
  return { orders, applied, costCents, lowestTotalCents }
}

/**
 * Each id once, ascending as orders are made, with the places of the lists that it is in. Id and place are sorted as one number: a map of
 * 100,000 ids takes four times as long.
 */
function* inOrder(lists: readonly (readonly number[])[]): Generator<{ readonly id: number; readonly places: readonly number[] }> {
  const pairs = new Float64Array(lists.reduce((sum, ids) => sum + ids.length, 0))
  let at = 0
  for (const [place, ids] of lists.entries()) for (const id of ids) pairs[at++] = id * lists.length + place
  pairs.sort()
  let [id, places] = [-1, [] as number[]]
  for (const pair of pairs) {
    const place = pair % lists.length
    const next = (pair - place) / lists.length
    if (next === id) places.push(place)
    else {
      if (places.length > 0) yield { id, places }
      ;[id, places] = [next, [place]]
    }
  }
  if (places.length > 0) yield { id, places }
}

/** Asked for ids that ascend: the customer of an order, or undefined for one who may use the coupon each time. */
function customerFinder(repeatOrders: readonly (readonly number[])[]): (id: number) => number | undefined {
  const known = inOrder(repeatOrders)
  let next = known.next()
  return (id) => {
    while (next.done !== true && next.value.id < id) next = known.next()
    return next.done !== true && next.value.id === id ? next.value.places[0] : undefined
  }
}

/** Prices orders that are alike once. Null where the coupon does not apply. */
function pricer(terms: CouponTerms, lines: readonly CartLine[]) {
  const price = (basket: readonly number[]) => {
    const cart = basket.map((place) => lines[place]!)
    return appliesTo(terms, cart) ? totalCart(cart, terms, 0) : null
  }
  const ofOneLine = lines.map((_, place) => price([place]))
  const ofMore = new Map<string, ReturnType<typeof price>>()
  return (basket: readonly number[]) => {
    if (basket.length === 1) return ofOneLine[basket[0]!]!
    const name = basket.join()
    let priced = ofMore.get(name)
    if (priced === undefined) ofMore.set(name, (priced = price(basket)))
    return priced
  }
}
