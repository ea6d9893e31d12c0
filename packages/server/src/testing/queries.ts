import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/schema.ts'

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
