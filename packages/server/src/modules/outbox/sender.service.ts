import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Holder } from '../lease/lease.service.ts'
import type { Answered, Attempt, Channel } from './channel.ts'
import * as repo from './outbox.repo.ts'
import { takeTurn, type Turn } from './turn.service.ts'

/** How often to check for due messages. */
const usualCheckMs = 250

/** The channel's lease as its sender uses it. */
export interface SendersLease {
  readonly me: Holder
  /** Takes the lease, or renews it in time. */
  readonly keep: () => Promise<boolean>
  /** Gives up the lease when there is nothing to send, so that the next server need not wait. */
  readonly release: () => Promise<void>
  /** Another server has the lease, or may have. */
  readonly lose: () => void
}

export interface Sender {
  readonly stop: () => Promise<void>
}

interface Lane {
  readonly ended: Promise<void>
  /** Something new is due. */
  readonly wake: () => void
}

/**
 * Sends due messages of a channel while this server holds its lease (docs/reference/outbox.md). Each target has its own lane, so a slow one
 * does not delay others.
 */
export function startSender<Target, Message, Outcome>(
  deps: Deps,
  channel: Channel<Target, Message, Outcome>,
  lease: SendersLease,
  { checkMs = usualCheckMs } = {},
): Sender {
  const ending = new AbortController()
  const lanes = new Map<string, Lane>()
  /** Until when each target gets no messages. */
  const resting = new Map<string, number>()

  const check = async (): Promise<void> => {
    const targets = await channel.listTargets(deps.db)
    const due = targets.length === 0 ? [] : await repo.listDueTargets(deps.db, channel.name, targets, deps.now().toISOString())
    if (due.length === 0 && lanes.size === 0) return lease.release()
    if (!(await lease.keep())) return
    for (const id of due) {
      lanes.get(id)?.wake()
      if (lanes.has(id) || (resting.get(id) ?? 0) > deps.now().getTime()) continue
      const wakeUp = createWakeUp()
      lanes.set(id, { ended: serve(id, wakeUp), wake: wakeUp.now })
    }
  }
  const serve = async (id: string, wakeUp: WakeUp): Promise<void> => {
    const { isDown, isLost } = await runLane(deps, channel, lease.me, id, { signal: ending.signal, wakeUp })
    lanes.delete(id)
    if (isLost) lease.lose()
    if (isDown) resting.set(id, deps.now().getTime() + (channel.rest?.ms ?? 0))
    else resting.delete(id)
  }
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        await check()
      } catch (error) {
        warn(deps, channel.name, error)
      }
      await wait(checkMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
    await Promise.all([...lanes.values()].map((lane) => lane.ended))
    await lease.release().catch((error: unknown) => warn(deps, channel.name, error))
  }
  const running = run()
  return {
    stop: async () => {
      ending.abort()
      await running
    },
  }
}

/** Wakes a lane that waits for answers and has room. */
interface WakeUp {
  readonly now: () => void
  readonly next: () => Promise<void>
}

function createWakeUp(): WakeUp {
  let wake: () => void = () => undefined
  return { now: () => wake(), next: () => new Promise((resolve) => (wake = resolve)) }
}

/** Sends until nothing is due. `isDown` if the target seems unavailable, `isLost` if another server has the lease, or may have. */
async function runLane<Target, Message, Outcome>(
  deps: Deps,
  channel: Channel<Target, Message, Outcome>,
  me: Holder,
  id: string,
  { signal, wakeUp }: { signal: AbortSignal; wakeUp: WakeUp },
): Promise<{ readonly isDown: boolean; readonly isLost: boolean }> {
  const { concurrency, rest } = channel
  const flying = new Set<Promise<void>>()
  let answered: Answered<Message, Outcome>[] = []
  let failures = 0
  let isLost = false
  let isMore = false
  const fly = (attempt: Attempt<Message>): void => {
    const sent = channel
      .send(attempt, signal)
      .then((outcome) => void answered.push({ ...attempt, outcome }))
      .finally(() => flying.delete(sent))
    flying.add(sent)
  }
  try {
    do {
      const arrived = answered
      answered = []
      const room: number = signal.aborted || isLost ? 0 : concurrency - flying.size
      const turn: Turn<Message> = await takeTurn(deps, channel, me, id, { answered: arrived, room, failures })
      ;({ failures, isMore } = turn)
      isLost ||= turn.isLost
      for (const attempt of turn.attempts) fly(attempt)
      if (flying.size > 0) await Promise.race(flying.size < concurrency ? [...flying, wakeUp.next()] : flying)
    } while (flying.size > 0 || answered.length > 0 || isMore)
  } catch (error) {
    // The database is unavailable, or the channel has a bug. Attempts under way are repeated with the same keys.
    warn(deps, channel.name, error)
    await Promise.allSettled(flying)
  }
  return { isDown: rest !== undefined && failures >= rest.failures, isLost }
}

const warn = (deps: Deps, channel: string, error: unknown): void => deps.failures.report(error, 'the outbox could not be sent', { channel })
