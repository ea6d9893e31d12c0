import { limits } from '@keydesk/contract'
import type { WebhookSettings } from '../../deps.ts'
import type { DeliveryRow } from './deliveries.repo.ts'
import type { WebhookRow } from './webhooks.repo.ts'

/** What became of one attempt. */
export type Outcome =
  | { readonly is: 'answered'; readonly status: number; readonly /** The header, as it came. */ retryAfter?: string | undefined }
  /** No answer. */
  | { readonly is: 'failed'; readonly reason: string }
  /** This server stops: it counts for nothing. */
  | { readonly is: 'cut' }

export const testEvent = 'webhook.test'

const firstMs = 5_000
const longestMs = 6 * 3_600_000
const tryMs = limits.webhookTryDays * 24 * 3_600_000

/**
 * Milliseconds to wait after the nth attempt (from 1): 5, 15, 45 seconds … 6 hours, up to a fifth more or less.
 * @param chance from 0 to 1
 */
export const retryMs = (attempts: number, chance: number): number =>
  Math.round(Math.min(longestMs, firstMs * 3 ** Math.min(attempts - 1, 20)) * (0.8 + 0.4 * chance))

/** The longest wait that a receiver may ask for. */
const longestAskedMs = 24 * 3_600_000

/** Milliseconds that an answer asks to wait, in whole seconds or until a date: at most a day, and 0 where it does not ask. */
export function askedMs(outcome: Outcome, now: Date): number {
  if (outcome.is !== 'answered' || ![429, 503].includes(outcome.status)) return 0
  const asked = outcome.retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now.getTime()
  return Math.min(longestAskedMs, Math.max(0, ms || 0))
}

/** Counted in the metrics. */
export type Counted = keyof WebhookSettings['outcomes']

export interface Decision {
  readonly change: Partial<Omit<DeliveryRow, 'id'>>
  readonly webhook: Partial<Omit<WebhookRow, 'id'>>
  readonly counted: Counted | null
}

/** What an outcome changes of the delivery and of its webhook. */
export function decide(row: DeliveryRow, webhook: WebhookRow, outcome: Outcome, now: Date, chance: number): Decision {
  const at = now.toISOString()
  if (outcome.is === 'cut') return { change: { send_after: at }, webhook: {}, counted: null }
  const response_status = outcome.is === 'answered' ? outcome.status : null
  if (response_status !== null && response_status >= 200 && response_status < 300) {
    const change = { status: 'success' as const, response_status, reason: null }
    return { change, webhook: { last_success_at: at, failing_since: null, last_failure: null }, counted: 'success' }
  }
  const reason = outcome.is === 'failed' ? outcome.reason : sayStatus(outcome.status)
  const isOver = (since: string | null): boolean => since !== null && now.getTime() - Date.parse(since) >= tryMs
  const failed = { status: 'failed' as const, response_status, reason }
  const noted = { last_failure_at: at, last_failure: reason }
  // A person pressed the button and sees the outcome: it says nothing about how long the receiver has been away.
  if (row.event === testEvent) return { change: failed, webhook: noted, counted: 'given_up' }
  const failing = { ...noted, failing_since: webhook.failing_since ?? at }
  if (response_status === 410) {
    return { change: failed, webhook: { ...failing, disabled_reason: 'The receiver answered 410 Gone' }, counted: 'given_up' }
  }
  const disabled = isOver(webhook.failing_since) && { disabled_reason: `Disabled after ${limits.webhookTryDays} days of failures` }
  if (isOver(row.first_attempt_at)) {
    const change = { ...failed, reason: `Given up after ${limits.webhookTryDays} days: ${reason}` }
    return { change, webhook: { ...failing, ...disabled }, counted: 'given_up' }
  }
  const waitMs = Math.max(retryMs(row.attempts, chance), askedMs(outcome, now))
  const send_after = new Date(now.getTime() + waitMs).toISOString()
  return { change: { send_after, response_status, reason }, webhook: { ...failing, ...disabled }, counted: 'failure' }
}

const sayStatus = (status: number): string =>
  status >= 300 && status < 400 ? `The receiver answered ${status}; redirects are not followed` : `The receiver answered ${status}`
