import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isPostgres } from './engine.ts'

/** A list of ids to stand after `in`: one bound parameter, and so one prepared statement, however long the list is. */
export const idRows = <T>(db: Kysely<T>, ids: readonly number[]): RawBuilder<number> => idRowsOf(db, toIdList(ids))

/** The same from a list that `toIdList` wrote, for a prepared query. */
export const idRowsOf = <T>(db: Kysely<T>, list: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql`(select listed.value::bigint from jsonb_array_elements_text(${list}::jsonb) as listed(value))`
    : sql`(select value from json_each(${list}))`

export const toIdList = (ids: readonly number[]): string => JSON.stringify(ids)
