import type { BotConnection, BotMessage, ConnectFailure, PostOutcome, RemoveOutcome, Sought } from '@keydesk/contract/bot-port'
import type { Deps } from '../../deps.ts'
import {
  backoffMs,
  listRemoteIds,
  listWaitingTargets,
  type Answered,
  type Attempt,
  type Channel,
  type OutboxRow,
  type Verdict,
} from '../outbox/outbox.service.ts'
import { readBot, type BotRow } from './bot.repo.ts'
import type { BotLog } from './bot.service.ts'
import { describeChannelProblem } from './failures.rules.ts'
import { bodyOf, type RestockNews } from './news.rules.ts'
import { queue } from './projector.service.ts'
import { recheck, type Rechecked } from './recheck.service.ts'

/** 1, 2, 4 … 60 seconds. */
export const backoff = { firstMs: 1_000, factor: 2, longestMs: 60_000 }
/** How long to try a post, counted from its first attempt (docs/reference/discord.md, Sending). */
export const tryMs = 3_600_000
/** Discord remembers a nonce for a few minutes; rely on this much. */
const nonceMemoryMs = 60_000
/** How long a sender that stops waits for the answer to a post. */
const finishMs = 5_000

/** What one attempt does. */
type Plan =
  /**
   * `isOld`: an earlier attempt may have posted this message, and the current one differs. `isUnknown`: the words of that attempt are not
   * known, because it came after the backup that was restored.
   */
  | (Extract<Rechecked, { is: 'post' }> & { readonly isOld?: boolean; readonly isUnknown?: boolean })
  /** It should no longer be posted, but an earlier attempt may have posted it: search for it, do not post. */
  | { readonly is: 'search'; readonly message: BotMessage; readonly reason: string }
  /** Delete the post of a deleted announcement. */
  | { readonly is: 'remove'; readonly messageId: string }

type Outcome =
  | PostOutcome
  | RemoveOutcome
  | { readonly is: 'skipped'; readonly reason: string }
  /** The old message was not posted: the current one is next, in an attempt of its own, which stores it first. */
  | { readonly is: 'absent' }
  /** The sender stops: the attempt does not count, and what became of it is unknown. */
  | { readonly is: 'cut' }

export interface Connected {
  readonly connection: BotConnection
  readonly log: BotLog
  /** Removes the token from a text. */
  readonly hide: (text: string) => string
  /** Called when the token is no longer accepted, so nothing can be sent. */
  readonly onRefused: (why: ConnectFailure) => void
}

/** Sends posts while the bot is connected (docs/reference/discord.md, Sending). */
export function discordChannel(deps: Deps, { connection, log, hide, onRefused }: Connected): Channel<BotRow, Plan, Outcome> {
  const settle = (attempt: Attempt<Plan | { is: 'skip' }>, current: OutboxRow, outcome: Outcome, isLast: boolean): Verdict => {
    const { verdict, logLine, isError = false } = decide(attempt, current, outcome, { now: deps.now(), isLast })
    const after = logLine === undefined ? undefined : () => (isError ? log.error(logLine) : log.info(logLine))
    return { ...('reason' in verdict && verdict.reason !== undefined ? { ...verdict, reason: hide(verdict.reason) } : verdict), after }
  }
  return {
    ...queue,
    // Repeat an attempt of a dead server at once: the nonce and the search prevent a second post.
    ...{ lease: 'discord', concurrency: 1, claimMs: 0, tryMs, testEvent: 'test' },
    listTargets: (db) => listWaitingTargets(db, 'discord'),
    lockTarget: (tx) => readBot(tx),
    isOpen: () => true,

    prepare: async (tx, row, bot) => {
      const plan = planAttempt(row, await recheck(deps, tx, row, bot))
      if (plan.is === 'skip') {
        const attempt = { row, message: plan, uncertainSince: row.uncertain_since }
        return { is: 'settled', verdict: settle(attempt, row, { is: 'skipped', reason: plan.reason }, false) }
      }
      const body = plan.is === 'post' && plan.body !== undefined ? { body: plan.body } : {}
      const isStored = plan.is !== 'remove' && !isUnknown(plan)
      return { is: 'send', message: plan, stores: isStored ? { detail: JSON.stringify(plan.message), ...body } : {} }
    },

    send: async (attempt, signal) => {
      if (signal.aborted) return { is: 'cut' }
      const late = Promise.withResolvers<Outcome>()
      const stop = () => void setTimeout(late.resolve, finishMs, { is: 'cut' }).unref()
      signal.addEventListener('abort', stop, { once: true })
      const outcome = await Promise.race([deliver(deps, connection, attempt), late.promise])
      signal.removeEventListener('abort', stop)
      if (outcome.is !== 'refused' || outcome.problem.kind !== 'wrong_token') return outcome
      // The message is not at fault: it waits for a valid token.
      onRefused({ kind: 'wrong_token', detail: null })
      return { is: 'later', reason: describeChannelProblem(outcome.problem), retryAfterMs: null, isKnown: true }
    },

    settle: ({ outcome, ...attempt }: Answered<Plan, Outcome>, current, bot, isLast) => ({
      ...{ verdict: settle(attempt, current, outcome, isLast), target: bot },
    }),
  }
}

