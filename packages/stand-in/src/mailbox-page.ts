export interface ReceivedMail {
  readonly id: number
  readonly at: Date
  /** As the envelope has them. */
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
  page(
    'Mailbox (stand-in)',
    `<meta http-equiv="refresh" content="2">`,
    `<header><h1>Mailbox</h1><p>A stand-in for a mail server. What customers get appears here.</p></header>
<main>${mails.length === 0 ? '<p class="none">Nothing arrived yet.</p>' : `<ol>${mails.toReversed().map(toRow).join('')}</ol>`}</main>`,
  )

const toRow = ({ id, at, recipient, subject }: ReceivedMail): string =>
  `<li><a href="/mails/${id}"><b>${escape(subject)}</b><span>${escape(recipient)}</span>${timeOf(at)}</a></li>`

/** One mail: as a mail program shows it, and as plain text. */
export const renderMail = ({ at, subject, from, to, replyTo, html, text, attachments, messageId }: ReceivedMail): string =>
  page(
    subject,
    '',
    `<main><header><p><a href="/">All mails</a></p><h1>${escape(subject)}</h1>
<dl>${fact('From', from)}${fact('To', to)}${replyTo === '' ? '' : fact('Reply to', replyTo)}${fact('Message-ID', messageId)}<div><dt>At</dt><dd>${timeOf(at)}</dd></div></dl></header>
<div><iframe title="${escape(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${html}`)}"></iframe>
${attachments.map((file) => `<section aria-label="${escape(file.name)}"><h2>${escape(file.name)}</h2><pre>${escape(file.text)}</pre></section>`).join('')}
<section aria-label="Plain text"><h2>Plain text</h2><pre>${escape(text)}</pre></section></div></main>`,
  )

const fact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`

const timeOf = (at: Date): string => `<time>${at.toISOString().slice(11, 19)} UTC</time>`

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${head}
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>${body}</body>
</html>`

const style = `
:root { color-scheme: dark light }
body { margin: 0; font: 14px/20px system-ui, sans-serif; background: light-dark(#f6f7f9, #0b0d10); color: light-dark(#15181d, #e9ebee) }
header { padding: 16px 24px; border-bottom: 1px solid light-dark(#e1e5ea, #2a3039) }
h1 { margin: 0; font-size: 20px; line-height: 28px } h2 { font-size: 16px; margin: 24px 0 8px } header p, .none, time, dt, li span { margin: 4px 0 0; color: light-dark(#5a6370, #9ba4b0) }
a { color: light-dark(#3450c9, #8ba3ff) } main > div, header + main { padding: 24px; max-width: 800px } ol { list-style: none; margin: 0; padding: 0 }
li a { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: 16px; padding: 12px 0; border-bottom: 1px solid light-dark(#e1e5ea, #2a3039); color: inherit; text-decoration: none; overflow-wrap: anywhere } li a:hover b { color: light-dark(#3450c9, #8ba3ff) }
dl { margin: 8px 0 0 } dl dt, dl time { margin: 0 } dl div { display: flex; gap: 8px } dt { min-width: 88px } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 640px; border: 1px solid light-dark(#e1e5ea, #2a3039); border-radius: 12px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border-radius: 8px; background: light-dark(#fff, #12151a); border: 1px solid light-dark(#e1e5ea, #2a3039) }`
