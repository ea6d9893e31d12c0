import { centsToDollars, dollarsToCents, foldEmail, limits, type PurchaseInput, type QuoteInput, type StoreOrder } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, priceChanged } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { countUse } from '../coupons/coupon-use.service.ts'
import { openReferral } from '../referrals/referral-earning.service.ts'
import { reserveKeys } from '../variants/reservation.service.ts'
import { customerKeyOf, readCart, type Cart } from './cart.service.ts'
import { completeLocked, requireVisible } from './order-steps.service.ts'
import { viewStoreOrder } from './store-order-view.service.ts'
import * as repo from './orders.repo.ts'

/**
 * What a cart would cost now, in dollars; nothing is stored.
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
 * Makes an order: its keys are reserved, its coupon use counted, its referral pending, all or nothing. A total of 0 completes at once.
 * @throws as `readCart`; 409 `price_changed` with the quote as it is now, 409 `too_many_pending`
 */
export async function createOrder(tx: Db, deps: Deps, actor: Actor, input: PurchaseInput): Promise<StoreOrder> {
  const now = deps.now()
  const limitKey = foldEmail(input.customer_email)
  // Locked before the variants, so that two carts of one customer cannot wait for each other.
  await repo.lockCustomer(tx, limitKey)
  const cart = await readCart(tx, input, { now, lock: true })
  requireExpectedTotal(cart, input.expected_total ?? null)
  // A free order completes at once and is never pending.
  if (cart.priced.total_cents > 0) await requireFewPending(tx, limitKey)
  const row = await repo.insertOrder(tx, {
    ...toRow(cart, input.customer_email, now, deps.reservationMs),
    ...{ limit_key: limitKey, api_key_id: actor.kind === 'store' ? actor.id : null },
  })
  const items = await reserveItems(tx, row.id, cart)
  if (cart.coupon !== null) await countUse(tx, cart.coupon.id, limitKey)
  if (cart.referrer !== null) await openReferral(tx, cart.referrer, row.id, row.total_cents, now)
  const changes = { status: { before: null, after: 'pending' }, total: { before: null, after: centsToDollars(row.total_cents) } }
  await recordActivity(tx, { actor, action: 'order.created', subject: { kind: 'order', id: row.id }, changes, at: now })
  return viewStoreOrder(tx, row.total_cents === 0 ? await completeLocked(tx, deps, actor, row, null) : { row, items })
}

/** @throws 404, also for an order of another API key */
export async function requireStoreOrder(deps: Deps, actor: Actor, id: number): Promise<StoreOrder> {
  const row = requireVisible(await repo.findOrder(deps.db, id), actor)
  return viewStoreOrder(deps.db, { row, items: await repo.listItems(deps.db, [id]) })
}

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

/** The lines keep names and prices as they are now. */
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
