import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Db } from './schema.ts'

const shortcuts = new WeakMap<Db, () => string | null>()

/** Registers a faster way to name a database's state; it may answer null while it does not know. */
export function nameStates(db: Db, state: () => string | null): void {
  shortcuts.set(db, state)
}

/**
 * Names the state of the database that a read would see now. While the name stays the same, every read gives the same result; a write from
 * any process changes it. PostgreSQL names its snapshot, which decides what is visible; SQLite counts the commits of other connections, and
 * the reading connection commits nothing.
 */
export async function readState(db: Db): Promise<string> {
  const known = shortcuts.get(db)?.()
  if (known !== undefined && known !== null) return known
  const query = isPostgres(db)
    ? db.selectNoFrom(sql<string>`pg_current_snapshot()::text`.as('state'))
    : db.selectFrom(sql`pragma_data_version`.as('pragma')).select(sql<string>`cast(data_version as text)`.as('state'))
  return (await query.executeTakeFirstOrThrow()).state
}
