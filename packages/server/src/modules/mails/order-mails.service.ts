import type { MailInput, MailKind, OrderMail, RenderedMail } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden, notFound } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { followEmail } from '../customers/customers.service.ts'
import { toOrderMail } from '../orders/mail-list.service.ts'
import { withinKeyLimit } from '../orders/key-limit.service.ts'
import { requireLocked } from '../orders/order-steps.service.ts'
import { changeEmail, listEmails, type OrderRow } from '../orders/orders.service.ts'
import { afresh, findMessage, lockWaitingAbout, subjectOf, updateMessage, type OutboxRow } from '../outbox/outbox.service.ts'
import { logoAddress, readFace } from '../shop/shop.service.ts'
import { renderLetter } from './letter-views.rules.ts'
import { withoutAmounts, type Letter, type MailDetail } from './letter.rules.ts'
import { readContent } from './mail-content.service.ts'
import { isUnderWay, mailTarget, messageId, requireMail, storeOrderMail } from './mail-messages.service.ts'

/** What a person mails about an order by hand. */
const kindOf: Readonly<Partial<Record<OrderRow['status'], MailKind>>> = { completed: 'order_completed', refunded: 'order_refunded' }

/**
 * Mails an order again (docs/reference/mail.md, By hand): its keys, or its refund. Another address becomes the order's. A mail of
 * this kind that waits for another attempt is sent at once instead of a second one, and so are the order's other mails that wait.
 * @throws 403 for another address without `orders:reveal`, 404, 409 `mail_off`, `nothing_to_mail` for an order that is neither completed nor
 *   refunded, and for a completed one whose customer has no key, `conflict` if the mail would be of another kind than the person expects; 429
 *   `key_limit_reached` for another address
 */
export async function sendOrderMail(
  deps: Deps,
  { actor, permissions }: SignedIn,
  id: number,
  { to, kind: expected }: MailInput,
): Promise<OrderMail> {
  // The mail has the keys, so this reveals them to anybody who has a mailbox.
  if (to !== undefined && !permissions.includes('orders:reveal')) throw forbidden('You may mail this order to its customer only')
  const server = requireMail(deps)
  const isOwnAddress = to === undefined || (await listEmails(deps.db, [id])).get(id) === to
  const send = async (tx: Db) => {
    const row = await requireLocked(tx, actor, id)
    const kind = kindOf[row.status]
    if (kind === undefined) throw conflict(`There is nothing to mail about an order that is ${row.status}`, 'nothing_to_mail')
    if (expected !== undefined && kind !== expected) throw conflict(`This order is ${row.status} now. Look at it again.`)
    // An imported order may have no keys.
    if ((await readContent(tx, deps, kind, id, {})) === null) throw conflict('This order has no keys to mail', 'nothing_to_mail')
    const at = deps.now()
    const isMoved = !isOwnAddress && to !== row.customer_email
    const { customer_email } = isMoved ? await changeEmail(tx, deps, actor, row, to) : row
    if (isMoved) await followEmail(tx, row.customer_email, to)
    const changes = creation({ mail: kind, to: customer_email })
    await recordActivity(tx, { actor, action: 'order.mailed', subject: { kind: 'order', id }, changes, at })
    let own: OutboxRow | undefined
    for (const waiting of await lockWaitingAbout(tx, { channel: 'mail', target: mailTarget, subject: subjectOf('order', id) })) {
      // An attempt is under way, or the first is about to begin.
      const isBegun = !isMoved && (waiting.reason === null || isUnderWay(server, waiting))
      const after = isBegun ? waiting : await updateMessage(tx, waiting.id, afresh(at))
      if (after.event === kind) own = after
    }
    if (own !== undefined) return toOrderMail(own, customer_email)
    const stored = await storeOrderMail(tx, { kind, orderId: id, body: {}, at, idempotencyKey: messageId(server) })
    return toOrderMail(stored, customer_email)
  }
  return isOwnAddress ? transact(deps.db, send) : withinKeyLimit(deps, actor, id, send)
}

/**
 * A mail of an order as it was sent, its keys masked; so are the amounts for people who may not see them.
 * @throws 404, also for one that was not sent
 */
export async function readOrderMail(deps: Deps, { permissions }: SignedIn, orderId: number, id: number): Promise<RenderedMail> {
  const row = await findMessage(deps.db, 'mail', id)
  const letter = row?.subject === subjectOf('order', orderId) ? letterOf(row) : undefined
  if (letter === undefined) throw notFound('Mail')
  const { logoFile } = await readFace(deps.db, deps)
  // Another logo has replaced the one that was sent.
  const isStored = letter.logo !== undefined && letter.logo === logoFile
  const shown = permissions.includes('amounts:read') ? letter : withoutAmounts(letter)
  return renderLetter(shown, isStored ? logoAddress(deps, logoFile) : '')
}

/** Undefined for a mail that was not sent. */
const letterOf = ({ detail }: OutboxRow): Letter | undefined => (detail === null ? undefined : (JSON.parse(detail) as MailDetail).letter)
