import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { holdsLease, type Holder } from '../lease/lease.service.ts'
import { changeFor, isOver, type Answered, type Attempt, type Channel, type Verdict } from './channel.ts'
import * as repo from './outbox.repo.ts'

export interface Turn<Message> {
  readonly attempts: readonly Attempt<Message>[]
  /** Failures in a row up to now. */
  readonly failures: number
  /** More may be due, because a message was settled without being sent. */
  readonly isMore: boolean
  /** This server no longer holds the lease. */
  readonly isLost: boolean
}

/**
 * One turn of a target, in one transaction: records outcomes, and starts as many attempts as there is room for. An attempt is recorded
 * before anything is sent, so that it is not lost if the process is killed.
 * @param failures in a row before this turn
 */
export async function takeTurn<Target, Message, Outcome>(
  deps: Deps,
  channel: Channel<Target, Message, Outcome>,
  me: Holder,
  id: string,
  { answered, room, failures: before }: { answered: readonly Answered<Message, Outcome>[]; room: number; failures: number },
): Promise<Turn<Message>> {
  const nothing = { attempts: [], failures: before, isMore: false, isLost: false, effects: [] }
  const { effects, ...turn } = await transact(deps.db, async (tx) => {
    const now = deps.now()
    const locked = await channel.lockTarget(tx, id)
    if (locked === undefined) return nothing
    const { target, ...after } = await settle(tx, deps, channel, locked, answered, { now, failures: before })
    const settled = { ...nothing, ...after }
    const isDown = channel.rest !== undefined && settled.failures >= channel.rest.failures
    if (room === 0 || isDown || !channel.isOpen(target)) return settled
    if (!(await holdsLease(tx, channel.lease, now, me))) return { ...settled, isLost: true }
    const begun = await begin(tx, deps, channel, id, target, { now, room })
    return { ...settled, ...begun, effects: [...settled.effects, ...begun.effects] }
  })
  for (const effect of effects) await effect()
  return turn
}

type Effects = (() => unknown)[]

/** What follows a verdict once it is committed. */
const effectsOf = (
  { givenUp }: Deps,
  { name, testEvent }: Pick<Channel<unknown, unknown, unknown>, 'name' | 'testEvent'>,
  { event }: repo.OutboxRow,
  { is, after }: Verdict,
): Effects => [...(is === 'failed' && event !== testEvent ? [() => (givenUp[name] += 1)] : []), ...(after === undefined ? [] : [after])]

async function settle<Target, Message, Outcome>(
  tx: Db,
  deps: Deps,
  channel: Channel<Target, Message, Outcome>,
  before: Target,
  answered: readonly Answered<Message, Outcome>[],
  { now, failures: failed }: { now: Date; failures: number },
): Promise<{ target: Target; failures: number; effects: Effects }> {
  let target = before
  let failures = failed
  const effects: Effects = []
  for (const one of answered) {
    const current = await repo.findMessage(tx, channel.name, one.row.id, { lock: true })
    // A person or another server has sent it again meanwhile. If a person did, the attempts are counted from 1 again.
    const { attempts, last_attempt_at } = one.row
    if (current?.status !== 'pending' || current.attempts !== attempts || current.last_attempt_at !== last_attempt_at) continue
    const isLast = isOver(current.first_attempt_at, channel.tryMs, now)
    const settled = channel.settle(one, current, target, isLast)
    target = settled.target
    const { is } = settled.verdict
    if (is !== 'cut') failures = is === 'retry' || is === 'failed' ? failures + 1 : 0
    effects.push(...effectsOf(deps, channel, current, settled.verdict))
    await record(tx, channel, current, settled.verdict, one.uncertainSince, now)
  }
  if (target !== before) await channel.saveTarget?.(tx, before, target)
  return { target, failures, effects }
}

async function begin<Target, Message, Outcome>(
  tx: Db,
  deps: Deps,
  channel: Channel<Target, Message, Outcome>,
  id: string,
  target: Target,
  { now, room }: { now: Date; room: number },
): Promise<{ attempts: Attempt<Message>[]; isMore: boolean; effects: Effects }> {
  const at = now.toISOString()
  const attempts: Attempt<Message>[] = []
  const effects: Effects = []
  let isMore = false
  for (const due of await repo.listDue(tx, channel, id, at, room)) {
    const prepared = await channel.prepare(tx, due, target)
    if (prepared.is === 'settled') {
      isMore = true
      effects.push(...effectsOf(deps, channel, due, prepared.verdict))
      await record(tx, channel, due, prepared.verdict, null, now)
      continue
    }
    const row = await repo.updateMessage(tx, due.id, {
      ...prepared.stores,
      ...{ attempts: due.attempts + 1, first_attempt_at: due.first_attempt_at ?? at, last_attempt_at: at },
      ...{ uncertain_since: due.uncertain_since ?? at, send_after: new Date(now.getTime() + channel.claimMs).toISOString() },
    })
    attempts.push({ row, message: prepared.message, uncertainSince: due.uncertain_since })
  }
  return { attempts, isMore, effects }
}

/** Messages about the same subject wait while this one is retried, and become due when it is settled. */
async function record(
  tx: Db,
  { order }: repo.Queue,
  current: repo.OutboxRow,
  verdict: Verdict,
  uncertainSince: string | null,
  now: Date,
): Promise<void> {
  const after = await repo.updateMessage(tx, current.id, changeFor(verdict, current, uncertainSince, now))
  if (order !== 'subject' || after.subject === '') return
  if (after.status === 'pending') await repo.moveFollowing(tx, after, after.send_after!)
  else if (after.attempts > 1) await repo.moveFollowing(tx, after, now.toISOString())
}
