import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** Webhooks, and what is on its way to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('webhook', { texts: ['url', 'events', 'secret_sealed', 'created_at'], ints: ['active'] })
    .addColumn('previous_secret_sealed', 'text')
    .addColumn('previous_secret_until', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('disabled_reason', 'text')
    .addColumn('last_success_at', 'text')
    .addColumn('last_failure_at', 'text')
    .addColumn('last_failure', 'text')
    .execute()
  await table('webhook_delivery', {
    texts: ['message_id', 'event', 'subject', 'status', 'created_at', 'send_after'],
    ints: ['webhook_id', 'attempts'],
  })
    .addColumn('body', 'text')
    .addColumn('first_attempt_at', 'text')
    .addColumn('last_attempt_at', 'text')
    .addColumn('response_status', int)
    .addColumn('reason', 'text')
    .execute()
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on webhook_delivery ${sql.raw(columns)}`.execute(db)
  }
}

const indexes: Readonly<Record<string, string>> = {
  webhook_delivery_list: '(webhook_id, id)',
  webhook_delivery_status: '(webhook_id, status, id)',
  webhook_delivery_due: `(webhook_id, send_after, id) where status = 'pending'`,
  webhook_delivery_subject: `(webhook_id, subject, id) where status = 'pending'`,
  webhook_delivery_age: '(created_at, id)',
}
