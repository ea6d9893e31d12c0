import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** How many rows a check names: enough to tell one error from a table that is wrong throughout. */
export const namedAtMost = 50

/**
 * Runs a check. Each is one statement that compares stored totals with the rows, so that it sees one snapshot while others write. Statuses
 * that most orders have are written with `not in`: the database then scans the table, and does not look up each order by an index.
 */
export async function differing<Row>(db: Db, check: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await sql<Row>`${check} limit ${namedAtMost + 1}`.execute(db)
  return rows
}

/** A sum as a whole number: PostgreSQL's sum is a decimal, which would arrive as text. */
export const sum = (column: string): RawBuilder<number> => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Coupons that a purge takes apart, some orders at a time. */
export const couponsInPurge = sql`(select id from coupon where code_key like ' purged %')`
