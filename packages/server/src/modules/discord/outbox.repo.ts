import type { DiscordChannel } from '@keydesk/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { NotificationTable } from '../../db/schema/discord.ts'
import type { Db } from '../../db/schema.ts'

export type NotificationRow = Selectable<NotificationTable>

export const insertNotification = (tx: Db, row: Insertable<NotificationTable>): Promise<NotificationRow> =>
  tx.insertInto('notification').values(row).returningAll().executeTakeFirstOrThrow()

/** With `lock` the row stays locked until the transaction ends. */
export async function findNotification(db: Db, id: number, { lock = false } = {}): Promise<NotificationRow | undefined> {
  const query = db.selectFrom('notification').selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const updateNotification = (tx: Db, id: number, change: Omit<Updateable<NotificationTable>, 'id'>): Promise<NotificationRow> =>
  tx.updateTable('notification').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Newest first. */
export const listNewest = (db: Db, limit: number): Promise<NotificationRow[]> =>
  db.selectFrom('notification').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** The channels with notifications that are due. The status is a literal: SQLite does not use a partial index for a bound value. */
export async function listWaitingChannels(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .select('channel_id')
    .distinct()
    .where('status', '=', sql.lit('pending' as const))
    .where('queued_at', '<=', now)
    .execute()
  return rows.map((row) => row.channel_id)
}

/** The oldest waiting notification of a channel. Those that are scheduled for later do not keep others waiting. */
export const findNext = (db: Db, channelId: string, now: string): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('status', '=', sql.lit('pending' as const))
    .where('channel_id', '=', channelId)
    .where('queued_at', '<=', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Makes transactions about the restock of one product take turns. */
export const lockRestocks = (tx: Db, productId: number): Promise<void> => takeTurns(tx, `restock ${productId}`)

/** Restocks of a product that were stored or posted after a moment and are not given up, newest first. */
export const listRestocks = (tx: Db, productId: number, since: string): Promise<NotificationRow[]> =>
  tx
    .selectFrom('notification')
    .selectAll()
    .where('type', '=', sql.lit('restock' as const))
    .where('subject_id', '=', productId)
    .where('status', 'in', ['pending', 'success'])
    .where((row) => row.or([row('created_at', '>', since), row('sent_at', '>', since)]))
    .orderBy('id', 'desc')
    .execute()

/** The alert that waits for a channel and was stored at this very moment, locked. */
export const findAlertOf = (tx: Db, channelId: string, at: string): Promise<NotificationRow | undefined> =>
  forUpdate(
    tx,
    tx
      .selectFrom('notification')
      .selectAll()
      .where('status', '=', sql.lit('pending' as const))
      .where('channel_id', '=', channelId)
      .where('type', '=', sql.lit('alert' as const))
      .where('created_at', '=', at)
      .orderBy('id', 'desc')
      .limit(1),
  ).executeTakeFirst()

/** Moves notifications that wait for a channel, and cannot have been posted there, to another one. */
export async function moveWaiting(tx: Db, channel: DiscordChannel, channelId: string): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ channel_id: channelId })
    .where('status', '=', sql.lit('pending' as const))
    .where('channel', '=', channel)
    .where('attempted_at', 'is', null)
    .where('message_id', 'is', null)
    .execute()
}
