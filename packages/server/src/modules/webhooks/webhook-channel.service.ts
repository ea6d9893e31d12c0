import { limits, type WebhookDelivery } from '@keydesk/contract'
import type { Deps, WebhookSettings } from '../../deps.ts'
import { createLease } from '../lease/lease.service.ts'
import {
  backoffMs,
  isOver,
  joinFollowing,
  startSender,
  type Answered,
  type Attempt,
  type Channel,
  type OutboxRow,
  type Prepared,
  type Sender,
  type Settled,
} from '../outbox/outbox.service.ts'
import { post, type Outcome } from './post.ts'
import { signedHeaders } from './signature.rules.ts'
import { bodyOf, queue } from './webhook-messages.service.ts'
import * as repo from './webhooks.repo.ts'
import { listLiveTargets, recordDisabled, secretsOf, uncertainMs } from './webhooks.service.ts'

export const testEvent = 'webhook.test'

const tryMs = limits.webhookTryDays * 24 * 3_600_000
/** 5, 15, 45 seconds … 6 hours, up to a fifth more or less. */
const backoff = { firstMs: 5_000, factor: 3, longestMs: 6 * 3_600_000, spread: 0.2 }
/** The longest wait that a receiver may request. */
const longestAskedMs = 24 * 3_600_000

/** Fields that only webhooks store in the outbox: the HTTP status of the last answer, and the outcomes before it was sent again by hand. */
export type DeliveryDetail = Pick<WebhookDelivery, 'response_status' | 'earlier'>

export const readDetail = ({ detail }: OutboxRow): DeliveryDetail => ({
  response_status: null,
  earlier: [],
  ...(detail === null ? {} : (JSON.parse(detail) as Partial<DeliveryDetail>)),
})

/** One message to send. */
interface Message {
  readonly url: string
  /** Null if the secret cannot be read with this APP_SECRET. */
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string
}

export type WebhookChannel = Channel<repo.WebhookRow, Message, Outcome>

/** Sends webhooks on the server that holds the lease (docs/reference/webhooks.md, Sending). Every server runs one sender. */
export const startWebhookSender = (deps: Deps, options: { checkMs?: number } = {}): Sender =>
  startSender(deps, webhookChannel(deps), createLease(deps, 'webhooks'), options)

export function webhookChannel(deps: Deps): WebhookChannel {
  return {
    ...queue,
    ...{ lease: 'webhooks', concurrency: 8, claimMs: uncertainMs, tryMs, rest: { failures: 8, ms: 10_000 }, testEvent },
    listTargets: listLiveTargets,
    lockTarget: (tx, id) => repo.findWebhook(tx, Number(id), { lock: true }),
    isOpen: ({ active, disabled_reason }) => active === 1 && disabled_reason === null,

    prepare: async (tx, row, webhook): Promise<Prepared<Message>> => {
      const now = deps.now()
      // Sends the current stock. It also covers the committed changes that wait behind this one, so they are deleted.
      if (row.body === null) await joinFollowing(tx, row)
      const body = await bodyOf(tx, row, now)
      const secrets = secretsOf(deps, webhook, now)
      const headers = secrets.length === 0 ? null : signedHeaders({ id: row.idempotency_key, body, at: now }, secrets)
      return { is: 'send', message: { url: webhook.url, headers, body }, ...(row.body === null && { stores: { body } }) }
    },

    send: async ({ message: { url, headers, body } }: Attempt<Message>, signal) =>
      headers === null
        ? { is: 'failed', reason: 'The stored secret cannot be read. Rotate it.' }
        : post({ url, headers, body }, deps.webhooks, signal),

    settle: ({ outcome }: Answered<Message, Outcome>, row, webhook, isLast) => {
      const { counted, ...settled } = decide(row, webhook, outcome, { now: deps.now(), isLast })
      if (counted === null) return settled
      const after = () => (deps.webhooks.outcomes[counted] += 1)
      return { ...settled, verdict: { ...settled.verdict, after } }
    },

    saveTarget: async (tx, before, after) => {
      await repo.updateWebhook(tx, after.id, after)
      if (before.disabled_reason === null && after.disabled_reason !== null) await recordDisabled(tx, deps.now(), after)
    },
  }
}

interface Moment {
  readonly now: Date
  /** The delivery has been tried for long enough. */
  readonly isLast: boolean
}

/** The changes of an outcome to the delivery and its webhook. `counted` is for the metrics. */
function decide(
  row: OutboxRow,
  webhook: repo.WebhookRow,
  outcome: Outcome,
  { now, isLast }: Moment,
): Settled<repo.WebhookRow> & { readonly counted: keyof WebhookSettings['outcomes'] | null } {
  const at = now.toISOString()
  if (outcome.is === 'cut') return { verdict: { is: 'cut' }, target: webhook, counted: null }
  const status = outcome.is === 'answered' ? outcome.status : null
  const { earlier } = readDetail(row)
  const stores = {
    detail: JSON.stringify({ response_status: status, ...(earlier.length > 0 && { earlier }) } satisfies Partial<DeliveryDetail>),
  }
  if (status !== null && status >= 200 && status < 300) {
    const target = { ...webhook, last_success_at: at, failing_since: null, last_failure: null }
    return { verdict: { is: 'sent', stores: { ...stores, sent_at: null } }, target, counted: 'success' }
  }
  const reason = outcome.is === 'failed' ? outcome.reason : describeStatus(outcome.status)
  const noted = { ...webhook, last_failure_at: at, last_failure: reason }
  const failed = { is: 'failed', reason, stores } as const
  // A person sent the test and sees its outcome. It does not count as a failure of the receiver.
  if (row.event === testEvent) return { verdict: failed, target: noted, counted: 'given_up' }
  const failing = { ...noted, failing_since: webhook.failing_since ?? at }
  if (status === 410) {
    return { verdict: failed, target: { ...failing, disabled_reason: 'The receiver answered 410 Gone' }, counted: 'given_up' }
  }
  const isDisabled = isOver(webhook.failing_since, tryMs, now)
  const target = isDisabled ? { ...failing, disabled_reason: `Disabled after ${limits.webhookTryDays} days of failures` } : failing
  if (isLast) {
    const verdict = { ...failed, reason: `Given up after ${limits.webhookTryDays} days: ${reason}` }
    return { verdict, target, counted: 'given_up' }
  }
  const waitMs = Math.max(backoffMs(backoff, row.attempts), askedMs(outcome, now))
  return { verdict: { is: 'retry', reason, waitMs, stores }, target, counted: 'failure' }
}

/** Milliseconds that an answer asks to wait, from whole seconds or a date: at most a day, and 0 if it does not ask. */
function askedMs(outcome: Outcome, now: Date): number {
  if (outcome.is !== 'answered' || ![429, 503].includes(outcome.status)) return 0
  const asked = outcome.retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now.getTime()
  return Math.min(longestAskedMs, Math.max(0, ms || 0))
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400 ? `The receiver answered ${status}; redirects are not followed` : `The receiver answered ${status}`
