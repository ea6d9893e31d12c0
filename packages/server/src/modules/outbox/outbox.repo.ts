import {
  sql,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Updateable,
} from 'kysely'
import { forUpdate, textList, textRows } from '../../db/engine.ts'
import { byId, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { ChannelName, MessageEvent, OutboxTable } from '../../db/schema/outbox.ts'
import type { Database, Db } from '../../db/schema.ts'

export type OutboxRow = Selectable<OutboxTable>
export type OutboxChange = Omit<Updateable<OutboxTable>, 'id'>

/** Whose messages wait for each other: all of a target, or those of a target about one subject. */
export interface Queue {
  readonly name: ChannelName
  readonly order: 'target' | 'subject'
}

/** Literals: SQLite does not use a partial index for a bound value. */
const pending = sql.lit('pending' as const)
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

/** The targets that something waits for, now or later. */
export async function listWaitingTargets(db: Db, channel: ChannelName): Promise<string[]> {
  const waiting = db.selectFrom('outbox').select('target').distinct().where('status', '=', pending).where('channel', '=', channel)
  return (await waiting.execute()).map((row) => row.target)
}

/** Those of the targets for which something is due. */
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
      // With `exists` PostgreSQL may read all that waits, which is much for a receiver that is down.
      return eb(due.limit(1), 'is not', null)
    })
    .execute()
  return rows.map((row) => row.value)
}

/** What is due for a target, without what waits for another; the rows stay locked until the transaction ends. */
export function listDue(tx: Db, { name, order }: Queue, target: string, now: string, limit: number): Promise<OutboxRow[]> {
  const due = tx
    .selectFrom('outbox as due')
    .selectAll('due')
    .where('due.status', '=', pending)
    .where('due.channel', '=', name)
    .where('due.target', '=', target)
    .where('due.send_after', '<=', now)
    .where(({ eb, or, selectFrom }) => {
      // With `not exists`, and without statistics of the table, PostgreSQL compares every waiting row with every other.
      const oldest = selectFrom('outbox as oldest')
        .select('oldest.id')
        .where('oldest.status', '=', pending)
        .where('oldest.channel', '=', name)
        .where('oldest.target', '=', target)
        .orderBy('oldest.id')
        .limit(1)
      // What is scheduled for later does not keep others waiting.
      if (order === 'target') return eb('due.id', '=', oldest.where('oldest.due_at', '<=', now))
      return or([eb('due.subject', '=', ''), eb('due.id', '=', oldest.whereRef('oldest.subject', '=', 'due.subject'))])
    })
  return forUpdate(tx, due).orderBy('due.send_after').orderBy('due.id').limit(limit).execute()
}

export type About = Pick<OutboxRow, 'channel' | 'target' | 'subject'>

const waitsAbout =
  ({ channel, target, subject }: About) =>
  ({ eb, and }: ExpressionBuilder<Database, 'outbox'>) =>
    and([eb('status', '=', pending), eb('channel', '=', channel), eb('target', '=', target), eb('subject', '=', subject)])

/** When the message about a subject that failed is tried again; undefined if none waits. */
export async function findRetry(tx: Db, about: About): Promise<string | undefined> {
  const failed = tx.selectFrom('outbox').select('send_after').where(waitsAbout(about)).where('reason', 'is not', null)
  return (await failed.orderBy('id').limit(1).executeTakeFirst())?.send_after
}

/** What follows a message about its subject is due at this moment, too. */
export async function moveFollowing(tx: Db, row: OutboxRow, at: string): Promise<void> {
  await tx.updateTable('outbox').set({ send_after: at }).where(waitsAbout(row)).where('id', '>', row.id).execute()
}

/** Deletes what follows a message about its subject and has no text yet: that message says it, too. */
export async function joinFollowing(tx: Db, row: OutboxRow): Promise<void> {
  await tx.deleteFrom('outbox').where(waitsAbout(row)).where('id', '>', row.id).where('body', 'is', null).execute()
}

/** One that waits about a subject. */
export const findWaiting = (tx: Db, about: About, event: MessageEvent): Promise<OutboxRow | undefined> =>
  tx.selectFrom('outbox').selectAll().where(waitsAbout(about)).where('event', '=', event).limit(1).executeTakeFirst()

/** The newest that waits for a target and was stored at this very moment, locked. */
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

/** Moves what waits and cannot have arrived to another target: messages of these events, and those about this subject. */
export async function moveWaiting(
  tx: Db,
  channel: ChannelName,
  { events, subject }: { readonly events: readonly MessageEvent[]; readonly subject: string },
  target: string,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ target })
    .where('status', '=', pending)
    .where('channel', '=', channel)
    .where(({ eb, or }) => or([eb('event', 'in', events), eb('subject', '=', subject)]))
    .where('uncertain_since', 'is', null)
    .where('remote_id', 'is', null)
    .execute()
}

/** The messages of a channel, newest first. */
export const listNewest = (db: Db, channel: ChannelName, limit: number): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().where('channel', '=', literal(channel)).orderBy('id', 'desc').limit(limit).execute()

const listing = { id: 'id', sorts: { id: byId }, fallback: '-id' }

/** One page of the messages to a target, newest first. */
export function listPage(
  db: Db,
  channel: ChannelName,
  target: string,
  status: OutboxRow['status'] | undefined,
  request: PageRequest,
): Promise<Page<OutboxRow>> {
  const list = db.selectFrom('outbox').selectAll().where('channel', '=', channel).where('target', '=', target)
  return readPage(db, { list: status === undefined ? list : list.where('status', '=', status) }, listing, request)
}

/** The newest message of a kind about each subject. */
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

/** The newest message of a kind about a subject, locked until the transaction ends. */
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

/** Messages of a kind about a subject that were stored or arrived after a moment and are not given up, newest first. */
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

/** How many wait in a channel. */
export async function countWaiting(db: Db, channel: ChannelName): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', pending)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes some of the messages to a target, and answers how many. */
export async function deleteSomeOf(db: Db, channel: ChannelName, target: string, limit: number): Promise<number> {
  const some = db.selectFrom('outbox').select('id').where('channel', '=', channel).where('target', '=', target).orderBy('id').limit(limit)
  return deleteThese(db, some)
}

/** Deletes some of a channel's messages from before a moment, the oldest first, and answers how many. */
export async function deleteBefore(db: Db, channel: ChannelName, moment: string, limit: number): Promise<number> {
  const old = db.selectFrom('outbox').select('id').where('channel', '=', literal(channel)).where('created_at', '<', moment)
  return deleteThese(db, old.orderBy('created_at').orderBy('id').limit(limit))
}

async function deleteThese(db: Db, ids: SelectQueryBuilder<Database, 'outbox', { id: number }>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
