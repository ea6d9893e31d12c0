import { setTimeout as wait } from 'node:timers/promises'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { backoffMs, isGivenUp } from './backoff.rules.ts'
import type { BotLog } from './bot-log.service.ts'
import type { BotConnection, BotMessage, ConnectFailure, PostOutcome } from '@keydesk/contract/bot-port'
import { sayChannelProblem } from './failures.rules.ts'
import { holdsLease, type Holder } from './lease.service.ts'
import { restockMessage, type RestockNews } from './messages.rules.ts'
import * as repo from './outbox.repo.ts'

const lookMs = 250
/** The service remembers a nonce for a few minutes; within this time it is sure to. */
const nonceMemoryMs = 60_000

export interface SenderOptions {
  readonly deps: Deps
  readonly connection: BotConnection
  readonly me: Holder
  readonly log: BotLog
  /** The token is no longer accepted: nothing more can be sent. */
  readonly onRefused: (why: ConnectFailure) => void
  /** What stands in the bot log is without the token; so is what stands in the table. */
  readonly hide: (text: string) => string
}

/** Sends what the outbox holds while the bot is connected: a lane for each channel, in order within it. */
export function startSender(options: SenderOptions): { stop: () => Promise<void> } {
  const { deps } = options
  const ending = new AbortController()
  const lanes = new Map<string, Promise<void>>()

  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        for (const channel of await repo.listWaitingChannels(deps.db)) {
          if (lanes.has(channel)) continue
          const lane = runLane(options, channel, ending.signal).finally(() => lanes.delete(channel))
          lanes.set(channel, lane)
        }
      } catch (error) {
        deps.log.warn({ reason: reasonOf(error) }, 'the outbox could not be read')
      }
      await pause(lookMs, ending.signal)
    }
  }
  const looking = look()
  return {
    stop: async () => {
      ending.abort()
      await looking
      await Promise.all(lanes.values())
    },
  }
}

/** Until nothing waits in the channel, or what is next has to wait. */
async function runLane(options: SenderOptions, channel: string, signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted) {
      const next = await repo.findNext(options.deps.db, channel)
      if (next === undefined || next.send_after > options.deps.now().toISOString()) return
      if (!(await sendOne(options, next.id))) return
    }
  } catch (error) {
    // The database is away: the row says that its outcome is not known, which the next attempt heeds.
    options.deps.log.warn({ reason: reasonOf(error) }, 'sending was interrupted')
  }
}

/** One attempt; false when this node may not send, or nothing more can be sent now. */
async function sendOne(options: SenderOptions, id: number): Promise<boolean> {
  const { deps, me } = options
  const row = await transact(deps.db, async (tx) => {
    if (!(await holdsLease(tx, deps.now(), me))) return undefined
    const found = await repo.findNotification(tx, id, { lock: true })
    if (found?.status !== 'pending') return undefined
    const now = deps.now().toISOString()
    const begun = { attempted_at: found.attempted_at ?? now, first_attempt_at: found.first_attempt_at ?? now, attempts: found.attempts + 1 }
    await repo.updateNotification(tx, id, begun)
    return { ...found, ...begun, uncertainSince: found.attempted_at }
  })
  if (row === undefined) return false
  const outcome = await deliver(options, row)
  if (outcome.is === 'refused' && outcome.problem.kind === 'wrong_token') {
    // Not this message's fault: it waits for a token that is accepted.
    await settle(options, row, { is: 'later', reason: sayChannelProblem(outcome.problem), retryAfterMs: null, isKnown: true })
    options.onRefused({ kind: 'wrong_token', detail: null })
    return false
  }
  await settle(options, row, outcome)
  return true
}

type Attempt = repo.NotificationRow & { readonly uncertainSince: string | null }

async function deliver({ deps, connection }: SenderOptions, row: Attempt): Promise<PostOutcome> {
  const message = messageOf(row)
  if (row.message_id !== null) return connection.edit(row.channel_id, row.message_id, message)
  if (row.uncertainSince !== null) {
    // An attempt's answer was lost, or the process died. Within its memory the service itself sees to it that nothing is posted twice.
    const since = new Date(row.uncertainSince)
    const isForgotten = deps.now().getTime() - since.getTime() > nonceMemoryMs
    const search = isForgotten ? await connection.findPosted(row.channel_id, message, since) : null
    if (search?.is === 'found') return { is: 'posted', messageId: search.messageId }
    // To post without knowing might be to post twice.
    if (search?.is === 'later') return search
  }
  return connection.post(row.channel_id, message, row.nonce)
}

async function settle({ deps, log, hide }: SenderOptions, row: Attempt, outcome: PostOutcome): Promise<void> {
  const now = deps.now()
  const line = await transact(deps.db, async (tx) => {
    const current = await repo.findNotification(tx, row.id, { lock: true })
    if (current === undefined) return null
    const { change, said, isError } = decide(row, current, outcome, now)
    const error_detail = change.error_detail === undefined || change.error_detail === null ? change.error_detail : hide(change.error_detail)
    await repo.updateNotification(tx, row.id, { ...change, error_detail })
    return { said, isError }
  })
  if (line === null || line.said === null) return
  await (line.isError ? log.complain(line.said) : log.say(line.said))
}

interface Decision {
  readonly change: Partial<Omit<repo.NotificationRow, 'id'>>
  readonly said: string | null
  readonly isError: boolean
}

/** What an outcome means for its row. `current` is the row as it is now: a restock may have grown meanwhile. */
function decide(row: Attempt, current: repo.NotificationRow, outcome: PostOutcome, now: Date): Decision {
  const what = `${row.type === 'test' ? 'test message' : row.type} "${messageOf(row).title}"`
  const done = { status: 'success' as const, attempted_at: null, error_detail: null }
  if (outcome.is === 'posted') {
    const sent = { ...done, message_id: outcome.messageId, sent_at: row.sent_at ?? now.toISOString() }
    // It grew while it was sent, or since an attempt that may have been the one that was posted.
    const isOld = current.revision !== row.revision || (row.message_id === null && row.uncertainSince !== null && row.revision > 0)
    const change = isOld ? { ...sent, status: 'pending' as const } : sent
    return { change, said: `${row.message_id === null ? 'Posted' : 'Completed'} ${what}`, isError: false }
  }
  if (outcome.is === 'refused') {
    const reason = sayChannelProblem(outcome.problem)
    // An edit that is refused leaves what was posted: somebody deleted it there, and that is that.
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
    attempted_at: outcome.isKnown ? row.uncertainSince : row.attempted_at,
  }
  // A rate limit is an everyday thing; the first of other troubles is worth a line.
  const isNews = row.attempts === 1 && outcome.retryAfterMs === null
  return { change, said: isNews ? `Will try ${what} again: ${outcome.reason}` : null, isError: true }
}

function messageOf(row: repo.NotificationRow): BotMessage {
  const stored: unknown = JSON.parse(row.message)
  return row.type === 'restock' ? restockMessage(stored as RestockNews) : (stored as BotMessage)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal, ref: false }).catch(() => undefined)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
