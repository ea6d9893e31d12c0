import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** How many rows a check names: enough to tell a slip from a book that is wrong throughout. */
export const namedAtMost = 50

/**
 * Runs a check. Each is one statement that holds what is kept against what the rows say, so that it sees one moment of a database that
 * others are writing to. Statuses are named by `not in` where most orders have them: the database then goes along the table, and does not
 * jump to each order from an index.
 */
export async function differing<Row>(db: Db, check: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await sql<Row>`${check} limit ${namedAtMost + 1}`.execute(db)
  return rows
}

/** A sum as a whole number: PostgreSQL makes a decimal of it, which would arrive as text. */
export const sum = (column: string): RawBuilder<number> => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`
