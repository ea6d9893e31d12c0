import { centsToDollars, maskKey, variantName, type Customer, type CustomerNote, type CustomerNoteInput } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, notFound } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import {
  customerKeyOf,
  findBriefOrder,
  listCouponsOf,
  listNewestKeysOf,
  listNewestOrdersOf,
  sumOrdersOf,
} from '../orders/lists/customer-orders.service.ts'
import { requireLocked } from '../orders/order-steps.service.ts'
import { findReferralUser, findReferralUserByEmail } from '../users/referral-users.service.ts'
import * as repo from './customers.repo.ts'

/** Identifies a customer by one of these. */
interface Named {
  readonly email?: string | undefined
  readonly order_id?: number | undefined
  readonly user_id?: number | undefined
}

/** How many of the newest orders, keys and coupons to show. */
const shown = { orders: 8, keys: 20, coupons: 20 }

/**
 * Everything about a customer, found by email, order or referral user (docs/reference/customers.md, A customer). Amounts are in dollars,
 * keys are masked. The cost depends on this customer's orders only.
 * @throws 404 for somebody who has no orders, no notes and no referral code
 */
export async function requireCustomer({ db }: Deps, caller: SignedIn, named: Named): Promise<Customer> {
  const asked = await findEmail(db, named)
  if (asked === undefined) throw notFound('Customer')
  const key = customerKeyOf(asked)
  const orders = await listNewestOrdersOf(db, key, shown.orders)
  const notes = await repo.listNotes(db, key)
  const referralUser = await findReferralUserByEmail(db, key)
  const email = orders[0]?.customer_email ?? referralUser?.email ?? notes[0]?.customer_email
  if (email === undefined) throw notFound('Customer')
  const sums = await sumOrdersOf(db, key)
  const keys = await listNewestKeysOf(db, key, shown.keys)
  return {
    email,
    orders: { count: sums.count, total: centsToDollars(sums.total_cents), refunded: centsToDollars(sums.refunded_cents) },
    ...{ first_order_at: sums.first_order_at, last_order_at: sums.last_order_at },
    coupons: await listCouponsOf(db, key, shown.coupons),
    ...{ referral_user_id: referralUser?.id ?? null, referral_code: referralUser?.referral_code ?? null },
    notes: notes.map((note) => toNote(note, caller)),
    recent_orders: orders.map(({ id, status, total_cents, refunded_cents, created_at }) => ({
      ...{ id, status, created_at, total: centsToDollars(total_cents), refunded_total: centsToDollars(refunded_cents) },
    })),
    keys: keys.map(({ id, order_id, value, state, product_name, variant_name }) => ({
      ...{ id, order_id, state, value: maskKey(value), name: variantName(product_name, variant_name) },
    })),
  }
}

/**
 * Adds a note about an email address, which need not have orders (docs/reference/customers.md, Notes).
 * @param input with `order_id`, the note follows a correction of the order's email, as earlier notes did
 * @throws 404 for an unknown order
 */
export async function addNote(deps: Deps, caller: SignedIn, { email: typed, text, order_id }: CustomerNoteInput): Promise<CustomerNote> {
  const at = deps.now()
  return transact(deps.db, async (tx) => {
    // Locked, so that a correction that comes later moves this note, too.
    const order = order_id === undefined ? undefined : await requireLocked(tx, caller.actor, order_id)
    const email = order === undefined || (await isInUse(tx, customerKeyOf(typed))) ? typed : order.customer_email
    const row = await repo.insertNote(tx, {
      ...{ customer_key: customerKeyOf(email), customer_email: email, text, created_at: at.toISOString() },
      ...{ author_id: caller.userId, author_name: caller.actor.name },
    })
    const changes = creation({ customer_email: email, text })
    await recordActivity(tx, { actor: caller.actor, action: 'customer_note.created', subject: subjectOf(row), changes, at })
    return toNote(row, caller)
  })
}

/**
 * Deletes a note (docs/reference/customers.md, Notes).
 * @throws 404; 403 unless the caller wrote it, or is an owner or manager
 */
export async function removeNote(deps: Deps, caller: SignedIn, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await repo.findNote(tx, id)
    if (row === undefined) throw notFound('Note')
    if (!mayDelete(row, caller)) throw forbidden('Only its author, an owner or a manager can delete a note')
    if (!(await repo.deleteNote(tx, id))) throw notFound('Note')
    const changes = { customer_email: { before: row.customer_email, after: null }, text: { before: row.text, after: null } }
    await recordActivity(tx, { actor: caller.actor, action: 'customer_note.deleted', subject: subjectOf(row), changes, at: deps.now() })
  })
}

/**
 * Moves the notes of an address that was corrected, unless it still has orders or a referral user (docs/reference/customers.md, Notes).
 * @param tx a transaction that has changed the email of an order
 */
export async function followEmail(tx: Db, from: string, to: string): Promise<void> {
  const key = customerKeyOf(from)
  if (!(await isInUse(tx, key))) await repo.moveNotes(tx, key, { customer_key: customerKeyOf(to), customer_email: to })
}

/** Whether an order or a referral user has this email. */
const isInUse = async (tx: Db, key: string): Promise<boolean> =>
  (await listNewestOrdersOf(tx, key, 1)).length > 0 || (await findReferralUserByEmail(tx, key)) !== undefined

async function findEmail(db: Deps['db'], { email, order_id, user_id }: Named): Promise<string | undefined> {
  if (order_id !== undefined) return (await findBriefOrder(db, order_id))?.customer_email
  return user_id === undefined ? email : (await findReferralUser(db, user_id))?.email
}

const subjectOf = ({ id, customer_email }: repo.NoteRow) => ({ kind: 'customer' as const, id, name: customer_email })

const mayDelete = (note: repo.NoteRow, { userId, role }: SignedIn): boolean =>
  note.author_id === userId || role === 'owner' || role === 'manager'

const toNote = (note: repo.NoteRow, caller: SignedIn): CustomerNote => ({
  ...{ id: note.id, text: note.text, created_at: note.created_at, author: note.author_name },
  can_delete: mayDelete(note, caller),
})

/** Notes about all customers with an id above another, in the order of their ids. */
export const pageNotes = repo.pageNotes
