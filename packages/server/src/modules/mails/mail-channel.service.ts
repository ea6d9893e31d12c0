import { limits, type MailKind } from '@keydesk/contract'
import { system } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps, MailServer } from '../../deps.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { createLease } from '../lease/lease.service.ts'
import {
  backoffMs,
  startSender,
  subjectIdOf,
  type Answered,
  type Channel,
  type OutboxRow,
  type Prepared,
  type Sender,
  type Settled,
  type Verdict,
} from '../outbox/outbox.service.ts'
import { readFace, readLogo } from '../shop/shop.service.ts'
import { renderLetter } from './letter-views.rules.ts'
import { inOneLine, maskLetter, writeLetter, type KeyFile, type Letter, type MailDetail } from './letter.rules.ts'
import { lostOrdersEvent, writeLostOrders, type LostOrders } from './lost-orders.service.ts'
import { readContent } from './mail-content.service.ts'
import { claimMsOf, mailTarget, queue, type MailReference } from './mail-messages.service.ts'
import { readTemplate } from './mails.service.ts'
import { passwordResetEvent, writePasswordReset } from './password-reset-mail.service.ts'
import { logoCid, transmit, type Outcome, type OutgoingMail } from './smtp.ts'
import { testEvent, type TestMail } from './test-mail.service.ts'

/** 30 seconds, 1, 2 … 60 minutes, up to a fifth more or less. */
const backoff = { firstMs: 30_000, factor: 2, longestMs: 3_600_000, spread: 0.2 }
const tryMs = limits.mailTryHours * 3_600_000

interface Message {
  readonly mail: OutgoingMail
  /** What people see: its keys are masked. */
  readonly letter: Letter
}

/** The mail server, with the mails of one turn that were given up. */
interface Target {
  readonly givenUp: readonly { readonly row: OutboxRow; readonly reason: string }[]
}

export type MailChannel = Channel<Target, Message, Outcome>

/** Sends mails on the server that holds the lease (docs/reference/mail.md, Sending). Every server with SMTP_URL runs one sender. */
export const startMailSender = (deps: Deps, options: { checkMs?: number } = {}): Sender =>
  deps.mail === null
    ? { stop: async () => undefined }
    : startSender(deps, mailChannel(deps, deps.mail), createLease(deps, 'mails'), options)

export function mailChannel(deps: Deps, server: MailServer): MailChannel {
  /** The last one that was read. A stored file never changes. */
  let logo: { readonly file: string; readonly bytes: Uint8Array } | undefined
  const logoOf = async (file: string | undefined, signal: AbortSignal): Promise<Uint8Array | null> => {
    if (file === undefined) return null
    if (logo?.file === file) return logo.bytes
    const bytes = await readLogo(deps, file, signal)
    if (bytes !== null) logo = { file, bytes }
    return bytes
  }
  return {
    ...queue,
    ...{ lease: 'mails', concurrency: 5, claimMs: claimMsOf(server), tryMs, rest: { failures: 8, ms: 10_000 }, testEvent },
    listTargets: async () => [mailTarget],
    lockTarget: async () => ({ givenUp: [] }),
    isOpen: () => true,

    prepare: async (tx, row): Promise<Prepared<Message>> => {
      const { name, logoFile, replyTo } = await readFace(tx, deps)
      const from = { name: inOneLine(name), address: server.from.address }
      const written = await (writers[row.event] ?? writeAbout)(tx, deps, row, from.name)
      if (written === null) return { is: 'settled', verdict: { is: 'skipped', reason: nothingToSay(row) } }
      const { to, file, secrets } = written
      const letter = logoFile === '' ? written.letter : { ...written.letter, logo: logoFile }
      const rendered = renderLetter(letter, logoFile === '' ? '' : `cid:${logoCid}`)
      const mail = { messageId: row.idempotency_key, from, replyTo, to, ...rendered, file, logo: null, secrets }
      return { is: 'send', message: { mail, letter: maskLetter(letter) }, stores: { detail: write({ to }) } }
    },

    send: async ({ message: { mail, letter }, uncertainSince }, signal) => {
      // A repeat may arrive twice. It has the same Message-ID.
      if (uncertainSince !== null) server.outcomes.repeated += 1
      return transmit(server, { ...mail, logo: await logoOf(letter.logo, signal) }, signal)
    },

    settle: (answered, row, target, isLast) => {
      const { counted, verdict } = decide(answered, row, isLast)
      const isGivenUp = verdict.is === 'failed' && isAboutOrder(row)
      return {
        verdict: counted === null ? verdict : { ...verdict, after: () => (server.outcomes[counted] += 1) },
        target: isGivenUp ? { givenUp: [...target.givenUp, { row, reason: verdict.reason }] } : target,
      } satisfies Settled<Target>
    },

    saveTarget: async (tx, _before, { givenUp }) => {
      for (const { row, reason } of givenUp) {
        const changes = creation({ mail: row.event, mail_error: reason })
        const subject = { kind: 'order' as const, id: subjectIdOf(row) }
        await recordActivity(tx, { actor: system, action: 'order.mail_failed', subject, changes, at: deps.now() })
      }
    },
  }
}

