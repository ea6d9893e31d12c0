import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, reference, toggle, requiredText, textOrNull } from '../fields.ts'
import { limits } from '../limits.ts'
import { mediaItem } from '../products/media.ts'
import { paymentReference, refundInput } from './orders.ts'
import { moneyAmount } from '../values/money.ts'
import { count, id, moment, nullableText, text } from '../tolerant.ts'

/** The store API: what a seller's storefront calls, server to server (docs/store-api.md). */

const quantityRule = 'Quantity must be a whole number from 1 to 1,000'
const customerEmail = emailText('Customer email')
export const cart = z.object({
  items: z
    .array(
      z.object({
        variant_id: reference('Variant'),
        quantity: z.int(quantityRule).check(z.minimum(1, quantityRule), z.maximum(limits.quantity, quantityRule)),
      }),
      'Items must be a list',
    )
    .check(z.minLength(1, 'The cart is empty'), z.maxLength(limits.cartLines, `A cart must have at most ${limits.cartLines} lines`)),
  coupon_code: textOrNull('Coupon code', 100),
  referral_code: textOrNull('Referral code', 100),
})
export const quoteInput = z.extend(cart, { customer_email: z.optional(customerEmail) })
export type QuoteInput = z.infer<typeof quoteInput>

const totalRule = 'Expected total must be a number of dollars, 0 or more'
export const orderInput = z.extend(cart, {
  customer_email: customerEmail,
  /** The total that the customer saw, in dollars: the purchase is refused if the total is another by now. */
  expected_total: z.nullish(z.number(totalRule).check(z.minimum(0, totalRule))),
  /** False if the storefront mails the keys itself: the completion is not mailed. */
  mail: z.nullish(toggle('mail')),
})
export type OrderInput = z.infer<typeof orderInput>

export const quote = z.object({
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  coupon_code: z.nullable(z.string()),
  referral_code: z.nullable(z.string()),
})

export const storeProduct = z.object({
  id,
  name: text,
  description: text,
  category: text,
  game_name: text,
  update_status: text,
  detection_status: text,
  featured: z.boolean(),
  /** While it is true, quotes and purchases are refused with `sales_paused`. */
  sales_paused: z.boolean(),
  thumbnail: text,
  /** In the order that the seller chose. */
  media_items: z.array(mediaItem),
  variants: z.array(z.object({ id, name: text, price: z.number(), stock: count })),
})

export type StoreProduct = z.infer<typeof storeProduct>

/** A refund of an order or of a part of it. */
export const storeRefund = z.object({
  id,
  at: moment,
  reason: nullableText,
  total: z.number(),
  items: z.array(z.object({ /** The id of the order's item. */ id, quantity: count, total: z.number() })),
})

export const storeOrder = z.object({
  id,
  customer_email: text,
  status: text,
  items: z.array(
    z.object({
      id,
      variant_id: id,
      product_id: id,
      product_name: text,
      variant_name: text,
      unit_price: z.number(),
      quantity: count,
      total: z.number(),
      refunded_quantity: count,
      /** Once completed; without those of refunded units. */ keys: z.optional(z.array(z.string())),
      /** The ids of `keys`, in the same order. */ key_ids: z.optional(z.array(id)),
    }),
  ),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  coupon_code: z.nullable(z.string()),
  referral_code: z.nullable(z.string()),
  payment_reference: z.nullable(z.string()),
  created_at: moment,
  /** While pending: when the reservation ends. */
  reserved_until: moment,
  completed_at: moment,
  /** The status is refunded once everything is. */
  refunded_total: z.number(),
  /** Oldest first. */
  refunds: z.array(storeRefund),
  /** The address of the customer's page; null until the order is completed. */
  page_url: z.nullable(z.string()),
})
export type StoreOrder = z.infer<typeof storeOrder>

export const storeUserInput = z.object({
  username: requiredText('Username', 100),
  email: emailText('Email'),
})
export const storeUser = z.object({
  id,
  username: text,
  email: text,
  referral_code: z.nullable(z.string()),
  referral_enabled: z.boolean(),
  balance: z.number(),
})

export const payoutInput = z.object({
  amount: moneyAmount('Amount').check(z.refine((amount) => amount > 0, 'Amount must be greater than 0')),
  wallet_type: requiredText('Wallet type', 50),
  wallet_address: requiredText('Wallet address', 200),
})
export const storePayout = z.object({
  id,
  user_id: id,
  amount: z.number(),
  wallet_type: text,
  wallet_address: text,
  status: text,
  created_at: moment,
})

const purchases = '/store/purchases'
export const store = {
  products: endpoint({
    method: 'GET',
    path: '/store/products',
    access: 'store',
    scope: 'catalogue:read',
    summary: 'Listed products with variants, prices and stock',
    beyondSpec: true,
    response: wrapped(z.array(storeProduct)),
  }),
  quote: endpoint({
    method: 'POST',
    path: '/store/quote',
    access: 'store',
    scope: 'catalogue:read',
    summary: 'Price a cart; nothing is stored',
    beyondSpec: true,
    body: quoteInput,
    response: wrapped(quote),
  }),
  purchase: endpoint({
    method: 'POST',
    path: purchases,
    access: 'store',
    scope: 'orders:write',
    summary: 'Make an order and reserve its keys; with expected_total only at that price',
    beyondSpec: true,
    body: orderInput,
    status: 201,
    response: wrapped(storeOrder),
  }),
  complete: endpoint({
    method: 'POST',
    path: `${purchases}/:id/complete`,
    access: 'store',
    scope: 'orders:write',
    summary: 'The payment was accepted: hand the keys out; one payment reference completes one order',
    beyondSpec: true,
    body: z.object({ payment_reference: paymentReference }),
    response: wrapped(storeOrder),
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${purchases}/:id/cancel`,
    access: 'store',
    scope: 'orders:write',
    summary: 'Give up a pending order; everything it holds is released',
    beyondSpec: true,
    response: wrapped(storeOrder),
  }),
  refund: endpoint({
    method: 'POST',
    path: `${purchases}/:id/refund`,
    access: 'store',
    scope: 'orders:write',
    summary: 'Take back a completed order or single items of it; their keys become revoked',
    beyondSpec: true,
    body: refundInput,
    response: wrapped(storeOrder),
  }),
  find: endpoint({
    method: 'GET',
    path: `${purchases}/:id`,
    access: 'store',
    scope: 'orders:write',
    summary: 'One order',
    beyondSpec: true,
    response: wrapped(storeOrder),
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/store/users',
    access: 'store',
    scope: 'users:write',
    summary: 'A referral user with a generated code; the same email answers the same user',
    beyondSpec: true,
    body: storeUserInput,
    response: wrapped(storeUser),
  }),
  createPayout: endpoint({
    method: 'POST',
    path: '/store/users/:id/payouts',
    access: 'store',
    scope: 'users:write',
    summary: 'Ask for a payout of at most the open balance',
    beyondSpec: true,
    body: payoutInput,
    response: wrapped(storePayout),
  }),
}
