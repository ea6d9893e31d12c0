import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, freeText, listUpTo, oneOf, oneLine, reference, textOrNull } from '../fields.ts'
import { changesOf, guarded, money, optionalMoney } from '../team/guarded.ts'
import { limits } from '../limits.ts'
import { calendarDay, listed, listQuery, timeZone, wholeNumber } from '../lists.ts'
import { count, flag, id, listOf, moment, nullableText, optionalCount, optionalFlag, orElse, text } from '../tolerant.ts'
import { orderStates } from '../choices.ts'

/** An item of an order as it was sold: names and prices never change afterwards. */
export const orderItem = z.object({
  id,
  quantity: count,
  variant: z.object({ id: optionalCount, name: text, product: orElse(z.object({ id: optionalCount, name: text }), { name: '' }) }),
  unit_price: optionalMoney,
  /** What was paid for the line, after its share of the discounts. */
  paid: optionalMoney,
  /** How many units of it were refunded. */
  refunded_quantity: optionalCount,
})
export type OrderItem = z.infer<typeof orderItem>

export const order = z.object({
  id,
  customer_email: text,
  status: text,
  items: listOf(orderItem),
  total: money,
  created_at: moment,
  subtotal: optionalMoney,
  /** Coupon and referral discount together. */
  discount: optionalMoney,
  /** What was refunded so far. The status is refunded once everything is. */
  refunded_total: optionalMoney,
  coupon_code: z.optional(text),
  referral_code: z.optional(text),
  /** Why a member completed it by hand; null for any other order. */
  completion_reason: z.optional(nullableText),
  /** It was imported from another shop (docs/reference/shop-imports.md, Imported orders). Left out otherwise. */
  is_imported: optionalFlag,
  /** The number of an imported order in the other shop; null if it had none. Left out otherwise. */
  external_number: z.optional(nullableText),
})
export type Order = z.infer<typeof order>

export const orderKey = z.object({
  id,
  item_id: id,
  /** Masked until the keys are revealed. */
  value: text,
  state: text,
  /** When the customer first opened it on the order's page. */
  opened_at: z.optional(moment),
})
export type OrderKey = z.infer<typeof orderKey>

/** Why a customer was given another key. */
export const replaceReasons = ['not_working', 'wrong_region', 'already_used', 'other'] as const
export type ReplaceReason = (typeof replaceReasons)[number]

export const replaceKeyInput = z.object({
  reason: oneOf('reason', replaceReasons),
  /** For members; no customer sees it. */
  note: z._default(freeText('Note', limits.replacementNote).check(z.trim()), ''),
})
export type ReplaceKeyInput = z.infer<typeof replaceKeyInput>

/** A key of an order that was replaced by another (docs/reference/keys.md, Replacing a key). */
export const replacedKey = z.object({
  id,
  item_id: id,
  /** Masked. */
  value: text,
  /** One of `replaceReasons`. */
  reason: text,
  note: text,
  replaced_at: moment,
  /** The name of the person who replaced it. */
  replaced_by: text,
  /** The id of the key that replaced it, which may itself be replaced since. */
  replacement_id: count,
  /** When the customer first opened it on the order's page. */
  opened_at: z.optional(moment),
})
export type ReplacedKey = z.infer<typeof replacedKey>

const quantityRule = `Quantity must be a whole number from 1 to ${limits.quantity}`
const leftRule = 'left must be a whole number, 0 or more'

/** Units of an item of an order. Unknown fields are refused: a misspelled `key_ids` or `left` would revoke a key for good. */
export const refundedUnits = z.strictObject({
  /** The id of the order's item. */
  id: reference('Item'),
  quantity: z.int(quantityRule).check(z.minimum(1, quantityRule), z.maximum(limits.quantity, quantityRule)),
  /** How many units the caller saw as left to refund. If it is another number now, nothing is refunded. */
  left: z.optional(z.int(leftRule).check(z.minimum(0, leftRule))),
  /** The keys to revoke, one for each unit, by their ids; otherwise those of `keysToRevoke`. */
  key_ids: z.optional(listUpTo('key_ids', reference('Key'), limits.quantity)),
})

