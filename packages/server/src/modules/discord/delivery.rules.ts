import type { BotMessage, PostOutcome } from '@keydesk/contract/bot-port'
import { backoffMs, isGivenUp } from './backoff.rules.ts'
import { sayChannelProblem } from './failures.rules.ts'
import type { NotificationRow } from './outbox.repo.ts'
import type { Look } from './subject.service.ts'

/** What one attempt does. */
export type Plan =
  | { readonly is: 'post'; readonly message: BotMessage }
  /** Its subject is gone, but an earlier attempt may have posted it: look for it and do not post. */
  | { readonly is: 'search'; readonly message: BotMessage; readonly reason: string }
  | { readonly is: 'skip'; readonly reason: string }

/** A message that may have been posted is sent or looked for with the same text, so that it is recognised. */
export function planAttempt(row: Pick<NotificationRow, 'attempted_at' | 'message_id' | 'sent_message'>, look: Look): Plan {
  const mayBePosted = row.attempted_at !== null && row.message_id === null && row.sent_message !== null
  const sent = mayBePosted ? (JSON.parse(row.sent_message!) as BotMessage) : null
  if (look.is === 'post') return { is: 'post', message: sent ?? look.message }
  return sent === null ? look : { is: 'search', message: sent, reason: look.reason }
}

export interface Attempt {
  /** As it was when the attempt began. */
  readonly row: NotificationRow
  readonly plan: Plan
  /** Since when it may have been posted by an attempt before this one. */
  readonly uncertainSince: string | null
}

export type Outcome = PostOutcome | { readonly is: 'skipped'; readonly reason: string }

export interface Decision {
  readonly change: Partial<Omit<NotificationRow, 'id'>>
  /** For the bot's log. */
  readonly said: string | null
  readonly isError: boolean
}

/** The change of a row after an outcome. `current` is the row as it is now: a restock may have grown meanwhile. */
export function decide({ row, plan, uncertainSince }: Attempt, current: NotificationRow, outcome: Outcome, now: Date): Decision {
  const name = row.type === 'test' ? 'test message' : row.type
  const what = plan.is === 'skip' ? name : `${name} "${plan.message.title}"`
  const done = { status: 'success' as const, attempted_at: null, error_detail: null }
  if (outcome.is === 'posted') {
    const sent = { ...done, message_id: outcome.messageId, sent_at: row.sent_at ?? now.toISOString() }
    // It grew while it was sent, or after the attempt that may have posted it.
    const isOld = current.revision !== row.revision || (row.message_id === null && uncertainSince !== null && row.revision > 0)
    const change = isOld ? { ...sent, status: 'pending' as const } : sent
    return { change, said: `${row.message_id === null ? 'Posted' : 'Completed'} ${what}`, isError: false }
  }
  if (outcome.is === 'skipped') {
    if (row.message_id !== null) return { change: done, said: null, isError: false }
    // Look at the variants that joined meanwhile, too.
    if (current.revision !== row.revision) return { change: { attempted_at: null }, said: null, isError: false }
    const change = { status: 'skipped' as const, attempted_at: null, error_detail: outcome.reason }
    return { change, said: `Skipped ${what}: ${outcome.reason}`, isError: false }
  }
  if (outcome.is === 'refused') {
    const reason = sayChannelProblem(outcome.problem)
    // If an edit is refused, the post stays as it is: somebody deleted it in Discord.
    if (row.message_id !== null) return { change: done, said: `Could not complete ${what}: ${reason}`, isError: true }
    return {
      change: { status: 'failed', attempted_at: null, error_detail: reason },
      said: `Could not post ${what}: ${reason}`,
      isError: true,
    }
  }
  if (isGivenUp(new Date(row.first_attempt_at ?? now), now)) {
    if (row.message_id !== null) return { change: done, said: `Gave up on completing ${what}: ${outcome.reason}`, isError: true }
    const change = { status: 'failed' as const, error_detail: `Given up after an hour: ${outcome.reason}` }
    return { change, said: `Gave up on ${what}: ${outcome.reason}`, isError: true }
  }
  const waitMs = outcome.retryAfterMs ?? backoffMs(row.attempts)
  const change = {
    send_after: new Date(now.getTime() + waitMs).toISOString(),
    error_detail: outcome.reason,
    attempted_at: outcome.isKnown ? uncertainSince : row.attempted_at,
  }
  // Rate limits are normal; log the first failure of any other kind.
  const isNews = row.attempts === 1 && outcome.retryAfterMs === null
  return { change, said: isNews ? `Will try ${what} again: ${outcome.reason}` : null, isError: true }
}
