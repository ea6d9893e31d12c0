import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, oneOf, toggle } from '../fields.ts'
import { checkMailText, mailKinds } from './mail-rules.ts'
import { orderMail } from '../orders/orders.ts'
import { count, flag, id, nullableText, orElse, rowsOf, text } from '../tolerant.ts'

/** The mails to customers (docs/reference/mail.md). */

/** A text of a template: the same rule marks it as it is typed. */
const templateText = (part: 'subject' | 'body') => {
  const what = part === 'subject' ? 'Subject' : 'Text'
  return z.string({ error: ({ input }) => (input === undefined ? `${what} is required` : `${what} must be text`) }).check((context) => {
    const problem = checkMailText(context.value, part)
    if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })
}

export const mailTemplate = z.object({
  /** One of `mailKinds`. */
  kind: text,
  enabled: flag,
  subject: text,
  body: text,
  /** Nobody has saved another text. */
  is_default: flag,
})
export type StoredMailTemplate = z.infer<typeof mailTemplate>

export const mailRetries = z.object({
  count,
  /** Since when the oldest waits. */
  since: text,
  /** Why the last attempt failed. */
  reason: text,
})

export const mailState = z.object({
  /** The server has a mail server. If it has none, nothing is mailed or stored. */
  is_configured: flag,
  /** The mails that wait after a failed attempt; null if none does. */
  retries: orElse(z.nullable(mailRetries), null),
})

const mailsAnswer = z.object({ data: rowsOf(mailTemplate), meta: mailState })
export type Mails = z.infer<typeof mailsAnswer>

const templateFields = { subject: templateText('subject'), body: templateText('body') }
/** What is left out stays as it is. */
export const mailTemplateInput = z.partial(z.object({ enabled: toggle('Enabled'), ...templateFields }))
export type MailTemplateInput = z.infer<typeof mailTemplateInput>

export const mailDraft = z.object(templateFields)
export type MailDraft = z.infer<typeof mailDraft>

/** A mail as its reader sees it. */
export const renderedMail = z.object({ subject: text, html: text, text })
export type RenderedMail = z.infer<typeof renderedMail>

/** What became of a test. */
export const mailTest = z.object({
  id,
  /** One of `mailStates`. */
  state: text,
  /** Why it failed. */
  reason: nullableText,
})
export type MailTest = z.infer<typeof mailTest>

export const mailStates = ['waiting', 'sent', 'failed'] as const

export const mailInput = z.object({
  /** Another address than the order's, which becomes the order's. */
  to: z.optional(emailText('Email')),
  /** The mail that the person expects: refused if it would be the other one by now. */
  kind: z.optional(oneOf('kind', ['order_completed', 'order_refunded'])),
})
export type MailInput = z.infer<typeof mailInput>

const path = '/admin/mails'
const ofOrder = '/admin/purchases/orders/:id/mails'
const access = 'mails:manage'
const names = { kind: mailKinds } as const
export const mails = {
  list: endpoint({
    method: 'GET',
    path,
    access,
    beyondSpec: true,
    summary: 'What is mailed to customers, and with which text',
    response: mailsAnswer,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/:kind`,
    names,
    access,
    beyondSpec: true,
    summary: 'Change a mail, or turn it on or off',
    body: mailTemplateInput,
    response: wrapped(mailTemplate),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}/:kind/preview`,
    names,
    access,
    beyondSpec: true,
    reads: true,
    summary: 'A mail with the data of the newest order that fits; its keys are masked',
    body: mailDraft,
    response: wrapped(renderedMail),
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:kind/test`,
    names,
    access,
    beyondSpec: true,
    summary: 'Mail the preview to the caller’s own address, and wait for the outcome',
    body: mailDraft,
    response: wrapped(mailTest),
  }),
  send: endpoint({
    method: 'POST',
    path: ofOrder,
    access: 'orders:write',
    beyondSpec: true,
    summary: 'Mail an order again, to its customer or to another address, which becomes the order’s',
    body: mailInput,
    status: 201,
    response: wrapped(orderMail),
  }),
  read: endpoint({
    method: 'GET',
    path: `${ofOrder}/:mail_id`,
    access: 'orders:read',
    beyondSpec: true,
    summary: 'A mail of an order as it was sent; its keys are masked',
    response: wrapped(renderedMail),
  }),
}
