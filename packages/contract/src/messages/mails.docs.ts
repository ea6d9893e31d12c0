import { component, docs } from '../describe.ts'
import { mailFields, mailKinds } from './mail-rules.ts'
import {
  mailDraft,
  mailInput,
  mailRetries,
  mails,
  mailState,
  mailStates,
  mailTemplate,
  mailTemplateInput,
  mailTest,
  renderedMail,
} from './mails.ts'
import { orderMail } from '../orders/orders.ts'

const fields = `Plain text with fields: ${mailFields.map((name) => `\`{{${name}}}\``).join(', ')}. An empty line begins a paragraph.`
const draftFields = { subject: 'One line, with the fields that are not several lines.', body: fields }

export const mailsDocs = docs(mails, {
  about: 'What is mailed to customers.',
  calls: {
    save: '400 names a field that does not exist.',
    preview: 'With made-up data while no order fits.',
    test: 'A test is tried once. 409: `mail_off`.',
    send: 'A completed order is mailed its keys, a refunded one its refund. One that waits already is sent at once instead of a second one, and so are the other mails of the order that wait. Another address counts as revealing the keys. 409: `mail_off`, `nothing_to_mail` for any other order, and for one without keys; `conflict` if the mail is not of the expected `kind`. 429: `key_limit_reached`.',
    read: '404 until it was sent.',
  },
  refuses: { send: ['too_many_requests'] },
  components: {
    MailTemplate: component(
      mailTemplate,
      'The text of one kind of mail.',
      { enabled: 'Whether it is sent automatically.', is_default: 'Nobody has saved another text.', ...draftFields },
      { kind: mailKinds },
    ),
    MailRetries: component(mailRetries, 'The mails that wait after a failed attempt.', {
      count: 'How many.',
      since: 'Since when the oldest waits.',
      reason: 'Why the last attempt failed.',
    }),
    MailState: component(mailState, 'Whether mail is on.', {
      is_configured: 'Whether the server has a mail server. If it has none, nothing is mailed.',
      retries: 'Null if no mail waits after a failed attempt.',
    }),
    MailTemplateInput: component(mailTemplateInput, 'Changes of a kind of mail. What is left out stays as it is.', {
      enabled: 'Whether it is sent automatically.',
      ...draftFields,
    }),
    MailDraft: component(mailDraft, 'A text that is not saved yet.', draftFields),
    RenderedMail: component(renderedMail, 'A mail as its reader sees it.', {
      subject: 'One line.',
      html: 'A whole page.',
      text: 'The same as plain text.',
    }),
    MailTest: component(mailTest, 'What became of a test.', { reason: 'Why it failed.' }, { state: mailStates }),
    OrderMail: component(
      orderMail,
      'A mail of an order.',
      {
        to: 'Where it went, or is to go.',
        at: 'When it was stored.',
        reason: 'Why it failed; while it waits, why the last attempt failed.',
        sent_at: 'When the mail server took it.',
        attempts: 'How often it was tried.',
      },
      { kind: mailKinds, state: mailStates },
    ),
    MailInput: component(mailInput, 'Where to mail an order.', {
      to: 'Another address than the order’s, which becomes the order’s.',
      kind: 'The mail that the caller expects. If the order would be mailed the other one now, nothing is mailed.',
    }),
  },
})
