import type { OrderMail } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { listMailsAbout, type OutboxRow } from '../outbox/outbox.service.ts'

/** What was mailed about an order. Apart from the module that mails, which needs the orders. */

/** A mail without its form: HTML and plain text are made of it. */
export interface Letter {
  readonly subject: string
  /** The name of the shop, at the top. */
  readonly shop: string
  /** The name of the stored logo that is there instead; left out without one. */
  readonly logo?: string
  readonly blocks: readonly LetterBlock[]
}

export type LetterBlock =
  | { readonly is: 'text'; readonly text: string }
  | {
      readonly is: 'keys'
      readonly groups: readonly KeyGroup[]
      /** The file that has the keys, if they are too many. */ readonly file?: string
    }
  | {
      readonly is: 'link'
      readonly url: string
      /** What the button says; about an order if left out. */
      readonly text?: string
    }

/** The keys of one line of an order. */
export interface KeyGroup {
  readonly name: string
  readonly keys: readonly string[]
}

/** What only mails store in the outbox. */
export interface MailDetail {
  /** Where the last attempt went. */
  readonly to: string
  /** The mail as it was sent, its keys masked. */
  readonly letter?: Letter
}

export const readMailDetail = ({ detail }: OutboxRow): MailDetail | null => (detail === null ? null : (JSON.parse(detail) as MailDetail))

export const mailSubjectOf = (orderId: number): string => `order ${orderId}`

/** The mails of an order, newest first. One that waits goes to the order's email. */
export const listMailsOf = async (
  db: Db,
  { id, customer_email }: { readonly id: number; readonly customer_email: string },
): Promise<OrderMail[]> => (await listMailsAbout(db, mailSubjectOf(id))).map((row) => toOrderMail(row, customer_email))

export const toOrderMail = (row: OutboxRow, email: string): OrderMail => ({
  ...{ id: row.id, kind: row.event, to: row.status === 'pending' ? email : (readMailDetail(row)?.to ?? email) },
  ...{ at: row.created_at, state: stateOf(row), reason: row.reason, sent_at: row.sent_at, attempts: row.attempts },
})

/** One of `mailStates`. A mail that is no longer wanted counts as failed, with the reason. */
export const stateOf = ({ status }: Pick<OutboxRow, 'status'>): 'waiting' | 'sent' | 'failed' =>
  status === 'pending' ? 'waiting' : status === 'success' ? 'sent' : 'failed'
