import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { renderMail, renderMailbox, type ReceivedMail } from './mailbox-page.ts'

export type { ReceivedMail } from './mailbox-page.ts'

/** A fault of the mail server or of the network in one mail. */
export type MailFault =
  /** An answer such as `421` to the recipient, or to the whole mail. One to the recipient waits for `until`. */
  | {
      readonly is: 'answer'
      readonly code: number
      readonly text?: string
      readonly to?: 'recipient' | 'mail'
      readonly until?: Promise<unknown>
    }
  /** The connection is cut after the mail was recorded, before the answer. */
  | { readonly is: 'cut' }
  /** The mail is recorded, and no answer ever comes. */
  | { readonly is: 'hang' }
  /** The server never says anything about this recipient. */
  | { readonly is: 'silence' }

export interface FaultyMail {
  readonly to: string
  /** The number of the recipient that was named, from 1. */
  readonly count: number
}

export interface MailboxOptions {
  readonly port?: number
  /** Offers STARTTLS, with a certificate that nobody trusts. */
  readonly offersTls?: boolean
  readonly requiresSignIn?: { readonly user: string; readonly password: string }
}

export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string
  /** A page with all mails. */
  readonly pageUrl: string
  /** In the order in which they arrived, repeats included. */
  readonly mails: readonly ReceivedMail[]
  /** The faults from now on; null for none. */
  fail: (plan: ((mail: FaultyMail) => MailFault | null) | null) => void
  close: () => Promise<void>
}

/** A mail server on loopback that delivers nothing: people and tests read what arrived. */
export async function startMailbox({ port = 0, offersTls = false, requiresSignIn }: MailboxOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const faults = new Map<string, MailFault>()
  let plan: (mail: FaultyMail) => MailFault | null = () => null
  let count = 0

  const server = new SMTPServer({
    authOptional: requiresSignIn === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(requiresSignIn === undefined ? ['AUTH'] : []), ...(offersTls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === requiresSignIn?.user && password === requiresSignIn?.password
        ? done(null, { user: username })
        : done(answerOf(535, '5.7.8 Authentication credentials invalid')),
    onRcptTo: ({ address }, { id }, done) => {
      count += 1
      const fault = plan({ to: address, count })
      if (fault?.is === 'silence') return
      if (fault?.is === 'answer' && fault.to !== 'mail') return void refuse(fault, address, done)
      if (fault === null) faults.delete(id)
      else faults.set(id, fault)
      done()
    },
    onData: (stream, session, done) => {
      const fault = faults.get(session.id)
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { sender: mailFrom === false ? '' : mailFrom.address, recipient: rcptTo.map(({ address }) => address).join(', ') }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (fault?.is === 'answer') return done(answerOf(fault.code, textOf(fault, envelope.recipient)))
        const raw = Buffer.concat(chunks)
        simpleParser(raw, (error: unknown, parsed) => {
          if (error) return done(answerOf(554, 'The mail cannot be read'))
          mails.push({ id: mails.length + 1, at: new Date(), ...envelope, ...toMail(parsed), raw: raw.toString() })
          if (fault?.is === 'cut') for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
          if (fault === undefined) done()
        })
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client that breaks off is part of the tests.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')

  const web = createServer((request, response) => {
    const [, id] = /^\/mails\/(\d+)$/.exec(request.url ?? '') ?? []
    const mail = id === undefined ? undefined : mails[Number(id) - 1]
    const isFound = request.url === '/' || mail !== undefined
    response.writeHead(isFound ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:",
    })
    response.end(mail !== undefined ? renderMail(mail) : isFound ? renderMailbox(mails) : 'Not found')
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    pageUrl: `http://127.0.0.1:${(web.address() as AddressInfo).port}/`,
    mails,
    fail: (next) => {
      plan = next ?? (() => null)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      web.closeAllConnections()
      web.close()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

async function refuse(fault: Extract<MailFault, { is: 'answer' }>, address: string, done: (error: Error) => void): Promise<void> {
  await fault.until
  done(answerOf(fault.code, textOf(fault, address)))
}

const answerOf = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const textOf = ({ code, text }: Extract<MailFault, { is: 'answer' }>, address: string): string =>
  text ?? `${String(code)[0]}.1.1 <${address}>: refused by the stand-in`

const toMail = ({ messageId, subject, from, to, replyTo, text, html, attachments, headerLines }: ParsedMail) => ({
  ...{ messageId: messageId ?? '', subject: subject ?? '', from: from?.text ?? '', replyTo: replyTo?.text ?? '' },
  to: [to ?? []]
    .flat()
    .map((each) => each.text)
    .join(', '),
  ...{ text: text ?? '', html: html || '' },
  attachments: attachments.map(({ filename, content }) => ({ name: filename ?? '', text: content.toString() })),
  headers: headerLines.map(({ key }) => key),
})
