import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findRecent, listDoneBy, recordActivity } from '../activity/activity.service.ts'
import { lockKeyLimit } from '../users/members.service.ts'

const hourMs = 3_600_000
const replaced = 'key.replaced'
/** What brings somebody the keys of an order. */
const revealing = ['order.keys_revealed', 'order.page_link_copied', 'order.page_link_renewed', 'order.email_changed'] as const
const refused = 'member.key_limit_reached'

/**
 * Replaces keys, or does what reveals those of an order, if the person's limit for this hour allows it (docs/reference/keys.md, Limit per
 * person). Records the first refusal within an hour.
 * @param orderId the order whose keys are revealed; free within an hour after the person revealed it or replaced a key of it. Null for a
 *   replacement
 * @throws 429 `key_limit_reached`
 */
export async function withinKeyLimit<T>(deps: Deps, actor: Actor, orderId: number | null, work: (tx: Db) => Promise<T>): Promise<T> {
  const outcome = await transact(deps.db, async (tx) => {
    const retryAfter = await secondsToWait(tx, deps, actor, orderId)
    return retryAfter === null ? { is: 'done' as const, answer: await work(tx) } : { is: 'refused' as const, retryAfter }
  })
  if (outcome.is === 'done') return outcome.answer
  throw new AppError('too_many_requests', 'You have replaced and shown as many keys as you may within an hour. Wait, or ask an owner.', {
    code: 'key_limit_reached',
    retryAfter: outcome.retryAfter,
  })
}

/** Seconds until one more is allowed; null if it is allowed now. Counts activity rows; calls of the same person are serialized. */
async function secondsToWait(tx: Db, deps: Deps, actor: Actor, orderId: number | null): Promise<number | null> {
  if (actor.kind !== 'admin' || actor.id === null) return null
  const limit = await lockKeyLimit(tx, actor.id)
  if (limit === null) return null
  const now = deps.now().getTime()
  const done = await listDoneBy(tx, actor.id, [replaced, ...revealing], new Date(now - hourMs))
  const counted = new Map<number, string[]>()
  for (const { action, subject_id, at } of done) {
    const ofOrder = counted.get(subject_id) ?? []
    // Revealing an order again, or after replacing one of its keys, is free, but prolongs what was counted.
    const before = action === replaced ? ofOrder : ofOrder.slice(0, -1)
    counted.set(subject_id, [...before, at])
  }
  const times = [...counted.values()].flat().toSorted()
  if (times.length < limit || (orderId !== null && counted.has(orderId))) return null
  await noteRefusal(tx, deps, actor, actor.id, limit)
  // The wait ends when this one is an hour old. With a limit of 0 it never ends, so this is undefined.
  const last = times[times.length - limit]
  return ((last === undefined ? now : Date.parse(last)) + hourMs - now) / 1000
}

async function noteRefusal(tx: Db, deps: Deps, actor: Actor, id: number, limit: number): Promise<void> {
  const subject = { kind: 'member' as const, id, name: actor.name }
  if ((await findRecent({ ...deps, db: tx }, refused, subject, id, hourMs)) !== undefined) return
  const changes = { keys_per_hour: { before: null, after: limit } }
  await recordActivity(tx, { actor, action: refused, subject, changes, at: deps.now() })
}
