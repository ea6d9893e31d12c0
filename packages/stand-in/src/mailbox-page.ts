import { escape, page, timeOf } from './html.ts'

export interface ReceivedMail {
  readonly id: number
  readonly at: Date
  /** From the envelope. */
  readonly sender: string
  readonly recipient: string
  readonly messageId: string
  readonly subject: string
  /** Names with their addresses, as the headers have them. */
  readonly from: string
  readonly to: string
  readonly replyTo: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly name: string; readonly text: string }[]
  /** The names of all headers, in lower case. */
  readonly headers: readonly string[]
  readonly raw: string
}

/** A page that reloads every two seconds, for people who want to see mails arrive. */
export const renderMailbox = (mails: readonly ReceivedMail[]): string =>
  page({
    ...{ title: 'Mailbox (stand-in)', reloadSeconds: 2, style },
    body: `<header><h1>Mailbox</h1><p>A stand-in for a mail server. What customers get appears here.</p></header>
<main>${mails.length === 0 ? '<p class="none">Nothing arrived yet.</p>' : `<ol>${mails.toReversed().map(toRow).join('')}</ol>`}</main>`,
  })

const toRow = ({ id, at, recipient, subject }: ReceivedMail): string =>
  `<li><a href="/mails/${id}"><b>${escape(subject)}</b><span>${escape(recipient)}</span>${timeOf(at)}</a></li>`

/** One mail: as a mail program shows it, and as plain text. */
export const renderMail = ({ at, subject, from, to, replyTo, html, text, attachments, messageId }: ReceivedMail): string =>
  page({
    ...{ title: subject, style },
    body: `<main><header><p><a href="/">All mails</a></p><h1>${escape(subject)}</h1>
<dl>${fact('From', from)}${fact('To', to)}${replyTo === '' ? '' : fact('Reply to', replyTo)}${fact('Message-ID', messageId)}<div><dt>At</dt><dd>${timeOf(at)}</dd></div></dl></header>
<div><iframe title="${escape(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${html}`)}"></iframe>
${attachments.map((file) => `<section aria-label="${escape(file.name)}"><h2>${escape(file.name)}</h2><pre>${escape(file.text)}</pre></section>`).join('')}
<section aria-label="Plain text"><h2>Plain text</h2><pre>${escape(text)}</pre></section></div></main>`,
  })

const fact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`

const style = `
h2 { font-size: 16px; margin: 24px 0 8px } dt, li span { margin: 4px 0 0; color: var(--muted) }
main > div, header + main { padding: 24px; max-width: 800px }
li a { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; overflow-wrap: anywhere } li a:hover b { color: var(--link) }
dl { margin: 8px 0 0 } dl dt, dl time { margin: 0 } dl div { display: flex; gap: 8px } dt { min-width: 88px } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border-radius: 8px; background: var(--raised); border: 1px solid var(--line) }`
