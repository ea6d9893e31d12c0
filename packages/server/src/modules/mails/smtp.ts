import { checkEmail } from '@keydesk/contract'
import type { MailSender, MailServer } from '../../deps.ts'

/** A mail on its way. */
export interface OutgoingMail {
  readonly messageId: string
  readonly from: MailSender
  /** '' for the sender. */
  readonly replyTo: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly file: { readonly name: string; readonly text: string } | null
  /** A PNG that the HTML shows as `cid:` with `logoCid`. */
  readonly logo: Uint8Array | null
  /** What no reason may repeat: the values of keys. */
  readonly secrets: readonly string[]
}

/** The outcome of one attempt. */
export type Outcome =
  | { readonly is: 'accepted' }
  /** The server will never take it: 5xx about this mail. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Another attempt may succeed. `mayHaveArrived`: the whole mail was sent, and the server did not answer. */
  | { readonly is: 'failed'; readonly reason: string; readonly mayHaveArrived: boolean }
  /** This server stops: the attempt does not count. */
  | { readonly is: 'cut' }

/** How long a server that stops waits for the answer to a mail. */
const finishMs = 3_000

/**
 * Sends one mail over a connection of its own. TLS is required, except on this machine and if SMTP_URL says otherwise.
 * @param signal aborts the attempt
 */
export async function transmit({ url, patience }: MailServer, mail: OutgoingMail, signal: AbortSignal): Promise<Outcome> {
  // The library reads a list of addresses as several recipients.
  const isPlain = (address: string) => checkEmail(address) === undefined
  if (!isPlain(mail.to) || (mail.replyTo !== '' && !isPlain(mail.replyTo))) return { is: 'refused', reason: cannotBeMailed }
  // Only the server of Keydesk that sends needs it.
  const { createTransport } = await import('nodemailer')
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => (timer = setTimeout(() => stopping.abort(), finishMs))
  if (signal.aborted) return { is: 'cut' }
  signal.addEventListener('abort', stop, { once: true })
  const limit = AbortSignal.timeout(patience.attemptMs)
  let isWritten = false
  try {
    const transport = createTransport({
      url,
      requireTLS: !isLocal(url),
      ...{ connectionTimeout: patience.connectMs, greetingTimeout: patience.connectMs, dnsTimeout: patience.connectMs },
      socketTimeout: patience.silenceMs,
    })
    transport.use('stream', ({ message }, done) => {
      message.processFunc((stream) => stream.once('end', () => (isWritten = true)))
      done()
    })
    await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.any([stopping.signal, limit]) })
    return { is: 'accepted' }
  } catch (error) {
    const { reason, isFinal, isAnswer } = explain(error as SmtpError, mail, limit.aborted)
    if (isFinal) return { is: 'refused', reason }
    if (isWritten && !isAnswer)
      return { is: 'failed', reason: `${reason} after the whole mail was sent: it may have arrived`, mayHaveArrived: true }
    return stopping.signal.aborted ? { is: 'cut' } : { is: 'failed', reason, mayHaveArrived: false }
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(timer)
  }
}

const cannotBeMailed = 'This address cannot be mailed'

export const logoCid = 'logo@keydesk'

const toMessage = ({ messageId, from, replyTo, to, subject, html, text, file, logo }: OutgoingMail) => ({
  ...{ messageId, from, to: { name: '', address: to }, subject, html, text },
  ...(replyTo !== '' && { replyTo: { name: '', address: replyTo } }),
  envelope: { from: from.address, to: [to] },
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [
    ...(file === null ? [] : [{ filename: file.name, content: file.text, contentType: 'text/plain; charset=utf-8' }]),
    ...(logo === null
      ? []
      : [
          {
            ...{ filename: 'logo.png', content: Buffer.from(logo), contentType: 'image/png', cid: logoCid },
            contentDisposition: 'inline' as const,
          },
        ]),
  ],
  ...{ disableFileAccess: true, disableUrlAccess: true },
})

const isLocal = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** A sentence for a person, with the server's words. 5xx is final unless it is about the connection or the sign-in. */
function explain(error: SmtpError, mail: OutgoingMail, isOver: boolean): { reason: string; isFinal: boolean; isAnswer: boolean } {
  const { code = '', originalCode = '', command = '', response, responseCode } = error
  const words = response === undefined ? '' : `: ${withoutSecrets(response, mail)}`
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutMail && responseCode === undefined) return { reason: cannotBeMailed, isFinal: true, isAnswer: true }
  if (isAboutMail) return { reason: `The mail server answered${words}`, isFinal: responseCode! >= 500, isAnswer: true }
  const transient = { isFinal: false, isAnswer: response !== undefined }
  if (code === 'EAUTH') return { reason: `The mail server refused the sign-in${words}`, ...transient }
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(originalCode + error.message.replaceAll(' ', '_').toUpperCase()))
    return { reason: 'The certificate of the mail server is not valid', ...transient }
  if (code === 'ETLS' || command === 'STARTTLS') return { reason: `The mail server refused an encrypted connection${words}`, ...transient }
  if (response !== undefined) return { reason: `The mail server answered${words}`, ...transient }
  if (code === 'ETIMEDOUT' || isOver) return { reason: 'No answer from the mail server', ...transient }
  return {
    reason: failures[originalCode] ?? failures[code] ?? `No answer from the mail server (${originalCode || code || 'unknown'})`,
    ...transient,
  }
}

const failures: Readonly<Record<string, string>> = {
  EDNS: 'The name of the mail server cannot be found',
  ENOTFOUND: 'The name of the mail server cannot be found',
  EAI_AGAIN: 'The name of the mail server cannot be looked up',
  ECONNREFUSED: 'The mail server refused the connection',
  ECONNRESET: 'The mail server closed the connection',
  ECONNECTION: 'The mail server closed the connection',
  EHOSTUNREACH: 'The mail server cannot be reached',
  ENETUNREACH: 'The mail server cannot be reached',
}

/** What the server said in one line, without the customer's address and without keys. */
function withoutSecrets(response: string, { to, secrets }: OutgoingMail): string {
  const hidden = [to, ...secrets].reduce((text, secret) => text.replaceAll(new RegExp(RegExp.escape(secret), 'gi'), '…'), response)
  return hidden.replace(/\s+/g, ' ').trim().slice(0, 300)
}
