import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/**
 * The list of all activity: rows have a kind and the name of their subject, each filter has an index in the order of time, and what people do
 * to their own account is told from what storefronts do to referral users. Refused sign-ins are noted once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await sql`alter table activity add column kind text not null default 'change'`.execute(db)
  await db.schema.alterTable('activity').addColumn('subject_name', 'text').execute()
  await sql`alter table sign_in_attempt add column is_noted ${sql.raw(int)} not null default 0`.execute(db)
  await fillKinds(db)
  await sql`update activity set subject_kind = 'member' where subject_kind = 'user' and action like 'administrator.%'`.execute(db)
  await db.schema.dropIndex('activity_subject').execute()
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on activity ${sql.raw(columns)}`.execute(db)
  }
}

/** Sales are most of the rows. They are in the first three only. */
const indexes: Readonly<Record<string, string>> = {
  activity_at: '(at, id)',
  activity_subject: '(subject_kind, subject_id, at, id)',
  activity_subject_kind: '(subject_kind, at, id)',
  activity_kind: `(kind, at, id) where kind <> 'sale'`,
  activity_actor: `(actor_id, at, id) where actor_kind = 'admin'`,
}

async function fillKinds(db: Kysely<unknown>): Promise<void> {
  await sql`update activity set kind = case
    when action in ('order.created', 'order.completed', 'order.cancelled', 'order.expired', 'order.refunded') then 'sale'
    when action like '%.created' then 'create'
    when action like '%.deleted' or action like '%.revoked' then 'delete'
    when action = 'product.bulk_undone' then 'restore'
    when action = 'administrator.logged_out_everywhere' then 'sign_in'
    else 'read' end
    where action in ('order.created', 'order.completed', 'order.cancelled', 'order.expired', 'order.refunded', 'product.bulk_undone',
      'administrator.logged_out_everywhere', 'order.keys_revealed')
      or action like '%.created' or action like '%.deleted' or action like '%.revoked'`.execute(db)
}
