import type { BotMessage, PostOutcome, RemoveOutcome } from '@keydesk/contract/bot-port'
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
  /** It is posted, and is to go with its announcement. */
  | { readonly is: 'remove'; readonly messageId: string }

type Sent = Pick<NotificationRow, 'attempted_at' | 'message_id' | 'sent_message' | 'removes'>

/** A message that may have been posted is sent or looked for with the same text, so that it is recognised. */
export function planAttempt(row: Sent, look: Look): Plan {
  if (row.removes === 1 && row.message_id !== null) return { is: 'remove', messageId: row.message_id }
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

export type Outcome = PostOutcome | RemoveOutcome | { readonly is: 'skipped'; readonly reason: string }

export interface Decision {
  readonly change: Partial<Omit<NotificationRow, 'id'>>
  /** For the bot's log. */
  readonly said: string | null
  readonly isError: boolean
}

/** The change of a row after an outcome. `current` is the row as it is now: its message may have changed meanwhile. */
export function decide(attempt: Attempt, current: NotificationRow, outcome: Outcome, now: Date): Decision {
  const { row, uncertainSince } = attempt
  const name = row.type === 'test' ? 'test message' : row.type
  const title = titleOf(attempt)
  const what = title === null ? name : `${name} "${title}"`
  const verb = verbOf(attempt)
  const hasChanged = current.revision !== row.revision
  if (outcome.is === 'removed') {
    const change = { status: 'skipped' as const, attempted_at: null, error_detail: 'The post was deleted with the announcement' }
    return { change, said: `${verb.past} ${what}`, isError: false }
  }
  if (outcome.is === 'posted') {
    const url = outcome.url === undefined ? {} : { message_url: outcome.url }
    const sent = { ...done, ...url, message_id: outcome.messageId, sent_at: row.sent_at ?? now.toISOString() }
    // It changed while it was sent, or after the attempt that may have posted it.
    const isOld = hasChanged || (row.message_id === null && uncertainSince !== null && row.revision > 0)
    return { change: isOld ? { ...sent, status: 'pending' as const } : sent, said: `${verb.past} ${what}`, isError: false }
  }
  if (outcome.is === 'skipped') {
    // Look again: at the variants that joined meanwhile, or at the post that is to be deleted now.
    if (hasChanged) return { change: { attempted_at: null }, said: null, isError: false }
    if (row.message_id !== null) return { change: done, said: null, isError: false }
    const change = { status: 'skipped' as const, attempted_at: null, error_detail: outcome.reason }
    return { change, said: `Skipped ${what}: ${outcome.reason}`, isError: false }
  }
  if (outcome.is === 'refused') {
    const reason = sayChannelProblem(outcome.problem)
    const said = `Could not ${verb.plain} ${what}: ${reason}`
    const failed = { status: 'failed' as const, attempted_at: null, error_detail: reason }
    return { change: row.message_id === null ? failed : withoutIt(row, hasChanged, reason), said, isError: true }
  }
  if (isGivenUp(new Date(row.first_attempt_at ?? now), now)) {
    const said = `Gave up on ${verb.going}${what}: ${outcome.reason}`
    const error_detail = `Given up after an hour: ${outcome.reason}`
    // It may be in the channel: `attempted_at` stays.
    const change = row.message_id === null ? { status: 'failed' as const, error_detail } : withoutIt(row, hasChanged, error_detail)
    return { change, said, isError: true }
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

const done = { status: 'success' as const, attempted_at: null, error_detail: null }

/** A message that stands in the channel could not be changed. A restock is news without its newest variant, too. */
function withoutIt({ type }: NotificationRow, hasChanged: boolean, reason: string): Decision['change'] {
  if (hasChanged) return { attempted_at: null, first_attempt_at: null }
  return type === 'announcement' ? { status: 'failed', attempted_at: null, error_detail: reason } : done
}

/** Of what is deleted, as it was sent last. */
function titleOf({ row, plan }: Attempt): string | null {
  if ('message' in plan) return plan.message.title
  return plan.is === 'remove' && row.sent_message !== null ? (JSON.parse(row.sent_message) as BotMessage).title : null
}

const verbs = {
  post: { plain: 'post', past: 'Posted', going: '' },
  complete: { plain: 'complete', past: 'Completed', going: 'completing ' },
  edit: { plain: 'edit', past: 'Edited', going: 'editing ' },
  remove: { plain: 'delete', past: 'Deleted', going: 'deleting ' },
} as const

function verbOf({ row, plan }: Attempt) {
  if (plan.is === 'remove') return verbs.remove
  if (row.message_id === null) return verbs.post
  return row.type === 'announcement' ? verbs.edit : verbs.complete
}
