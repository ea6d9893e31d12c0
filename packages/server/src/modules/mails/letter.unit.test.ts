import { checkMailText, limits, mailFields } from '@keydesk/contract'
import { startMailbox } from '@keydesk/stand-in'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MailServer } from '../../deps.ts'
import { renderLetter } from './letter-views.rules.ts'
import { inOneLine, maskLetter, writeLetter, type MailContent } from './letter.rules.ts'
import { transmit } from './smtp.ts'

const content: MailContent = {
  ...{ order: '5', customer: 'eve@example.com', amountCents: 1_250, link: 'https://desk.example/o/secret', instructions: ['Run it'] },
  groups: [{ name: 'Aim - Month', keys: ['AAAA-BBBB-CCCC'] }],
}
const plain = fc.constantFrom('', '.b', '+tag')
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ', thief@example.com, x',
    '\r\nBcc: thief@example.com',
    '\n\nnew body',
    '</p><script>x()</script>',
    '"><img src=x onerror=y>',
    '\u2028',
    '=?utf-8?Q?=0D=0ABcc:?=',
  ),
)

test('no value breaks out of the HTML, whatever it is', () => {
  fc.assert(
    fc.property(nasty, nasty, nasty, (name, key, text) => {
      const odd = { ...content, customer: text, groups: [{ name, keys: [key] }], instructions: [text] }
      const { letter } = writeLetter({ subject: '{{customer}}', body: '{{customer}} {{keys}} {{instructions}}' }, odd, name)
      expect(letter.subject).not.toMatch(/[\r\n\u2028\u2029]/)
      const { html } = renderLetter(letter)
      const tags = new Set([...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag!.toLowerCase()))
      for (const tag of tags)
        expect(['html', 'head', 'meta', 'title', 'style', 'body', 'table', 'tr', 'td', 'p', 'div', 'br', '!doctype']).toContain(tag)
    }),
  )
})

test('what a seller types is text, not HTML', () => {
  fc.assert(
    fc.property(nasty, (body) => {
      fc.pre(checkMailText(body, 'body') === undefined)
      const { html } = renderLetter(writeLetter({ subject: 'x', body }, content, 'Shop').letter)
      expect(html).not.toMatch(/<(script|img)/i)
    }),
  )
})

test('a field in a line of text ends the paragraph if it is several lines, and leaves nothing behind if it is empty', () => {
  const { letter } = writeLetter(
    { subject: '{{order}}', body: 'Keys: {{keys}}{{link}}\r\n\r\nBye {{customer}}\nand {{amount}}' },
    { ...content, link: '' },
    'Shop',
  )
  expect(letter.blocks).toEqual([
    { is: 'text', text: 'Keys:' },
    { is: 'keys', groups: content.groups },
    { is: 'text', text: 'Bye eve@example.com\nand $12.50' },
  ])
})

test('a masked letter has neither a key nor the secret of the page', () => {
  const { letter } = writeLetter({ subject: 'x', body: mailFields.map((field) => `{{${field}}}`).join('\n\n') }, content, 'Shop')
  expect(JSON.stringify(letter)).toMatch(/AAAA-BBBB-CCCC.*secret/)
  expect(JSON.stringify(maskLetter(letter))).not.toMatch(/AAAA-BBBB|secret/)
})

test(`${limits.keysInMail} keys are in the mail, one more makes a file`, () => {
  const of = (count: number) => ({ ...content, groups: [{ name: 'A', keys: Array.from({ length: count }, (_, index) => `K${index}`) }] })
  expect(writeLetter({ subject: 'x', body: '{{keys}}' }, of(limits.keysInMail), 'Shop').file).toBeNull()
  expect(writeLetter({ subject: 'x', body: '{{keys}}' }, of(limits.keysInMail + 1), 'Shop').file?.text.split('\r\n')).toContain('K20')
})

test('no header of a mail brings another one, whatever its value is', { timeout: 60_000 }, async () => {
  const mailbox = await startMailbox()
  const server: MailServer = {
    ...{ url: mailbox.url, from: { name: '', address: 'shop@shop.test' } },
    patience: { connectMs: 10_000, silenceMs: 10_000, attemptMs: 20_000 },
    outcomes: { success: 0, failure: 0, given_up: 0, repeated: 0 },
  }
  const usual = { messageId: '<1@shop.test>', html: '<p>x</p>', text: 'x', file: null, logo: null, secrets: [] }
  const headers = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to']
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(nasty, fc.oneof(plain, nasty), fc.oneof(plain, nasty), nasty, async (name, replyTo, to, subject) => {
      const before = mailbox.mails.length
      const from = { name: inOneLine(name), address: 'shop@shop.test' }
      const outcome = await transmit(
        server,
        { ...usual, from, replyTo: `r${replyTo}@shop.test`, to: `t${to}@example.com`, subject: inOneLine(`x${subject}`) },
        new AbortController().signal,
      )
      const isAccepted = outcome.is === 'accepted'
      // An address that cannot be mailed is refused before anything is sent.
      expect(mailbox.mails.length).toBe(isAccepted ? before + 1 : before)
      accepted += isAccepted ? 1 : 0
      const mail = mailbox.mails.at(-1)
      if (mail === undefined) return
      expect(new Set(mail.headers)).toEqual(new Set(headers))
      expect(mail.raw).not.toMatch(/^bcc:/im)
      expect(mail.recipient.split('@')).toHaveLength(2)
      expect(mail.text.trim()).toBe('x')
    }),
    { numRuns: 60 },
  )
  expect(accepted).toBeGreaterThan(2)
  await mailbox.close()
})