/**
 * If `items` is left out, everything that is left is refunded (docs/reference/orders.md, Refunds). Unknown fields are refused, unlike in
 * other bodies: a misspelled `items` would refund everything. For the same reason null is no list of items.
 */
export const refundInput = z.strictObject({
  /** For members and the export; no customer sees it. */
  reason: z.nullish(oneLine('Reason', limits.refundReason)),
  items: z.optional(listUpTo('Items', refundedUnits, limits.cartLines).check(z.minLength(1, 'Items must have at least one entry'))),
})
export type RefundInput = z.output<typeof refundInput>

/** The id of the payment at the payment service. Empty counts as none. */
export const paymentReference = textOrNull('Payment reference', 200)

/** For an order that was paid outside of its storefront (docs/reference/orders.md, Completing by hand). */
export const completeInput = z.object({
  /** For members and the export; no customer sees it. */
  reason: oneLine('Reason', limits.completionReason).check(z.minLength(1, 'Reason is required')),
  payment_reference: paymentReference,
})
export type CompleteInput = z.output<typeof completeInput>

/** A refund of an order or of a part of it. */
export const orderRefund = z.object({
  id,
  at: moment,
  reason: nullableText,
  /** Dollars, as below. */
  total: money,
  items: listOf(z.object({ /** The id of the order's item. */ id, quantity: count, total: money })),
})
export type OrderRefund = z.infer<typeof orderRefund>

export const timelineEntry = z.object({ id, at: text, actor: text, action: text, changes: changesOf(z.unknown()) })
export type TimelineEntry = z.infer<typeof timelineEntry>

/** A mail of an order. */
export const orderMail = z.object({
  id,
  /** One of `mailKinds`. */
  kind: text,
  /** Where it went, or is to go. */
  to: text,
  /** When it was stored. */
  at: moment,
  /** One of `mailStates`. */
  state: text,
  /** Why it failed; while it waits, why the last attempt failed. */
  reason: nullableText,
  /** When the mail server took it. */
  sent_at: moment,
  attempts: count,
})
export type OrderMail = z.infer<typeof orderMail>

/** An order with everything that its drawer shows. */
export const orderDetails = z.extend(order, {
  coupon_discount: money,
  referral_discount: money,
  payment_reference: text,
  reserved_until: moment,
  completed_at: moment,
  /** All keys of the order except replaced ones. Those of refunded units are `revoked`, those of a pending order `reserved`. */
  keys: listOf(orderKey),
  /** The keys that the customer had before, oldest replacement first. */
  replaced_keys: listOf(replacedKey),
  /** Oldest first. */
  refunds: listOf(orderRefund),
  referral: orElse(z.nullable(z.object({ referrer: text, commission_amount: money, status: text })), null),
  timeline: listOf(timelineEntry),
  /** What was mailed to the customer, newest first. */
  mails: listOf(orderMail),
  /** The server has a mail server (docs/reference/mail.md). */
  is_mail_on: flag,
  /** Customers have a page for each completed order (docs/reference/order-page.md). */
  is_page_on: flag,
  /** The address of the customer's page, for owners alone: to others `copyPageLink` answers it. Null until the order is completed. */
  page_url: guarded('team:manage', orElse(z.nullable(z.string()), null)),
})
export type OrderDetails = z.infer<typeof orderDetails>

export const orderFilters = z.extend(listQuery, {
  status: z.optional(z.enum(orderStates, `status must be one of: ${orderStates.join(', ')}`)),
  /** Days of `time_zone`, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  /** UTC by default. An export writes its times in this zone, too. */
  time_zone: z.optional(timeZone),
  /** Only orders that were made with this coupon. */
  coupon_id: z.optional(wholeNumber('coupon_id', 1, Number.MAX_SAFE_INTEGER)),
  /** Only orders that a storefront made with this API key. */
  api_key_id: z.optional(wholeNumber('api_key_id', 1, Number.MAX_SAFE_INTEGER)),
})

