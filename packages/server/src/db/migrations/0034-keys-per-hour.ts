import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** How often a member may replace and reveal keys within an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await sql`alter table app_user add column keys_per_hour ${sql.raw(int)} not null default 20`.execute(db)
}
