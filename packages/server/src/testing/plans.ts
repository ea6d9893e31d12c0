import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { queriesOf } from './queries.ts'

/**
 * How the database goes about each query of a piece of work. PostgreSQL, which would rather go through tables this small, must say what
 * else it can do.
 */
export async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(db, work)
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set local enable_seqscan = off; set local enable_sort = off`.execute(tx)
    const explain = isPostgres(tx) ? 'explain' : 'explain query plan'
    const plans: string[] = []
    for (const { sql: text, parameters } of queries) {
      const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
      plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'))
    }
    return plans
  })
}

/** In a plan: one of these tables is gone through from one end to the other, in no order that anybody asked for. */
export const unindexed = (...tables: string[]): RegExp =>
  new RegExp(`SCAN (${tables.join('|')})\\b(?! USING)|Seq Scan on (${tables.join('|')})\\b`)

/** In a plan: rows are put in order, which takes reading all of them before the first is shown. */
export const sorted = /TEMP B-TREE|Sort/

/** What a page before could have answered as its cursor. */
export const cursorAfter = (value: string | number, id: number): string => Buffer.from(JSON.stringify([value, id])).toString('base64url')
