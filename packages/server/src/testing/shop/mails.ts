import type { Mails, OrderMail } from '@keydesk/contract'
import { startMailbox, type Mailbox, type MailboxOptions } from '@keydesk/stand-in'
import { expect } from 'vitest'
import { isUnderWay } from '../../modules/mails/mail-messages.service.ts'
import { createTestApp, type TestApp, type TestOptions } from '../../testing.ts'
import { dataOf } from './catalogue.ts'
import { later } from './webhooks.ts'

/** A server that mails to a mailbox of its own. The mailbox closes with the server. */
export async function createMailingApp(
  options: Omit<TestOptions, 'mail'> & { readonly mailbox?: MailboxOptions; readonly mail?: Partial<TestOptions['mail']> } = {},
): Promise<TestApp & { readonly mailbox: Mailbox }> {
  const mailbox = await startMailbox(options.mailbox)
  const app = await createTestApp({ ...options, mail: { url: mailbox.url, ...options.mail } })
  app.onClose(() => mailbox.close())
  return { ...app, mailbox }
}

/** The mails of an order, newest first. */
export const mailsOf = async (app: TestApp, orderId: number, token = app.token): Promise<OrderMail[]> =>
  (dataOf(await app.call('GET', `/admin/purchases/orders/${orderId}`, undefined, { token })) as { mails: OrderMail[] }).mails

/** Sends a mail of an order by hand. */
export const mailAgain = (app: TestApp, orderId: number, to?: string) =>
  app.call('POST', `/admin/purchases/orders/${orderId}/mails`, to === undefined ? {} : { to })

export const listMails = async (app: TestApp): Promise<Mails> => {
  const answer = await app.call('GET', '/admin/mails')
  expect(answer.status).toBe(200)
  return answer.body
}

/** Waits until no mail is pending; moves the clock forward to the next attempts if none is under way. */
export async function drainMails(app: TestApp, limit: number): Promise<void> {
  const end = performance.now() + limit
  const server = app.deps.mail!
  for (;;) {
    const waiting = await app.deps.db
      .selectFrom('outbox')
      .select(['send_after', 'last_attempt_at'])
      .where('channel', '=', 'mail')
      .where('status', '=', 'pending')
      .orderBy('send_after')
      .limit(100)
      .execute()
    const last = waiting.at(-1)
    if (last === undefined) return
    if (performance.now() > end) throw new Error(`A mail still waits, until ${waiting[0]!.send_after}`)
    // A server that fails is left alone for a while, even if mails are due.
    if (!waiting.some((row) => isUnderWay(server, row)))
      later(app, Math.max(1, (Date.parse(last.send_after!) - app.clock.at.getTime()) / 1000))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
