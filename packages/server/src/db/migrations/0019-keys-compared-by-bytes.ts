import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'

/**
 * Key values are only ever compared for equality. By the rules of a language, as a PostgreSQL database usually compares texts, each look into
 * the index by value takes four times as long or more. SQLite compares bytes anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`alter table license_key alter column value type text collate "C"`.execute(db)
  // The column's statistics are gone with its old type.
  await sql`analyze license_key`.execute(db)
}
