import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** When an announcement is posted and whom the post notifies; and posts that are deleted again, with their addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema.alterTable('announcement').addColumn('publish_at', 'text').execute()
  await sql`alter table announcement add column post_to_discord ${sql.raw(int)} not null default 1`.execute(db)
  await db.schema.alterTable('announcement').addColumn('mention_role_id', 'text').execute()
  await sql`alter table notification add column removes ${sql.raw(int)} not null default 0`.execute(db)
  await db.schema.alterTable('notification').addColumn('message_url', 'text').execute()
  await sql`create index notification_announcement on notification (subject_id, id) where type = 'announcement'`.execute(db)
}
