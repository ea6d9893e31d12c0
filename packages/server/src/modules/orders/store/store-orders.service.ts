import {
  centsToDollars,
  dollarsToCents,
  foldEmail,
  limits,
  priceCart,
  type CartLine,
  type PricedCart,
  type OrderInput,
  type QuoteInput,
  type StoreOrder,
} from '@keydesk/contract'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { conflict, priceChanged } from '../../../errors.ts'
import { creation, recordActivity } from '../../activity/activity.service.ts'
import { countUse, requireUsableCoupon, type UsableCoupon } from '../../coupons/coupon-use.service.ts'
import { openReferral, requireReferrer, type Referrer } from '../../referrals/referral-earning.service.ts'
import {
  requireForSale,
  requireMaxPerOrder,
  requireOpenSales,
  requireStock,
  reserveKeys,
  type SaleVariant,
} from '../../stock/reservation.service.ts'
import type { StoredAnswers } from '../../idempotency/idempotency.service.ts'
import { loadOrder, loadRest } from '../loaded-orders.service.ts'
import { packOrder, unpackOrder, type PackedOrder } from './order-answers.rules.ts'
import { completeLocked, requireVisible, type Stepped } from '../order-steps.service.ts'
import { customerKeyOf } from '../orders.rules.ts'
import { toStoreOrder } from '../order-views.rules.ts'
import * as repo from '../orders.repo.ts'
import { pageUrlOf } from '../page-link.service.ts'

interface CartItem extends CartLine {
  readonly variant: SaleVariant
}

interface Cart {
  readonly items: readonly CartItem[]
  readonly coupon: UsableCoupon | null
  readonly referrer: Referrer | null
  readonly priced: PricedCart
}

interface Reading {
  readonly now: Date
  /** Locks stock and coupon uses until the transaction ends, for a cart that becomes an order. */
  readonly lock: boolean
}

/**
 * Reads and prices a cart (docs/reference/orders.md, What a purchase checks). Always locks variants before the coupon, so that two carts
 * cannot deadlock.
 * @throws 404 for a variant that is not for sale, 409 `sales_paused`, 422 `over_max_per_order`, 409 `out_of_stock`, and the refusals of the
 *   coupon and the referral code
 */
async function readCart(db: Db, input: QuoteInput, { now, lock }: Reading): Promise<Cart> {
  const quantities = new Map<number, number>()
  for (const { variant_id, quantity } of input.items) quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)

  const variants = await requireForSale(
    db,
    input.items.map(({ variant_id }) => variant_id),
    { lock },
  )
  const items = [...quantities].map(([id, quantity]): CartItem => {
    const variant = variants.get(id)!
    requireOpenSales(variant)
    requireMaxPerOrder(variant, quantity)
    requireStock(variant, quantity)
    return { variant, product_id: variant.product_id, unit_cents: variant.price_cents, quantity }
  })

  const email = input.customer_email ?? null
  const countCustomerUses = email === null ? null : (couponId: number) => repo.countUsesOf(db, couponId, foldEmail(email))
  const use = { items, countCustomerUses, now, lock }
  const coupon = input.coupon_code ? await requireUsableCoupon(db, input.coupon_code, use) : null
  const referrer = input.referral_code ? await requireReferrer(db, input.referral_code, email) : null
  return { items, coupon, referrer, priced: priceCart(items, coupon?.terms ?? null, referrer?.discountHundredths ?? 0) }
}

/**
 * The current price of a cart, in dollars. Stores nothing.
 * @throws as `readCart`
 */
export async function quoteCart(deps: Deps, input: QuoteInput) {
  return toQuote(await readCart(deps.db, input, { now: deps.now(), lock: false }))
}

function toQuote({ priced, coupon, referrer }: Cart) {
  return {
    subtotal: centsToDollars(priced.subtotal_cents),
    discount: centsToDollars(priced.subtotal_cents - priced.total_cents),
    total: centsToDollars(priced.total_cents),
    coupon_code: coupon?.code ?? null,
    referral_code: referrer?.code ?? null,
  }
}

/**
 * Creates an order: reserves its keys, counts its coupon use and makes its referral pending, all or nothing. A total of 0 completes at
 * once.
 * @throws as `readCart`; 409 `price_changed` with the current quote, 409 `too_many_pending`
 */
