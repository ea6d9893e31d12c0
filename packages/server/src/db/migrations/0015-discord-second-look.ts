import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'
import { tableMaker } from './table.ts'

/**
 * The template of a product's link. For a notification: its channel (updates or restock), when it began to wait, the message last sent, and
 * the status `skipped`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table discord_bot add column product_url text not null default ''`.execute(db)
  await sql`alter table notification add column channel text not null default 'updates'`.execute(db)
  await sql`alter table notification add column queued_at text not null default ''`.execute(db)
  await sql`alter table notification add column sent_message text`.execute(db)
  await sql`
    update notification set queued_at = created_at, channel = case
      when type = 'restock' or (type = 'test' and channel_id = (select restock_channel_id from discord_bot)) then 'restock'
      else 'updates' end`.execute(db)
  await (isPostgres(db) ? replaceCheck(db) : rebuild(db))
}

async function replaceCheck(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification drop constraint notification_status`.execute(db)
  await sql`
    alter table notification add constraint notification_status check (status in ('pending', 'success', 'failed', 'skipped'))`.execute(db)
}

/** SQLite cannot change the check of an existing table. */
async function rebuild(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('notification_new', {
    texts: ['type', 'status', 'channel', 'channel_id', 'nonce', 'message', 'created_at', 'queued_at', 'send_after'],
    ints: ['attempts', 'revision'],
  })
    .addColumn('subject_id', int)
    .addColumn('first_attempt_at', 'text')
    .addColumn('attempted_at', 'text')
    .addColumn('sent_message', 'text')
    .addColumn('message_id', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('error_detail', 'text')
    .addCheckConstraint('notification_status', sql`status in ('pending', 'success', 'failed', 'skipped')`)
    .addUniqueConstraint('notification_nonce', ['nonce'])
    .execute()
  const columns = sql.raw(`id, type, status, channel, channel_id, nonce, message, created_at, queued_at, send_after, attempts, revision,
    subject_id, first_attempt_at, attempted_at, sent_message, message_id, sent_at, error_detail`)
  await sql`insert into notification_new (${columns}) select ${columns} from notification`.execute(db)
  await db.schema.dropTable('notification').execute()
  await sql`alter table notification_new rename to notification`.execute(db)
  await sql`create index notification_due on notification (channel_id, id) where status = 'pending'`.execute(db)
  await sql`create index notification_subject on notification (subject_id, created_at) where type = 'restock'`.execute(db)
}
