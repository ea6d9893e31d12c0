import { hash, randomBytes } from 'node:crypto'
import type { ActivityAction, MailKind } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps, MailServer } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { ActivityEvent, Projection } from '../activity/activity.service.ts'
import { loadOrder } from '../orders/loaded-orders.service.ts'
import {
  countAbout,
  lockAbout,
  purgeMailsAbout,
  storeMessage,
  subjectOf,
  type NewMessage,
  type OutboxRow,
  type Queue,
} from '../outbox/outbox.service.ts'
import { findShopMark } from '../users/users.service.ts'
import { findTemplate } from './mails.repo.ts'

/** A mail that the server puts off holds up no other. */
export const queue = { name: 'mail', order: 'none' } as const satisfies Queue

/** The only target: there is one mail server. */
export const mailTarget = 'smtp'

/** @throws 409 `mail_off` */
export function requireMail({ mail }: Deps): MailServer {
  if (mail === null) throw conflict('Mail is off: nothing is sent', 'mail_off')
  return mail
}

/** What a mail is about besides its order, by reference: the outbox holds neither keys nor texts. */
export interface MailReference {
  /** The new key of `key_replaced`. */
  readonly key_id?: number
  /** The refund of `order_refunded`; the newest if left out. */
  readonly refund_id?: number
}

interface News {
  readonly kind: MailKind
  /** Tells two mails of a kind about one order apart. */
  readonly nth: number
  readonly body: MailReference
}

type ToNews = (tx: Db, event: ActivityEvent) => Promise<News | null>

/** Recorded events and the mails that they cause (docs/reference/mail.md, Kinds). */
const mailMessages: Readonly<Partial<Record<ActivityAction, ToNews>>> = {
  'order.completed': async (tx, { subject, changes = {} }) => {
    // Nobody knows whether the storefront mails the keys of an order that it did not complete itself.
    const isWanted = 'completion_reason' in changes || (await loadOrder(tx, subject.id)).row.wants_mail === 1
    return isWanted ? { kind: 'order_completed', nth: 0, body: {} } : null
  },
  'key.replaced': async (_tx, { changes = {} }) => {
    const keyId = changes['key_id']?.after as number
    return { kind: 'key_replaced', nth: keyId, body: { key_id: keyId } }
  },
  'order.refunded': refundNews,
  'order.partly_refunded': refundNews,
}

/** None if no money goes back, as of a free order: the text of the mail speaks of an amount. */
async function refundNews(tx: Db, { subject }: ActivityEvent): Promise<News | null> {
  const { id, total_cents } = (await loadOrder(tx, subject.id)).refunds.at(-1)!
  return total_cents === 0 ? null : { kind: 'order_refunded', nth: id, body: { refund_id: id } }
}

/**
 * Stores the mail of an event, in its transaction. Stores none for a kind that is turned off.
 * @param server without one this projection is left out
 */
export const projectToMails =
  (server: MailServer): Projection =>
  async (tx, event) => {
    const toNews = mailMessages[event.action]
    const news = toNews === undefined ? null : await toNews(tx, event)
    if (news === null || (await findTemplate(tx, news.kind))?.enabled === 0) return
    const { kind, nth, body } = news
    const orderId = event.subject.id
    const name = hash('sha256', `${await findShopMark(tx)} ${kind} ${orderId} ${nth}`).slice(0, 32)
    await storeOrderMail(tx, { kind, orderId, body, at: event.at, idempotencyKey: messageId(server, name) })
  }

/** More than an attempt may take. */
const marginMs = 15_000

/** After this time, another server may repeat an attempt without a recorded outcome. */
export const claimMsOf = ({ patience }: MailServer): number => patience.attemptMs + marginMs

/** Whether an attempt has begun and its outcome is not recorded. */
export const isUnderWay = (
  server: MailServer,
  { last_attempt_at, send_after }: Pick<OutboxRow, 'last_attempt_at' | 'send_after'>,
): boolean => last_attempt_at !== null && send_after !== null && Date.parse(send_after) === Date.parse(last_attempt_at) + claimMsOf(server)

/** Stores a mail about an order. */
export const storeOrderMail = (
  tx: Db,
  { kind, orderId, ...rest }: { readonly kind: MailKind; readonly orderId: number } & Pick<NewMessage, 'body' | 'at' | 'idempotencyKey'>,
): Promise<OutboxRow> => storeMessage(tx, queue, { ...rest, target: mailTarget, event: kind, subject: subjectOf('order', orderId) })

/** Mails an hour to one address that somebody typed. */
const mailsAnHour = 3

/**
 * Stores a mail that somebody who has not signed in asked for. Does nothing once three with the same subject were stored within an hour.
 * @param mail its subject names the address by a hash
 */
export const storeAskedMail = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  server: MailServer,
  mail: Pick<NewMessage, 'event' | 'subject' | 'body'>,
): Promise<void> =>
  transact(db, async (tx) => {
    const at = now()
    const anHourAgo = new Date(at.getTime() - 3_600_000).toISOString()
    await lockAbout(tx, queue.name, mail.subject)
    if ((await countAbout(tx, queue.name, mail.subject, anHourAgo)) >= mailsAnHour) return
    await storeMessage(tx, queue, { ...mail, target: mailTarget, idempotencyKey: messageId(server), at })
  })

/** What the mails that somebody asked for are about: the address of a customer, or the password of a member. */
type Asked = 'address' | 'password'

/** By address, without its upper and lower case. */
export const askedSubject = (asked: Asked, to: string): string => `${asked} ${hash('sha256', to.toLowerCase())}`

/** Deletes asked mails a day after they were stored: only their count of the last hour is used again, and strangers store them. */
export async function purgeAsked(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const asked of ['address', 'password'] satisfies Asked[]) await purgeMailsAbout(deps, `${asked} `)
}

/** @param name the same for the same event, so that a repeat is recognised even after a restore; random if left out */
export const messageId = ({ from }: MailServer, name = randomBytes(16).toString('hex')): string =>
  `<${name}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
