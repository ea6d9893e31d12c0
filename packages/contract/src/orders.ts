import * as z from 'zod/mini'
import { endpoint, wrapped } from './endpoint.ts'
import { calendarDay, listed, listQuery, timeZone } from './lists.ts'
import { amount, count, id, listOf, moment, optionalAmount, optionalCount, text } from './tolerant.ts'

export const orderStatuses = ['pending', 'completed', 'cancelled', 'expired', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** A line of an order as it was sold: names and prices never change afterwards. */
export const orderItem = z.object({
  id,
  quantity: count,
  variant: z.object({ id: optionalCount, name: text, product: z.catch(z.object({ id: optionalCount, name: text }), { name: '' }) }),
  unit_price: optionalAmount,
  /** What was paid for the line, after its share of the discounts. */
  paid: optionalAmount,
})
export type OrderItem = z.infer<typeof orderItem>

export const order = z.object({
  id,
  customer_email: text,
  status: text,
  items: listOf(orderItem),
  total: amount,
  created_at: moment,
  subtotal: optionalAmount,
  /** Coupon and referral discount together. */
  discount: optionalAmount,
  coupon_code: z.optional(text),
  referral_code: z.optional(text),
})
export type Order = z.infer<typeof order>

export const orderKey = z.object({ id, item_id: id, /** Masked until it is asked for. */ value: text, state: text })
export type OrderKey = z.infer<typeof orderKey>

export const timelineEntry = z.object({ id, at: text, actor: text, action: text, changes: z.catch(z.record(z.string(), z.unknown()), {}) })
export type TimelineEntry = z.infer<typeof timelineEntry>

/** What the drawer shows beside the order. */
export const orderDetails = z.extend(order, {
  coupon_discount: amount,
  referral_discount: amount,
  payment_reference: text,
  reserved_until: moment,
  completed_at: moment,
  keys: listOf(orderKey),
  referral: z.catch(z.nullable(z.object({ referrer: text, commission_amount: amount, status: text })), null),
  timeline: listOf(timelineEntry),
})
export type OrderDetails = z.infer<typeof orderDetails>

export const orderFilters = z.extend(listQuery, {
  status: z.optional(z.enum(orderStatuses, `status must be one of: ${orderStatuses.join(', ')}`)),
  /** Days of `time_zone`, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  /** UTC where it is left out. An export then writes its moments in this zone, too. */
  time_zone: z.optional(timeZone),
})

const path = '/admin/purchases/orders'
export const orders = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary: 'Orders, newest first: the newest 100 unless a limit says otherwise',
    query: orderFilters,
    response: listed(order),
  }),
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'One order with masked keys, referral and timeline',
    beyondSpec: true,
    response: wrapped(orderDetails),
  }),
  revealKeys: endpoint({
    method: 'POST',
    path: `${path}/:id/keys`,
    access: 'admin',
    holdsKeys: true,
    summary: 'The key values of an order; recorded in its timeline',
    beyondSpec: true,
    response: wrapped(z.array(orderKey)),
  }),
  refund: endpoint({
    method: 'POST',
    path: `${path}/:id/refund`,
    access: 'admin',
    summary: 'Refund a completed order; its keys become revoked',
    beyondSpec: true,
    response: wrapped(orderDetails),
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    access: 'admin',
    summary: 'Cancel a pending order; everything it holds is released',
    beyondSpec: true,
    response: wrapped(orderDetails),
  }),
}

/** The CSV of every order that the filters let through; not JSON, and so no endpoint of the table above. */
export const ordersExportPath = `${path}/export.csv`
