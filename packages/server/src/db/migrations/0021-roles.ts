import { sql, type Kysely } from 'kysely'

/** Roles in place of the one role `admin`. Whoever was an administrator becomes an owner; a disabled member cannot sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('app_user').addColumn('disabled_at', 'text').execute()
  await sql`update app_user set role = 'owner' where role = 'admin'`.execute(db)
}
