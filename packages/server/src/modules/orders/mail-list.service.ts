import type { OrderMail } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { listAbout, subjectOf, type OutboxRow } from '../outbox/outbox.service.ts'

/** The mails of an order, newest first. One that waits goes to the order's email. */
export const listMailsOf = async (
  db: Db,
  { id, customer_email }: { readonly id: number; readonly customer_email: string },
): Promise<OrderMail[]> => (await listAbout(db, 'mail', subjectOf('order', id))).map((row) => toOrderMail(row, customer_email))

export const toOrderMail = (row: OutboxRow, email: string): OrderMail => ({
  ...{ id: row.id, kind: row.event, to: row.status === 'pending' ? email : (lastAddressOf(row) ?? email) },
  ...{ at: row.created_at, state: stateOf(row), reason: row.reason, sent_at: row.sent_at, attempts: row.attempts },
})

/** Where the last attempt went. */
const lastAddressOf = ({ detail }: OutboxRow): string | null =>
  detail === null ? null : (JSON.parse(detail) as { readonly to: string }).to

/** One of `mailStates`. A mail that is no longer wanted counts as failed, with the reason. */
export const stateOf = ({ status }: Pick<OutboxRow, 'status'>): 'waiting' | 'sent' | 'failed' =>
  status === 'pending' ? 'waiting' : status === 'success' ? 'sent' : 'failed'
