import * as z from 'zod/mini'
import { couponStates } from '../choices.ts'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, oneOf, queryFlag, toggle, version, withoutNul } from '../fields.ts'
import { money, nullableMoney } from '../team/guarded.ts'
import { listed, listQuery, salesPeriod } from '../lists.ts'
import { amount, convertFirst, count, flag, id, listOf, moment, optionalCount, optionalMoment, text } from '../tolerant.ts'

export const discountTypes = ['percentage', 'fixed_amount', 'free_license'] as const
export type DiscountType = (typeof discountTypes)[number]

const usage = (what: string) =>
  z.int(`${what} must be a whole number`).check(z.minimum(0, `${what} must be 0 or more`), z.maximum(1_000_000_000, `${what} is too large`))

/** A coupon as the dialog sends it. The schema checks each field alone: its type, its length or its range. The other rules are in coupon-rules.ts. */
export const couponInput = z.object({
  code: z
    .string({ error: ({ input }) => (input === undefined ? 'Code is required' : 'Code must be text') })
    .check(z.trim(), z.maxLength(100, 'Code must be at most 100 characters'), withoutNul('Code')),
  discount_type: oneOf('Discount type', discountTypes),
  /** Percent, or dollars; at most two decimals either way. */
  discount_value: z.number('Discount value must be a number'),
  /** ISO 8601 in UTC. */
  expiration_date: z.iso.datetime({
    offset: true,
    error: ({ input }) =>
      input === undefined || input === '' || input === null ? 'Expiration date is required' : 'Expiration date must be a date and time',
  }),
  /** ISO 8601 in UTC; null means at once. A save that leaves it out keeps the stored one. */
  starts_at: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'Start must be a date and time' }))),
  max_usage: usage('Max usage'),
  max_usage_per_user: usage('Max usage per user'),
  applicable_to_all: toggle('Applicable to all products'),
  applicable_products: z._default(
    listUpTo('Applicable products', z.int('Applicable products must be ids').check(z.positive('Applicable products must be ids')), 10_000),
    [],
  ),
  version,
})
export type CouponInput = z.infer<typeof couponInput>

/** A new coupon: unlimited, once per customer, if the body does not say. A change has no such defaults: they would undo a limit. */
export const newCouponInput = z.extend(couponInput, {
  max_usage: z._default(couponInput.shape.max_usage, 0),
  max_usage_per_user: z._default(couponInput.shape.max_usage_per_user, 1),
})

/** The browser's check before it sends: an unknown type of a foreign host is saved back unchanged. */
export const couponDraft = z.extend(couponInput, { discount_type: z.string() })

export const coupon = z.object({
  id,
  code: text,
  discount_type: text,
  discount_value: amount,
  expiration_date: moment,
  /** Null if it is valid from the beginning. A foreign host leaves it out. */
  starts_at: optionalMoment,
  max_usage: count,
  max_usage_per_user: count,
  current_usage: count,
  applicable_to_all: flag,
  /** Ids; a foreign host may send the products themselves. */
  applicable_products: listOf(convertFirst((product) => (isRecord(product) ? product.id : product), id)),
  is_active: flag,
  created_at: moment,
  version: optionalCount,
})
export type Coupon = z.infer<typeof coupon>

/** A coupon as the browser reads it: product names that a foreign host sends are collected by id. */
const couponWithNames = convertFirst(
  (input) => (isRecord(input) ? { ...input, product_names: namesOf(input.applicable_products) } : input),
  z.extend(coupon, { product_names: z.record(z.string(), z.string()) }),
)

function namesOf(products: unknown): Record<string, string> {
  const named = (Array.isArray(products) ? products : []).filter(isRecord)
  return Object.fromEntries(
    named.flatMap((product) => (typeof product.name === 'string' && product.name !== '' ? [[String(product.id), product.name]] : [])),
  )
}

/** What a coupon would have done to the orders of a period (docs/reference/coupons.md, Dry run). Amounts in dollars. */
export const couponDryRun = z.object({
  /** Orders that were completed in these days. */
  orders: count,
  /** How many of them it would have applied to. */
  applied: count,
  /** The discount that it would have given. */
  cost: money,
  /** The lowest total of an order with it, among those that cost something without it; null if it applied to none. */
  lowest_total: nullableMoney,
  /** What was paid for all of them, less what was refunded. */
  revenue: money,
})
export type CouponDryRun = z.infer<typeof couponDryRun>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const usageSums = {
  /** Completed orders with the coupon. */
  uses: count,
  /** What was paid for them, in dollars, less what was refunded. */
  revenue: money,
  /** The discount that it gave, in dollars, less the share of refunded units. */
  discount: money,
}
/** Sales with a coupon and its discounts (docs/reference/coupons.md, Usage): the sums of its whole life, and the days of a period. */
export const couponUsage = z.object({ ...usageSums, by_day: listOf(z.object({ /** YYYY-MM-DD. */ day: text, ...usageSums })) })
export type CouponUsage = z.infer<typeof couponUsage>

const path = '/admin/coupons'
const oneCoupon = { response: wrapped(coupon), read: wrapped(couponWithNames) }
export const coupons = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'coupons:read',
    summary: 'Coupons, newest first',
    query: z.extend(listQuery, {
      include_expired: queryFlag('include_expired', true),
      status: z.optional(oneOf('status', couponStates)),
    }),
    response: listed(coupon),
    read: listed(couponWithNames),
  }),
  create: endpoint({ method: 'POST', path, access: 'coupons:write', summary: 'Create a coupon', body: newCouponInput, ...oneCoupon }),
  dryRun: endpoint({
    method: 'POST',
    path: `${path}/dry-run`,
    access: 'coupons:write',
    reads: true,
    summary: 'Try a coupon on the orders of a period: the last 30 days, or others as for the days of the sales',
    query: salesPeriod,
    body: newCouponInput,
    beyondSpec: true,
    response: wrapped(couponDryRun),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'coupons:write',
    summary: 'Save a coupon',
    body: couponInput,
    ...oneCoupon,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'coupons:write',
    summary: 'Delete a coupon',
    response: wrapped(z.null()),
  }),
  usage: endpoint({
    method: 'GET',
    path: `${path}/:id/usage`,
    access: 'coupons:read',
    summary: 'What a coupon brought and cost, in all and by day of a time zone; completed orders only',
    beyondSpec: true,
    query: salesPeriod,
    response: wrapped(couponUsage),
  }),
  activate: endpoint({
    method: 'POST',
    path: `${path}/:id/activate`,
    access: 'coupons:write',
    summary: 'Activate a coupon',
    ...oneCoupon,
  }),
  deactivate: endpoint({
    method: 'POST',
    path: `${path}/:id/deactivate`,
    access: 'coupons:write',
    summary: 'Deactivate a coupon',
    ...oneCoupon,
  }),
}