/** An export has a row for each order, or one for each of its items (`lines`). */
export const orderExportFilters = z.extend(orderFilters, { rows: z._default(oneOf('rows', ['orders', 'lines']), 'orders') })

export const pageLink = z.object({ page_url: z.string() })

/** The page of an order for its customer. It is HTML, so it is no endpoint of `orders`. */
export const orderPagePath = '/o/:token'
/** The page that mails a customer the links of all orders. */
export const lostOrdersPath = '/lost'
export const lostOrdersInput = z.object({ email: emailText('Email') })

const path = '/admin/purchases/orders'
export const orders = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'orders:read',
    summary: 'Orders, newest first: the newest 100 unless a limit says otherwise',
    query: orderFilters,
    response: listed(order),
  }),
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'orders:read',
    summary: 'One order with masked keys, referral and timeline',
    beyondSpec: true,
    response: wrapped(orderDetails),
  }),
  revealKeys: endpoint({
    method: 'POST',
    path: `${path}/:id/keys`,
    access: 'orders:reveal',
    summary: 'The key values of an order, unless it is pending; recorded in its timeline',
    beyondSpec: true,
    response: wrapped(z.array(orderKey)),
  }),
  refund: endpoint({
    method: 'POST',
    path: `${path}/:id/refund`,
    access: 'orders:refund',
    summary: 'Refund a completed order or single items of it; their keys become revoked',
    beyondSpec: true,
    body: refundInput,
    response: wrapped(orderDetails),
  }),
  replaceKey: endpoint({
    method: 'POST',
    path: `${path}/:id/keys/:key_id/replace`,
    access: 'orders:refund',
    summary: 'Give the customer of a completed order another key; the old one becomes revoked',
    beyondSpec: true,
    body: replaceKeyInput,
    response: wrapped(orderDetails),
  }),
  complete: endpoint({
    method: 'POST',
    path: `${path}/:id/complete`,
    access: 'orders:refund',
    summary: 'Complete by hand an order that was paid: a pending one, or one that ended before the payment came, if its keys are left',
    beyondSpec: true,
    body: completeInput,
    response: wrapped(orderDetails),
  }),
  copyPageLink: endpoint({
    method: 'POST',
    path: `${path}/:id/page-link/copy`,
    access: 'orders:reveal',
    summary: "The address of the customer's page, which shows the keys; recorded in the order's timeline",
    beyondSpec: true,
    response: wrapped(pageLink),
  }),
  renewPageLink: endpoint({
    method: 'POST',
    path: `${path}/:id/page-link`,
    access: 'orders:reveal',
    summary: "Give the customer's page a new address; the previous one ends",
    beyondSpec: true,
    response: wrapped(pageLink),
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    access: 'orders:write',
    summary: 'Cancel a pending order; everything it holds is released',
    beyondSpec: true,
    response: wrapped(orderDetails),
  }),
}

/** A file and no JSON, so it is not in `orders`. */
export const ordersExport = endpoint({
  method: 'GET',
  path: `${path}/export.csv`,
  access: 'orders:export',
  summary: 'The orders that the filters let through, as CSV',
  query: orderExportFilters,
  response: z.string(),
})

/** The number in `Order #12` and the email in `Eve <eve@example.com>`, as people copy them from mails. Any other search stays as it is. */
export const searchedText = (q: string): string => /^order\s*[#\s]\s*(\d\S*)$/i.exec(q)?.[1] ?? /<([^\s<>]+@[^\s<>]+)>$/.exec(q)?.[1] ?? q

/** The order id in a search: `12` or `#12`. */
export function orderIdOf(q: string): number | null {
  const [, digits] = /^#?(\d{1,16})$/.exec(q) ?? []
  const number = Number(digits)
  return digits !== undefined && Number.isSafeInteger(number) ? number : null
}