export async function createOrder(tx: Db, deps: Deps, actor: Actor, input: OrderInput): Promise<StoreOrder> {
  const now = deps.now()
  const limitKey = foldEmail(input.customer_email)
  // Locked before the variants, so that two carts of one customer cannot deadlock.
  await repo.lockCustomer(tx, limitKey)
  const cart = await readCart(tx, input, { now, lock: true })
  requireExpectedTotal(cart, input.expected_total ?? null)
  // A free order completes at once and is never pending.
  if (cart.priced.total_cents > 0) await requireFewPending(tx, limitKey)
  const row = await repo.insertOrder(tx, {
    ...toRow(cart, input.customer_email, now, deps.reservationMs),
    wants_mail: input.mail === false ? 0 : 1,
    ...{ limit_key: limitKey, api_key_id: actor.kind === 'store' ? actor.id : null },
  })
  const items = await reserveItems(tx, row.id, cart)
  if (cart.coupon !== null) await countUse(tx, cart.coupon.id)
  if (cart.referrer !== null) await openReferral(tx, cart.referrer, row.id, row.total_cents, now)
  const changes = creation({ status: 'pending', total: centsToDollars(row.total_cents) })
  await recordActivity(tx, { actor, action: 'order.created', subject: { kind: 'order', id: row.id }, changes, at: now })
  return viewStoreOrder(tx, deps, row.total_cents === 0 ? await completeLocked(tx, deps, actor, row, null) : { row, items })
}

/** @throws 404, also for an order of another API key */
export async function requireStoreOrder(deps: Deps, actor: Actor, id: number): Promise<StoreOrder> {
  const row = requireVisible(await repo.findOrder(deps.db, id), actor)
  return viewStoreOrder(deps.db, deps, { row, items: await repo.listItems(deps.db, [id]) })
}

/** An order as its storefront sees it, as stored or after a step. Does not reread what the step returned. */
export async function viewStoreOrder(db: Db, deps: Deps, { row, items, sold }: Stepped): Promise<StoreOrder> {
  const [order] = await loadRest(db, [row], items, { keys: sold === undefined && row.status === 'completed' })
  return toStoreOrder({ ...order!, ...(sold && { keys: sold }) }, pageUrlOf(deps, row))
}

/** Answers about an order are stored as a reference to it, and what may change in it. */
export const orderAnswers = (deps: Deps): StoredAnswers<StoreOrder> => ({
  pack: packOrder,
  unpack: async (tx, packed) => {
    const then = packed as PackedOrder
    const order = await loadOrder(tx, then.order)
    return unpackOrder(order, pageUrlOf(deps, order.row), then)
  },
})

function requireExpectedTotal(cart: Cart, expectedTotal: number | null): void {
  if (expectedTotal !== null && dollarsToCents(expectedTotal) !== cart.priced.total_cents) throw priceChanged(toQuote(cart))
}

/** @param tx a transaction that has locked the customer */
async function requireFewPending(tx: Db, limitKey: string): Promise<void> {
  const pending = await repo.countPendingOf(tx, limitKey)
  if (pending >= limits.pendingOrders)
    throw conflict(`This customer has ${pending} unpaid orders already; complete or cancel one first`, 'too_many_pending')
}

function toRow({ priced, coupon, referrer }: Cart, email: string, now: Date, reservationMs: number) {
  return {
    customer_email: email,
    customer_key: customerKeyOf(email),
    status: 'pending' as const,
    subtotal_cents: priced.subtotal_cents,
    coupon_discount_cents: priced.coupon_discount_cents,
    referral_discount_cents: priced.referral_discount_cents,
    total_cents: priced.total_cents,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    referral_code: referrer?.code ?? null,
    created_at: now.toISOString(),
    reserved_until: new Date(now.getTime() + reservationMs).toISOString(),
  }
}

/** The items copy the current names and prices. */
async function reserveItems(tx: Db, orderId: number, { items, priced }: Cart): Promise<repo.OrderItemRow[]> {
  const made: repo.OrderItemRow[] = []
  for (const [index, { variant, quantity, unit_cents }] of items.entries()) {
    const item = await repo.insertItem(tx, {
      ...{ order_id: orderId, product_id: variant.product_id, variant_id: variant.id },
      ...{ product_name: variant.product_name, variant_name: variant.name },
      ...{ quantity, unit_price_cents: unit_cents, paid_cents: priced.paid_cents[index]! },
    })
    await reserveKeys(tx, variant, item.id, quantity)
    made.push(item)
  }
  return made
}
