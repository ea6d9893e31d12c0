import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** The secret of an API key before its rotation, who made a secret, and indexes that count the orders of a key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema.alterTable('api_key').addColumn('previous_key_hash', 'text').execute()
  await db.schema.alterTable('api_key').addColumn('previous_ends_at', 'text').execute()
  await db.schema
    .alterTable('api_key')
    .addColumn('created_by', int, (column) => column.references('app_user.id'))
    .execute()
  await sql`update api_key set created_by = (
    select min(app_user.id) from activity join app_user on app_user.id = activity.actor_id
    where activity.subject_kind = 'api_key' and activity.subject_id = api_key.id
      and activity.action = 'api_key.created' and activity.actor_kind = 'admin')`.execute(db)
  await sql`create index api_key_previous on api_key (previous_key_hash) where previous_key_hash is not null`.execute(db)
  await sql`create index purchase_api_key on purchase (api_key_id, id) where api_key_id is not null`.execute(db)
  await sql`create index purchase_pending_api_key on purchase (api_key_id) where status = 'pending' and api_key_id is not null`.execute(db)
}
