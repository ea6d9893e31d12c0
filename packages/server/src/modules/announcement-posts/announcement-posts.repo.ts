import { sql, type Selectable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import type { NotificationTable } from '../../db/schema/discord.ts'
import type { Db } from '../../db/schema.ts'

const columns = [
  'id',
  'subject_id',
  'status',
  'message_id',
  'message_url',
  'removes',
  'attempted_at',
  'queued_at',
  'sent_at',
  'error_detail',
] as const

export type PostRow = Pick<Selectable<NotificationTable>, (typeof columns)[number]>

/** The newest notification of each announcement. The type is a literal: SQLite does not use a partial index for a bound value. */
export const listPosts = (db: Db, announcementIds: readonly number[]): Promise<PostRow[]> =>
  db
    .selectFrom('notification')
    .select(columns)
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('notification')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('type', '=', sql.lit('announcement' as const))
        .where('subject_id', 'in', idRows(db, announcementIds))
        .groupBy('subject_id'),
    )
    .execute()

/** The newest of one announcement, locked until the transaction ends. */
export const lockPost = (tx: Db, announcementId: number): Promise<PostRow | undefined> =>
  forUpdate(
    tx,
    tx
      .selectFrom('notification')
      .select(columns)
      .where('type', '=', sql.lit('announcement' as const))
      .where('subject_id', '=', announcementId)
      .orderBy('id', 'desc')
      .limit(1),
  ).executeTakeFirst()