/** A message that may have been posted is sent or searched for with the same text, so that it is recognised. */
function planAttempt(row: OutboxRow, rechecked: Rechecked): Plan | Extract<Rechecked, { is: 'skip' }> {
  if (row.withdrawn === 1 && row.remote_id !== null) return { is: 'remove', messageId: row.remote_id }
  const mayBePosted = row.uncertain_since !== null && row.remote_id === null
  const sent = mayBePosted ? lastSent(row) : null
  if (rechecked.is === 'post') {
    if (sent !== null) return { is: 'post', message: sent, isOld: row.detail !== JSON.stringify(rechecked.message) }
    return mayBePosted ? { is: 'post', message: rechecked.message, isOld: true, isUnknown: true } : rechecked
  }
  return sent === null ? rechecked : { is: 'search', message: sent, reason: rechecked.reason }
}

const isUnknown = (plan: Plan): boolean => plan.is === 'post' && plan.isUnknown === true

/** The whole message of the newest attempt. */
export const lastSent = ({ detail }: OutboxRow): BotMessage | null => (detail === null ? null : (JSON.parse(detail) as BotMessage))

async function deliver(deps: Deps, connection: BotConnection, { row, message: plan, uncertainSince }: Attempt<Plan>): Promise<Outcome> {
  if (plan.is === 'remove') return connection.remove(row.target, plan.messageId)
  if (row.remote_id !== null && plan.is === 'post') return connection.edit(row.target, row.remote_id, plan.message)
  if (uncertainSince !== null) {
    // The answer was lost, or the process died. While Discord remembers the nonce, it does not post twice.
    const since = new Date(uncertainSince)
    const isForgotten = deps.now().getTime() - since.getTime() > nonceMemoryMs
    const search =
      isForgotten || plan.is === 'search' ? await connection.findPosted(row.target, await soughtBy(deps, row, plan), since) : null
    if (search?.is === 'found') return { is: 'posted', messageId: search.messageId }
    // Posting now could post it twice.
    if (search?.is === 'later') return search
    if (search?.is === 'none' && plan.is === 'post' && plan.isOld === true) return { is: 'absent' }
  }
  if (plan.is === 'search') return { is: 'skipped', reason: plan.reason }
  return connection.post(row.target, plan.message, row.idempotency_key)
}

/** The most messages that a search reads, so no more ids can be in its way. */
const mostOthers = 1_000

/** A post whose words are not known is looked for by its time. Several may have the same, such as announcements for nine o’clock. */
async function soughtBy({ db }: Deps, row: OutboxRow, plan: Extract<Plan, { message: BotMessage }>): Promise<Sought> {
  if (!isUnknown(plan)) return plan.message
  return { timestamp: plan.message.timestamp, others: await listRemoteIds(db, row, mostOthers) }
}

interface Decision {
  readonly verdict: Verdict
  /** For the bot's log. */
  readonly logLine?: string
  readonly isError?: boolean
}

