import { sql, type ExpressionBuilder, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { forUpdate, mostlyTrue, startsWith, takeTurns, textList, textRows } from '../../db/engine.ts'
import { byId, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { ChannelName, OutboxTable } from '../../db/schema/outbox.ts'
import type { Database, Db } from '../../db/schema.ts'

export type OutboxRow = Selectable<OutboxTable>
export type OutboxChange = Omit<Updateable<OutboxTable>, 'id'>

/** Which messages must keep their order: all of a target, those of a target with the same subject, or none. */
export interface Queue {
  readonly name: ChannelName
  readonly order: 'target' | 'subject' | 'none'
}

/** Literals: SQLite does not use a partial index for a bound value. */
const pending = sql.lit('pending' as const)
const success = sql.lit('success' as const)
const literal = <T extends string>(value: T): RawBuilder<T> => sql.lit(value)

export const insertMessage = (tx: Db, row: Insertable<OutboxTable>): Promise<OutboxRow> =>
  tx.insertInto('outbox').values(row).returningAll().executeTakeFirstOrThrow()

/** With `lock` the row stays locked until the transaction ends. */
export async function findMessage(db: Db, channel: ChannelName, id: number, { lock = false } = {}): Promise<OutboxRow | undefined> {
  const query = db.selectFrom('outbox').selectAll().where('id', '=', id).where('channel', '=', channel)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const updateMessage = (tx: Db, id: number, change: OutboxChange): Promise<OutboxRow> =>
  tx.updateTable('outbox').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The targets with pending messages, due now or later. */
export async function listWaitingTargets(db: Db, channel: ChannelName): Promise<string[]> {
  const waiting = db.selectFrom('outbox').select('target').distinct().where('status', '=', pending).where('channel', '=', channel)
  return (await waiting.execute()).map((row) => row.target)
}

/** Which of these targets have due messages. */
export async function listDueTargets(db: Db, channel: ChannelName, targets: readonly string[], now: string): Promise<string[]> {
  const rows = await db
    .selectFrom(textRows(db, targets).as('listed'))
    .select('listed.value')
    .where(({ eb, selectFrom }) => {
      const due = selectFrom('outbox')
        .select('outbox.id')
        .whereRef('outbox.target', '=', 'listed.value')
        .where('outbox.channel', '=', channel)
        .where('outbox.status', '=', pending)
        .where('outbox.send_after', '<=', now)
      // PostgreSQL may read all pending rows for `exists`, which are many if a receiver is down.
      return eb(due.limit(1), 'is not', null)
    })
    .execute()
  return rows.map((row) => row.value)
}

/** The due messages of a target that need not wait for another. Their rows stay locked until the transaction ends. */
export function listDue(tx: Db, { name, order }: Queue, target: string, now: string, limit: number): Promise<OutboxRow[]> {
  const due = tx
    .selectFrom('outbox as due')
    .selectAll('due')
    .where('due.status', '=', pending)
    .where('due.channel', '=', name)
    .where('due.target', '=', target)
    .where('due.send_after', '<=', now)
    .$if(order !== 'none', (query) =>
      query.where(({ eb, or, selectFrom }) => {
        // PostgreSQL without statistics of the table compares all pending rows with each other for `not exists`.
        const oldest = selectFrom('outbox as oldest')
          .select('oldest.id')
          .where('oldest.status', '=', pending)
          .where('oldest.status', '<>', success)
          .where('oldest.channel', '=', name)
          .where('oldest.target', '=', target)
          .orderBy('oldest.id')
          .limit(1)
        // Messages scheduled for later do not block others.
        if (order === 'target') return eb('due.id', '=', oldest.where('oldest.due_at', '<=', now))
        return or([eb('due.subject', '=', ''), eb('due.id', '=', oldest.whereRef('oldest.subject', '=', 'due.subject'))])
      }),
    )
  return forUpdate(tx, due).orderBy('due.send_after').orderBy('due.id').limit(limit).execute()
}

export type About = Pick<OutboxRow, 'channel' | 'target' | 'subject'>

const waitsAbout =
  ({ channel, target, subject }: About) =>
  ({ eb, and }: ExpressionBuilder<Database, 'outbox'>) =>
    and([eb('status', '=', pending), eb('channel', '=', channel), eb('target', '=', target), eb('subject', '=', subject)])

/** The next attempt of a failed message about a subject; null if none waits. */
export async function findRetry(tx: Db, about: About): Promise<string | null> {
  const failed = tx.selectFrom('outbox').select('send_after').where(waitsAbout(about)).where('reason', 'is not', null)
  return (await failed.orderBy('id').limit(1).executeTakeFirst())?.send_after ?? null
}

/** Makes the messages that follow about the same subject due at this moment, too. */
export async function moveFollowing(tx: Db, row: OutboxRow, at: string): Promise<void> {
  await tx.updateTable('outbox').set({ send_after: at }).where(waitsAbout(row)).where('id', '>', row.id).execute()
}

/**
 * Makes what waits for a target due now. Leaves what may be under way, which is due within `claimMs` anyway.
 * @param isAfresh whether it is sent as if for the first time
 * @param aheadOf only what must be sent before this message about the same subject
 */
export async function wakeWaiting(
  tx: Db,
  { channel, target }: Pick<OutboxRow, 'channel' | 'target'>,
  { now, claimMs, isAfresh = false, aheadOf }: { now: Date; claimMs: number; isAfresh?: boolean; aheadOf?: OutboxRow },
): Promise<void> {
  const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString()
  await tx
    .updateTable('outbox')
    .set({ send_after: inMs(0), ...(isAfresh && { attempts: 0, first_attempt_at: null }) })
    .where('status', '=', pending)
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where(({ eb, or }) =>
      or([eb('last_attempt_at', 'is', null), eb('last_attempt_at', '<=', inMs(-claimMs)), eb('send_after', '>', inMs(claimMs))]),
    )
    .$if(aheadOf !== undefined, (query) => query.where('subject', '=', aheadOf!.subject).where('id', '<', aheadOf!.id))
    .execute()
}

/** Deletes messages that follow about the same subject and have no body yet: this message covers them. */
export async function joinFollowing(tx: Db, row: OutboxRow): Promise<void> {
  await tx.deleteFrom('outbox').where(waitsAbout(row)).where('id', '>', row.id).where('body', 'is', null).execute()
}

/** The pending messages about a subject, oldest first, locked against the sender until the transaction ends. */
export const lockWaitingAbout = (tx: Db, about: About): Promise<OutboxRow[]> =>
  forUpdate(tx, tx.selectFrom('outbox').selectAll().where(waitsAbout(about)).orderBy('id')).execute()

/** The newest pending message of a target that was stored at this exact moment, locked. */
export const lockWaitingOf = (
  tx: Db,
  { channel, target, event, created_at }: Pick<OutboxRow, 'channel' | 'target' | 'event' | 'created_at'>,
): Promise<OutboxRow | undefined> =>
  forUpdate(
    tx,
    tx
      .selectFrom('outbox')
      .selectAll()
      .where('status', '=', pending)
      .where('channel', '=', channel)
      .where('target', '=', target)
      .where('event', '=', event)
      .where('created_at', '=', created_at)
      .orderBy('id', 'desc')
      .limit(1),
  ).executeTakeFirst()

/** The messages of a channel, newest first: an edit, a deletion or another try makes one new. */
export const listNewest = (db: Db, channel: ChannelName, limit: number): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', literal(channel))
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The target's ids of the newest messages that arrived there. */
export async function listRemoteIds(db: Db, { channel, target }: Pick<OutboxRow, 'channel' | 'target'>, limit: number): Promise<string[]> {
  const arrived = db.selectFrom('outbox').select('remote_id').where('channel', '=', channel).where('target', '=', target)
  const rows = await arrived.where('remote_id', 'is not', null).orderBy('id', 'desc').limit(limit).execute()
  return rows.flatMap(({ remote_id }) => remote_id ?? [])
}

const listing = { id: 'id', sorts: { id: byId }, fallback: '-id' }

/** One page of the messages to a target, newest first. */
export function listPage(
  db: Db,
  channel: ChannelName,
  target: string,
  status: OutboxRow['status'] | undefined,
  request: PageRequest,
): Promise<Page<OutboxRow>> {
  let list = db.selectFrom('outbox').selectAll().where('channel', '=', channel).where('target', '=', target)
  if (status !== undefined) list = list.where('status', '=', status)
  if (status !== undefined && status !== 'success') list = list.where('status', '<>', success)
  return readPage(db, { list }, listing, request)
}

/** The newest message with this event for each subject. */
export const listNewestAbout = (
  db: Db,
  { channel, event }: Pick<OutboxRow, 'channel' | 'event'>,
  subjects: readonly string[],
): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('outbox')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('channel', '=', literal(channel))
        .where('event', '=', event)
        .where('subject', 'in', textList(db, subjects))
        .groupBy('subject'),
    )
    .execute()

/** The newest message with this event about a subject, locked until the transaction ends. */
export const lockNewestAbout = (
  tx: Db,
  { channel, event }: Pick<OutboxRow, 'channel' | 'event'>,
  subject: string,
): Promise<OutboxRow | undefined> =>
  forUpdate(
    tx,
    tx
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', literal(channel))
      .where('event', '=', event)
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(1),
  ).executeTakeFirst()

/** Messages with this event about a subject that were stored or sent after a moment and not given up, newest first. */
export const listRecentAbout = (
  tx: Db,
  { channel, event }: Pick<OutboxRow, 'channel' | 'event'>,
  subject: string,
  since: string,
): Promise<OutboxRow[]> =>
  tx
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', literal(channel))
    .where('subject', '=', subject)
    .where('event', '=', event)
    .where('status', 'in', ['pending', 'success'])
    .where((row) => row.or([row('created_at', '>', since), row('sent_at', '>', since)]))
    .orderBy('id', 'desc')
    .execute()

/** The messages of a channel about a subject, newest first. */
export const listAbout = (db: Db, channel: ChannelName, subject: string): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().where('channel', '=', literal(channel)).where('subject', '=', subject).orderBy('id', 'desc').execute()

/** Serializes new messages of a channel about a subject until the transaction ends. */
export const lockAbout = (tx: Db, channel: ChannelName, subject: string): Promise<void> => takeTurns(tx, `${channel} about ${subject}`)

/** How many messages of a channel about a subject were stored after a moment, whatever became of them. */
export async function countAbout(db: Db, channel: ChannelName, subject: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel', '=', literal(channel))
    .where('subject', '=', subject)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes at most `limit` messages of a target. Returns how many. */
export async function deleteSomeOf(db: Db, channel: ChannelName, target: string, limit: number): Promise<number> {
  const some = db.selectFrom('outbox').select('id').where('channel', '=', channel).where('target', '=', target).orderBy('id').limit(limit)
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes those of the oldest `limit` messages of a channel that are from before a moment. Returns how many. */
export async function deleteBefore(db: Db, channel: ChannelName, moment: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('outbox').select('id').where('channel', '=', channel).orderBy('id').limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('id', 'in', oldest)
    .where('created_at', '<', moment)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes at most `limit` settled mails from before a moment whose subject begins with this prefix. Returns how many. Mails that a restore
 * holds stay.
 */
export async function deleteMailsAbout(db: Db, prefix: string, moment: string, limit: number): Promise<number> {
  const mails = db
    .selectFrom('outbox')
    .select('id')
    .where(mostlyTrue(db, sql`channel = 'mail'`))
    .where(startsWith('subject', prefix))
  const some = mails.where('created_at', '<', moment).where('status', '<>', pending).where('held_at', 'is', null).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
