import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, requiredText } from '../fields.ts'
import { money, optionalMoney } from '../team/guarded.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../lists.ts'
import { count, flag, id, listOf, moment, orElse, text } from '../tolerant.ts'

/** A note of a member about a customer. Customers do not see it. */
export const customerNote = z.object({
  id,
  text,
  created_at: moment,
  /** The name of the person who wrote it. */
  author: text,
  /** Whether the caller may delete it: the author, owners and managers. */
  can_delete: flag,
})
export type CustomerNote = z.infer<typeof customerNote>

/** A customer, identified by email, with all of their orders (docs/reference/customers.md). */
export const customer = z.object({
  email: text,
  /** `total` is what was paid for completed orders less `refunded`, what was refunded of them, in dollars; `count` is all orders. */
  orders: z.object({ count, total: money, refunded: money }),
  first_order_at: moment,
  last_order_at: moment,
  /** Coupons of orders that were not cancelled and did not expire, most used first. */
  coupons: listOf(z.object({ code: text, uses: count })),
  /** The referral user with this email, or null. */
  referral_user_id: orElse(z.nullable(id), null),
  referral_code: orElse(z.nullable(z.string()), null),
  /** Newest first. */
  notes: listOf(customerNote),
  /** The newest 8. */
  recent_orders: listOf(z.object({ id, status: text, total: money, refunded_total: optionalMoney, created_at: moment })),
  /** The newest 20 keys that their orders hold, masked. */
  keys: listOf(z.object({ id, order_id: id, value: text, state: text, name: text })),
})
export type Customer = z.infer<typeof customer>

const rowId = (name: string) => z.optional(wholeNumber(name, 1, Number.MAX_SAFE_INTEGER))
const oneOfThree = 'Name a customer by one of: email, order_id, user_id'

/** By the email, or by an order or user that has it, so that no email need be in a URL. */
export const customerQuery = z
  .object({ email: z.optional(emailText('Email')), order_id: rowId('order_id'), user_id: rowId('user_id') })
  .check(z.refine((named) => Object.values(named).filter((value) => value !== undefined).length === 1, oneOfThree))

export const customerNoteInput = z.object({
  email: emailText('Email'),
  text: requiredText('Note', limits.customerNote),
  order_id: rowId('order_id'),
})
export type CustomerNoteInput = z.infer<typeof customerNoteInput>

const notesPath = '/admin/customers/notes'
export const customers = {
  find: endpoint({
    method: 'GET',
    path: '/admin/customers',
    access: 'customers:read',
    summary: 'One customer: orders, keys, coupons, and what members noted',
    beyondSpec: true,
    query: customerQuery,
    response: wrapped(customer),
  }),
  addNote: endpoint({
    method: 'POST',
    path: notesPath,
    access: 'customers:write',
    summary: 'Note something about a customer',
    beyondSpec: true,
    body: customerNoteInput,
    status: 201,
    response: wrapped(customerNote),
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: `${notesPath}/:id`,
    access: 'customers:write',
    summary: 'Delete a note: one of one’s own, or as an owner or manager',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
}
