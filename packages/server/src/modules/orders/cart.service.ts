import { foldEmail, priceCart, type CartLine, type PricedCart, type QuoteInput } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { requireUsableCoupon, type UsableCoupon } from '../coupons/coupon-use.service.ts'
import { requireReferrer, type Referrer } from '../referrals/referral-earning.service.ts'
import { requireForSale, requireMaxPerOrder, requireOpenSales, requireStock, type SaleVariant } from '../variants/reservation.service.ts'

export interface CartItem extends CartLine {
  readonly variant: SaleVariant
}

export interface Cart {
  readonly items: readonly CartItem[]
  readonly coupon: UsableCoupon | null
  readonly referrer: Referrer | null
  readonly priced: PricedCart
}

interface Reading {
  readonly now: Date
  /** Locks stock and coupon uses until the transaction ends: for a cart that becomes an order. */
  readonly lock: boolean
}

/** Emails compare without case. */
export const customerKeyOf = (email: string): string => email.toLowerCase()

/**
 * Reads and prices a cart (docs/reference/orders.md, What a purchase checks). Variants are locked before the coupon, always: two carts
 * cannot wait for each other.
 * @throws 404 for a variant that is not for sale, 409 `sales_paused`, 422 `over_max_per_order`, 409 `out_of_stock`, and what the coupon and the referral code
 *   refuse
 */
export async function readCart(db: Db, input: QuoteInput, { now, lock }: Reading): Promise<Cart> {
  const quantities = new Map<number, number>()
  for (const { variant_id, quantity } of input.items) quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)

  const variants = await requireForSale(db, [...quantities.keys()], { lock })
  const items = [...quantities].map(([id, quantity]): CartItem => {
    const variant = variants.get(id)!
    requireOpenSales(variant)
    requireMaxPerOrder(variant, quantity)
    requireStock(variant, quantity)
    return { variant, product_id: variant.product_id, unit_cents: variant.price_cents, quantity }
  })

  const email = input.customer_email ?? null
  const use = { lines: items, limitKey: email && foldEmail(email), now, lock }
  const coupon = input.coupon_code ? await requireUsableCoupon(db, input.coupon_code, use) : null
  const referrer = input.referral_code ? await requireReferrer(db, input.referral_code, email) : null
  return { items, coupon, referrer, priced: priceCart(items, coupon?.terms ?? null, referrer?.discountHundredths ?? 0) }
}
