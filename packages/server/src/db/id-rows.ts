import { sql, type Kysely, type RawBuilder } from 'kysely'
import { textRows } from './engine.ts'

/** A list of ids to stand after `in`: one bound parameter, and so one prepared statement, however long the list is. */
export const idRows = <T>(db: Kysely<T>, ids: readonly number[]): RawBuilder<number> =>
  sql`(select cast(listed.value as bigint) from ${textRows(db, ids.map(String))} as listed)`