interface Written {
  readonly to: string
  readonly letter: Letter
  readonly file: KeyFile | null
  /** What no log may contain. */
  readonly secrets: readonly string[]
}

/** Writes a mail; null if there is nothing left to say. */
type Writer = (tx: Db, deps: Deps, row: OutboxRow, shop: string) => Promise<Written | null>

/** The mail about an order, or its test. */
const writeAbout: Writer = async (tx, deps, row, shop) => {
  const { event, body } = row
  const test = event === testEvent ? (JSON.parse(body!) as TestMail) : undefined
  const kind = event as MailKind
  const content = test?.content ?? (await readContent(tx, deps, kind, subjectIdOf(row), JSON.parse(body!) as MailReference))
  if (content === null) return null
  const { letter, file } = writeLetter(test ?? (await readTemplate(tx, kind)), content, shop)
  const secrets = [...content.groups.flatMap(({ keys }) => keys), ...(content.link === '' ? [] : [content.link])]
  return { to: test?.to ?? content.customer, letter, file, secrets }
}

const writeLost: Writer = async (tx, deps, { body }, shop) => {
  const found = await writeLostOrders(tx, deps, JSON.parse(body!) as LostOrders, shop)
  return found && { to: found.to, letter: found.letter, file: null, secrets: found.links }
}

const writeReset: Writer = async (tx, deps, row, shop) => {
  const found = await writePasswordReset(tx, deps, row, shop)
  return found && { to: found.to, letter: found.letter, file: null, secrets: [found.link] }
}

/** The mails that are no templates of the seller. */
const writers: Readonly<Partial<Record<OutboxRow['event'], Writer>>> = { [lostOrdersEvent]: writeLost, [passwordResetEvent]: writeReset }

const isAboutOrder = ({ event }: OutboxRow): boolean => event !== testEvent && writers[event] === undefined

const nothingToSay = (row: OutboxRow): string => {
  if (row.event === lostOrdersEvent) return 'No order has this address'
  return row.event === passwordResetEvent
    ? 'No member has this address, or the link is over'
    : 'The order was changed before the mail was sent'
}

const write = (detail: MailDetail): string => JSON.stringify(detail)

/** `counted` is for the metrics. */
function decide(
  { outcome, message }: Answered<Message, Outcome>,
  row: OutboxRow,
  isLast: boolean,
): { readonly verdict: Verdict; readonly counted: keyof MailServer['outcomes'] | null } {
  switch (outcome.is) {
    case 'cut':
      return { verdict: { is: 'cut' }, counted: null }
    case 'accepted': {
      const stores = { detail: write({ to: message.mail.to, letter: message.letter }) }
      return { verdict: { is: 'sent', stores }, counted: 'success' }
    }
    case 'refused':
      return { verdict: { is: 'failed', reason: outcome.reason }, counted: 'given_up' }
    case 'failed': {
      const { reason, mayHaveArrived } = outcome
      // A person waits for the outcome of a test.
      if (row.event === testEvent) return { verdict: { is: 'failed', reason }, counted: 'given_up' }
      if (isLast)
        return {
          verdict: { is: 'failed', reason: `Given up after ${limits.mailTryHours} hours: ${reason}`, mayHaveArrived },
          counted: 'given_up',
        }
      return { verdict: { is: 'retry', reason, waitMs: backoffMs(backoff, row.attempts), mayHaveArrived }, counted: 'failure' }
    }
  }
}
