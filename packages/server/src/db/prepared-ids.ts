import { sql, type Compilable, type QueryResult, type RawBuilder } from 'kysely'
import { idRowsOf, toIdList } from './id-rows.ts'
import { prepare, type Values, type ValueOf } from './prepared.ts'
import type { Db } from './schema.ts'

/** What a column that holds ids is compared with: `where('product_id', ids.are, ids.listed)`. */
export interface Ids {
  readonly are: '=' | 'in'
  readonly listed: RawBuilder<number>
}

/**
 * A prepared query for the rows of some ids, however many. It is written a second time for one id, which is what most calls are about:
 * the database has no list to take apart then.
 */
export function prepareForIds<V extends Values<V>, Row>(
  build: (db: Db, ids: Ids, value: ValueOf<V>) => Compilable<Row>,
): (db: Db, ids: readonly number[], values: V) => Promise<QueryResult<Row>> {
  const one = prepare<V & { id: number }, Row>((db, value) => build(db, { are: '=', listed: sql`${value('id')}` }, value))
  const many = prepare<V & { ids: string }, Row>((db, value) => build(db, { are: 'in', listed: idRowsOf(db, value('ids')) }, value))
  return (db, ids, values) => (ids.length === 1 ? one(db, { ...values, id: ids[0]! }) : many(db, { ...values, ids: toIdList(ids) }))
}
