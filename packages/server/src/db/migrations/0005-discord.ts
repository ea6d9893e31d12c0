import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** The bot's settings and log, the outbox of notifications, and leases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, tableWithTextId, int } = tableMaker(db)

  // One row for the whole shop.
  await table('discord_bot', {
    texts: ['updates_channel_id', 'restock_channel_id', 'command'],
    ints: ['notifications_enabled', 'should_run', 'wanted', 'handled'],
  })
    .addColumn('token_sealed', 'text')
    .addColumn('connected_at', 'text')
    .addColumn('last_started', 'text')
    .addColumn('outcome', 'text')
    .execute()
  await sql`
    insert into discord_bot (id, updates_channel_id, restock_channel_id, command, notifications_enabled, should_run, wanted, handled)
    values (1, '', '', 'stop', 0, 0, 0, 0)`.execute(db)

  await table('bot_log', { texts: ['at', 'message'], ints: ['is_error'] }).execute()

  await table('notification', {
    texts: ['type', 'status', 'channel_id', 'nonce', 'message', 'created_at', 'send_after'],
    ints: ['attempts', 'revision'],
  })
    .addColumn('subject_id', int)
    .addColumn('first_attempt_at', 'text')
    .addColumn('attempted_at', 'text')
    .addColumn('message_id', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('error_detail', 'text')
    .addCheckConstraint('notification_status', sql`status in ('pending', 'success', 'failed')`)
    .addUniqueConstraint('notification_nonce', ['nonce'])
    .execute()
  await sql`create index notification_due on notification (channel_id, id) where status = 'pending'`.execute(db)
  await sql`create index notification_subject on notification (subject_id, created_at) where type = 'restock'`.execute(db)

  // Which of several nodes does what only one may do, until when.
  await tableWithTextId('lease', { texts: ['holder', 'place', 'expires_at'] }).execute()
}
