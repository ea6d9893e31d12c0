import { setTimeout as wait } from 'node:timers/promises'
import type { BotConnection, ConnectFailure } from '@keydesk/contract/bot-port'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { BotLog } from './bot-log.service.ts'
import { decide, planAttempt, type Attempt, type Outcome } from './delivery.rules.ts'
import { sayChannelProblem } from './failures.rules.ts'
import { holdsLease, type Holder } from '../lease/lease.service.ts'
import * as repo from './outbox.repo.ts'
import { lookAgain } from './subject.service.ts'

/** The service remembers a nonce for a few minutes, at least for this long. */
const nonceMemoryMs = 60_000

export interface SenderOptions {
  readonly deps: Deps
  readonly connection: BotConnection
  readonly me: Holder
  readonly log: BotLog
  readonly lookMs: number
  /** The token is no longer accepted: nothing more can be sent. */
  readonly onRefused: (why: ConnectFailure) => void
  /** Removes the token from texts for the bot log and the table. */
  readonly hide: (text: string) => string
}

/** Sends the outbox while the bot is connected: each channel has its own lane and keeps its order. */
export function startSender(options: SenderOptions): { stop: () => Promise<void> } {
  const { deps } = options
  const ending = new AbortController()
  const lanes = new Map<string, Promise<void>>()

  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        for (const channel of await repo.listWaitingChannels(deps.db, deps.now().toISOString())) {
          if (lanes.has(channel)) continue
          const lane = runLane(options, channel, ending.signal).finally(() => lanes.delete(channel))
          lanes.set(channel, lane)
        }
      } catch (error) {
        deps.log.warn({ reason: reasonOf(error) }, 'the outbox could not be read')
      }
      await pause(options.lookMs, ending.signal)
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

/** Sends until nothing is due in the channel. */
async function runLane(options: SenderOptions, channel: string, signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted) {
      const now = options.deps.now().toISOString()
      const next = await repo.findNext(options.deps.db, channel, now)
      if (next === undefined || next.send_after > now) return
      if (!(await sendOne(options, next.id))) return
    }
  } catch (error) {
    // The database is away: the row says that its outcome is not known, and the next attempt acts on that.
    options.deps.log.warn({ reason: reasonOf(error) }, 'sending was interrupted')
  }
}

/** One attempt; false when this node may not send, or nothing more can be sent now. */
async function sendOne(options: SenderOptions, id: number): Promise<boolean> {
  const attempt = await begin(options, id)
  if (attempt === undefined) return false
  const outcome = await deliver(options, attempt)
  if (outcome.is === 'refused' && outcome.problem.kind === 'wrong_token') {
    // Not this message's fault: it waits for a valid token.
    await settle(options, attempt, { is: 'later', reason: sayChannelProblem(outcome.problem), retryAfterMs: null, isKnown: true })
    options.onRefused({ kind: 'wrong_token', detail: null })
    return false
  }
  await settle(options, attempt, outcome)
  return true
}

/** Records that an attempt begins before anything is sent, so that it is known if the process is killed. */
async function begin({ deps, me }: SenderOptions, id: number): Promise<Attempt | undefined> {
  return transact(deps.db, async (tx) => {
    if (!(await holdsLease(tx, 'discord', deps.now(), me))) return undefined
    const row = await repo.findNotification(tx, id, { lock: true })
    // Somebody may have moved it to a later time.
    if (row?.status !== 'pending' || row.queued_at > deps.now().toISOString()) return undefined
    const plan = planAttempt(row, await lookAgain(deps, tx, row))
    const uncertainSince = row.attempted_at
    if (plan.is === 'skip') return { row, plan, uncertainSince }
    const now = deps.now().toISOString()
    const begun = {
      ...{ attempted_at: uncertainSince ?? now, first_attempt_at: row.first_attempt_at ?? now, attempts: row.attempts + 1 },
      ...(plan.is !== 'remove' && { sent_message: JSON.stringify(plan.message) }),
    }
    await repo.updateNotification(tx, id, begun)
    return { row: { ...row, ...begun }, plan, uncertainSince }
  })
}

async function deliver({ deps, connection }: SenderOptions, { row, plan, uncertainSince }: Attempt): Promise<Outcome> {
  if (plan.is === 'skip') return { is: 'skipped', reason: plan.reason }
  if (plan.is === 'remove') return connection.remove(row.channel_id, plan.messageId)
  if (row.message_id !== null) return connection.edit(row.channel_id, row.message_id, plan.message)
  if (uncertainSince !== null) {
    // An attempt's answer was lost, or the process died. While the service remembers the nonce, it posts nothing twice.
    const since = new Date(uncertainSince)
    const isForgotten = deps.now().getTime() - since.getTime() > nonceMemoryMs
    const search = isForgotten || plan.is === 'search' ? await connection.findPosted(row.channel_id, plan.message, since) : null
    if (search?.is === 'found') return { is: 'posted', messageId: search.messageId }
    // Posting now could post it twice.
    if (search?.is === 'later') return search
  }
  if (plan.is === 'search') return { is: 'skipped', reason: plan.reason }
  return connection.post(row.channel_id, plan.message, row.nonce)
}

async function settle({ deps, log, hide }: SenderOptions, attempt: Attempt, outcome: Outcome): Promise<void> {
  const now = deps.now()
  const { id } = attempt.row
  const line = await transact(deps.db, async (tx) => {
    const current = await repo.findNotification(tx, id, { lock: true })
    if (current === undefined) return null
    const { change, said, isError } = decide(attempt, current, outcome, now)
    const error_detail = change.error_detail === undefined || change.error_detail === null ? change.error_detail : hide(change.error_detail)
    await repo.updateNotification(tx, id, { ...change, error_detail })
    return { said, isError }
  })
  if (line === null || line.said === null) return
  await (line.isError ? log.error(line.said) : log.info(line.said))
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal, ref: false }).catch(() => undefined)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
