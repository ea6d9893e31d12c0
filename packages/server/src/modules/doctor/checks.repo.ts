import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** How many rows a check names: enough to distinguish a single error from a table that is wrong throughout. */
export const namedAtMost = 50

/**
 * Runs a check: one statement that compares stored totals with rows, so it sees one snapshot while others write. Conditions on statuses
 * that most orders have use `not in`: the database then scans the table instead of looking up each order in an index.
 */
export async function differing<Row>(db: Db, check: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await sql<Row>`${check} limit ${namedAtMost + 1}`.execute(db)
  return rows
}

/** A sum as an integer: PostgreSQL's sum is a decimal, which the driver returns as text. */
export const sum = (column: string): RawBuilder<number> => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`
