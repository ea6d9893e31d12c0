import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Db } from './schema.ts'

/** Stands in a query for a value that is known only when it runs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Values<V> = { readonly [N in keyof V]: string | number | null }

/** Stands for a value by its name. */
export type ValueOf<V> = <N extends keyof V>(name: N) => V[N]

export type Prepared<V, Row> = (db: Db, values: V) => Promise<QueryResult<Row>>

/**
 * A query whose SQL is written once for each database, and not each time it runs: for the few that every order runs, since
 * building one costs as much as SQLite takes to answer it.
 * @param build writes the query, with `value(name)` in the place of each value
 */
export function prepare<V extends Values<V>, Row>(build: (db: Db, value: ValueOf<V>) => Compilable<Row>): Prepared<V, Row> {
  let forSqlite: CompiledQuery<Row> | undefined
  let forPostgres: CompiledQuery<Row> | undefined
  // A placeholder poses as the value's type; what runs puts the value in its place.
  const compile = (db: Db) => build(db, (name) => new Placeholder(String(name)) as never).compile()
  return (db, values) => {
    const compiled = isPostgres(db) ? (forPostgres ??= compile(db)) : (forSqlite ??= compile(db))
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    )
    return db.executeQuery({ ...compiled, parameters })
  }
}