/** The verdict and log line for an outcome. `current` is the row as stored now: its message may have changed during the attempt. */
function decide(
  attempt: Attempt<Plan | { is: 'skip' }>,
  current: OutboxRow,
  outcome: Outcome,
  { now, isLast }: { now: Date; isLast: boolean },
): Decision {
  const { row, uncertainSince, message: plan } = attempt
  const wasOld = plan.is === 'post' && plan.isOld === true
  const name = row.event === 'test' ? 'test message' : row.event
  const title = titleOf(attempt)
  const what = title === undefined ? name : `${name} "${title}"`
  const verb = verbOf(attempt)
  const hasChanged = current.revision !== row.revision
  if (outcome.is === 'removed') {
    return { verdict: { is: 'skipped', reason: 'The post was deleted with the announcement' }, logLine: `${verb.past} ${what}` }
  }
  if (outcome.is === 'cut') return { verdict: { is: 'cut' } }
  // Keep first_attempt_at: the new message does not restart the hour.
  if (outcome.is === 'absent') return { verdict: { is: 'again', stores: { first_attempt_at: row.first_attempt_at } } }
  if (outcome.is === 'posted') {
    const url = outcome.url === undefined ? {} : { remote_url: outcome.url }
    const stores = { ...url, remote_id: outcome.messageId, sent_at: row.sent_at ?? now.toISOString() }
    // The message changed while it was sent, or after the attempt that may have posted it.
    const isOld = hasChanged || wasOld || (row.remote_id === null && uncertainSince !== null && row.revision > 0)
    return { verdict: { is: isOld ? 'again' : 'sent', stores }, logLine: `${verb.past} ${what}` }
  }
  if (outcome.is === 'skipped') {
    // Try again: variants may have joined, or the post must now be deleted.
    if (hasChanged) return { verdict: { is: 'again' } }
    if (row.remote_id !== null) return { verdict: { is: 'sent' } }
    return { verdict: { is: 'skipped', reason: outcome.reason }, logLine: `Skipped ${what}: ${outcome.reason}` }
  }
  /** The verdict if a post in the channel could not be changed. A restock post is still useful if its newest variants are missing. */
  const edited = (reason: string): Verdict => {
    if (hasChanged) return { is: 'again' }
    if (row.event === 'announcement') return { is: 'failed', reason }
    const stores = row.event === 'restock' ? { body: withoutJoined(row) } : {}
    return { is: 'sent', reason: `The post could not be edited. ${reason}`, stores }
  }
  if (outcome.is === 'refused') {
    const reason = describeChannelProblem(outcome.problem)
    const verdict = row.remote_id === null ? ({ is: 'failed', reason } as const) : edited(reason)
    return { verdict, logLine: `Could not ${verb.plain} ${what}: ${reason}`, isError: true }
  }
  if (isLast) {
    const reason = `Given up after an hour: ${outcome.reason}`
    // The post may be in the channel.
    const verdict = row.remote_id === null ? ({ is: 'failed', reason, mayHaveArrived: true } as const) : edited(reason)
    return { verdict, logLine: `Gave up on ${verb.going}${what}: ${outcome.reason}`, isError: true }
  }
  const waitMs = outcome.retryAfterMs ?? backoffMs(backoff, row.attempts)
  const verdict = { is: 'retry', reason: outcome.reason, waitMs, mayHaveArrived: !outcome.isKnown } as const
  // Rate limits are normal; log the first failure of any other kind.
  const isNews = row.attempts === 1 && outcome.retryAfterMs === null
  return { verdict, ...(isNews && { logLine: `Will try ${what} again: ${outcome.reason}` }), isError: true }
}

/** What is stored of a restock post without the variants that joined after it was posted. It does not name them, so their next restock will. */
function withoutJoined(row: OutboxRow): string {
  const { at, variants } = bodyOf(row) as RestockNews
  return JSON.stringify({ at, variants: variants.filter((variant) => variant.at <= (row.sent_at ?? at)) } satisfies RestockNews)
}

/** The title as people read it; for a deletion, the one that was last sent. */
function titleOf({ row, message: plan }: Attempt<Plan | { is: 'skip' }>): string | undefined {
  const message = plan.is === 'remove' ? lastSent(row) : plan.is === 'skip' ? null : plan.message
  return message?.title.replace(/\\([^\w\s]|_)/g, '$1')
}

const verbs = {
  post: { plain: 'post', past: 'Posted', going: '' },
  complete: { plain: 'complete', past: 'Completed', going: 'completing ' },
  edit: { plain: 'edit', past: 'Edited', going: 'editing ' },
  remove: { plain: 'delete', past: 'Deleted', going: 'deleting ' },
} as const

function verbOf({ row, message: plan }: Attempt<{ is: string }>) {
  if (plan.is === 'remove') return verbs.remove
  if (row.remote_id === null) return verbs.post
  return row.event === 'announcement' ? verbs.edit : verbs.complete
}
