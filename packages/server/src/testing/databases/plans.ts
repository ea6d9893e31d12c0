import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { queriesOf } from './queries.ts'

/** The query plans of a piece of work. For PostgreSQL, full scans and sorts are disabled: it would prefer them for tables this small. */
export async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(db, work)
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set local enable_seqscan = off; set local enable_sort = off`.execute(tx)
    const explain = isPostgres(tx) ? 'explain' : 'explain query plan'
    const plans: string[] = []
    for (const { sql: text, parameters } of queries) {
      // SQLite's plan of a new variant names the keys that refer to it, though it does not read them.
      if (!isPostgres(tx) && text.startsWith('insert into "variant" ')) continue
      const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
      plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'))
    }
    return plans
  })
}

/** In a plan: one of these tables is scanned as a whole, without an index. */
export const unindexed = (...tables: string[]): RegExp =>
  new RegExp(`SCAN (${tables.join('|')})\\b(?! USING)|Seq Scan on (${tables.join('|')})\\b`)

/** In a plan: rows are sorted, which requires reading all of them before the first is returned. */
export const sorted = /TEMP B-TREE|Sort/

/** A cursor that a previous page could have returned. */
export const cursorAfter = (value: string | number, id: number): string => Buffer.from(JSON.stringify([value, id])).toString('base64url')
