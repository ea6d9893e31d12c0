import { setTimeout as wait } from 'node:timers/promises'
import { breathe, chunkSize } from '../../breathe.ts'
import type { ChannelName, MessageEvent } from '../../db/schema/outbox.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import * as repo from './outbox.repo.ts'
import { listWaiting } from './waiting.repo.ts'

export type { ChannelName, MessageEvent } from '../../db/schema/outbox.ts'
export {
  backoffMs,
  isOver,
  type Answered,
  type Attempt,
  type Backoff,
  type Channel,
  type Prepared,
  type Settled,
  type Verdict,
} from './channel.ts'
export { countHeld, dropHeld, holdWaiting, listHeld, moveWaiting, sendHeld } from './held-messages.repo.ts'
export {
  countAbout,
  findMessage,
  joinFollowing,
  listAbout,
  listNewest,
  listNewestAbout,
  listPage,
  listRecentAbout,
  listRemoteIds,
  listWaitingTargets,
  lockAbout,
  lockNewestAbout,
  lockWaitingAbout,
  lockWaitingOf,
  moveFollowing,
  updateMessage,
  wakeWaiting,
  type OutboxChange,
  type OutboxRow,
  type Queue,
} from './outbox.repo.ts'
export { findRetries } from './waiting.repo.ts'
export { startSender, type Sender, type SendersLease } from './sender.service.ts'

export interface NewMessage {
  readonly target: string
  readonly event: MessageEvent
  /** Such as `order 5`; '' for none. */
  readonly subject: string
  readonly idempotencyKey: string
  /** Null if it is read at the first attempt. */
  readonly body: object | null
  readonly at: Date
  /** When to send it, ISO 8601 in UTC. At once if left out. */
  readonly due?: string
}

/**
 * Stores a message to be sent after the commit (docs/reference/outbox.md).
 * @param tx the transaction of the event that causes it
 */
export async function storeMessage(
  tx: Db,
  { name: channel, order }: repo.Queue,
  { target, event, subject, idempotencyKey, body, at, due = at.toISOString() }: NewMessage,
): Promise<repo.OutboxRow> {
  // An earlier message about the subject waits for a retry. This one cannot be sent before it.
  const retry = order === 'subject' && subject !== '' ? await repo.findRetry(tx, { channel, target, subject }) : null
  return repo.insertMessage(tx, {
    ...{ channel, target, event, subject, idempotency_key: idempotencyKey, body: body && JSON.stringify(body), status: 'pending' },
    ...{ created_at: at.toISOString(), due_at: due, send_after: retry !== null && retry > due ? retry : due, attempts: 0 },
  })
}

export type SubjectKind = 'order' | 'product' | 'variant' | 'announcement'

/** The subject of a message about a thing. Test posts and mails to an address have subjects of their own. */
export const subjectOf = (kind: SubjectKind, id: number): string => `${kind} ${id}`

/** The kind in the subject of a message: the word before its id. */
export const subjectKindOf = ({ subject }: Pick<repo.OutboxRow, 'subject'>): string => subject.split(' ')[0]!

/** The id in the subject of a message, such as 5 of `order 5`; 0 if it has no subject. */
export const subjectIdOf = ({ subject }: Pick<repo.OutboxRow, 'subject'>): number => Number(subject.split(' ')[1] ?? 0)

/** The ids in the subjects of those messages that are about a thing of this kind. */
export const subjectIdsOf = (rows: readonly Pick<repo.OutboxRow, 'subject'>[], kind: SubjectKind): number[] =>
  rows.filter((row) => subjectKindOf(row) === kind).map(subjectIdOf)

/** The fields of a message that is sent as if for the first time. */
export const afresh = (at: Date): repo.OutboxChange & { readonly status: 'pending' } => ({
  ...{ status: 'pending', attempts: 0, first_attempt_at: null, reason: null, held_at: null },
  ...{ due_at: at.toISOString(), send_after: at.toISOString() },
})

type Held = Pick<repo.OutboxRow, 'status' | 'held_at' | 'uncertain_since'>

/** Whether a restore holds the message, which was not due by then: it cannot have been sent since the backup. */
export const isHeldBeforeDue = ({ status, held_at, uncertain_since }: Held): boolean =>
  status === 'failed' && held_at !== null && uncertain_since === null

/** @throws 409 `invalid_transition` for a message that a restore holds (docs/reference/backups.md, Messages) */
export function checkNotHeld({ status, held_at }: Pick<repo.OutboxRow, 'status' | 'held_at'>): void {
  if (status !== 'failed' || held_at === null) return
  throw conflict('A restore held this message: an owner decides on the Dashboard', 'invalid_transition')
}

/** How long a call waits for the outcome of a message that a person tests. */
const patienceMs = 20_000

/**
 * The message once it is settled, or as it is after 20 seconds or when the server stops.
 * @throws 404 if it is deleted meanwhile
 */
export async function awaitSettled(
  { db, stopping }: Pick<Deps, 'db' | 'stopping'>,
  channel: ChannelName,
  id: number,
): Promise<repo.OutboxRow> {
  const end = performance.now() + patienceMs
  for (;;) {
    const row = await repo.findMessage(db, channel, id)
    if (row === undefined) throw notFound('Message')
    if (row.status !== 'pending' || performance.now() >= end || stopping.signal.aborted) return row
    await wait(50)
  }
}

/** Deletes all messages of a deleted target. If the process dies meanwhile, the rest are purged when they are old. */
export async function deleteMessagesTo({ db }: Pick<Deps, 'db'>, channel: ChannelName, target: string): Promise<void> {
  while ((await repo.deleteSomeOf(db, channel, target, chunkSize)) === chunkSize) await breathe()
}

interface Waiting {
  readonly count: number
  /** How long the oldest has waited; 0 if none waits. */
  readonly oldestSeconds: number
}

/**
 * What is due and not sent yet, by channel. Scheduled messages wait from their time on.
 * @param webhooks those that get deliveries; what the others would get waits for a person
 */
export async function readWaiting(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  webhooks: readonly string[],
): Promise<Record<ChannelName, Waiting>> {
  const at = now()
  const none = { count: 0, oldestSeconds: 0 }
  const found = (await listWaiting(db, at.toISOString(), webhooks)).map(({ channel, count, since }) => [
    channel,
    { count, oldestSeconds: (at.getTime() - Date.parse(since)) / 1_000 },
  ])
  return { discord: none, webhook: none, mail: none, ...(Object.fromEntries(found) as Partial<Record<ChannelName, Waiting>>) }
}

/** Deletes a channel's messages that are older than so many days, whatever their outcome. Safe on several servers at once. */
export async function purgeMessages({ db, now }: Pick<Deps, 'db' | 'now'>, channel: ChannelName, days: number): Promise<void> {
  const before = new Date(now().getTime() - days * 24 * 3_600_000).toISOString()
  while ((await repo.deleteBefore(db, channel, before, chunkSize)) === chunkSize) await breathe()
}

/** Deletes settled mails about subjects with this prefix that are older than a day. Safe on several servers at once. */
export async function purgeMailsAbout({ db, now }: Pick<Deps, 'db' | 'now'>, prefix: string): Promise<void> {
  const before = new Date(now().getTime() - 24 * 3_600_000).toISOString()
  while ((await repo.deleteMailsAbout(db, prefix, before, chunkSize)) === chunkSize) await breathe()
}
