import { sql, type Kysely, type RawBuilder } from 'kysely'
import { textRowsOf } from './engine.ts'

/** A list of ids to stand after `in`: one bound parameter, and so one prepared statement, however long the list is. */
export const idRows = <T>(db: Kysely<T>, ids: readonly number[]): RawBuilder<number> => idRowsOf(db, toIdList(ids))

/** The same from a list that `toIdList` wrote, for a prepared query. */
export const idRowsOf = <T>(db: Kysely<T>, list: string): RawBuilder<number> =>
  sql`(select cast(listed.value as bigint) from ${textRowsOf(db, list)} as listed)`

export const toIdList = (ids: readonly number[]): string => JSON.stringify(ids.map(String))
