import { sql, type CompiledQuery } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

type Listener = (query: CompiledQuery) => void

const listeners = new WeakMap<Db, Set<Listener>>()

/** Opens a database whose queries `queriesOf` can record. */
export async function watched(open: (onQuery: Listener) => Db | Promise<Db>): Promise<Db> {
  const own = new Set<Listener>()
  const db = await open((query) => own.forEach((listen) => listen(query)))
  listeners.set(db, own)
  return db
}

/** All queries of a test app's database during a piece of work, from any source. */
export async function queriesOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const own = listeners.get(db)
  if (own === undefined) throw new Error('Only the database of a test app is watched')
  const queries: CompiledQuery[] = []
  // Statements that begin and end transactions are left out.
  const listen: Listener = (query) => void (/^\s*(select|insert|update|delete|with)\b/i.test(query.sql) && queries.push(query))
  own.add(listen)
  try {
    await work(db)
  } finally {
    own.delete(listen)
  }
  return queries
}

/** How many others wait for a lock of this transaction. On SQLite a second writer always waits. */
export async function countBlocked(tx: Db): Promise<number> {
  if (!isPostgres(tx)) return 1
  return (await sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)).rows.length
}
