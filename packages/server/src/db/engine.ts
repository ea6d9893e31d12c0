import { PostgresAdapter, sql, type Kysely, type QueryResult, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'

/**
 * Each difference between the queries of the two databases is a function here. What concerns opening, migrations or a whole database is in
 * other files of this folder.
 */

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Locks the rows that a transaction is about to decide on. SQLite needs no lock: it has a single writer. */
export const forUpdate = <T, DB, TB extends keyof DB, O>(
  db: Kysely<T>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> => (isPostgres(db) ? query.forUpdate() : query)

/** Locks rows without reading them. SQLite needs no lock. */
export async function lockRows<T, DB, TB extends keyof DB, O>(db: Kysely<T>, query: () => SelectQueryBuilder<DB, TB, O>): Promise<void> {
  if (isPostgres(db)) await query().forUpdate().execute()
}

/** Finds texts with this prefix, as a range of the column's index. */
export const startsWith = (column: string, prefix: string): RawBuilder<SqlBool> =>
  // The highest code point: every text with the prefix sorts before it.
  sql`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}\u{10ffff}`})`

/**
 * A condition that most rows meet. SQLite has no statistics, and would otherwise look for them in an index of that column: a purge among
 * 500,000 mails takes 0.1 ms instead of 49 (2026-11-27).
 */
export const mostlyTrue = <T>(db: Kysely<T>, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  isPostgres(db) ? condition : sql`likelihood(${condition}, 0.99)`

/** Up to this many ids are bound one by one: for more, PostgreSQL prefers to read the whole table. */
const mostNamed = 100

/**
 * A list of ids to use after `in`. PostgreSQL gets up to `mostNamed` ids as single parameters, and more as one. SQLite always gets one
 * parameter, so that the statement stays prepared. A single id is compared directly.
 */
export function idRows<T>(db: Kysely<T>, ids: readonly number[]): RawBuilder<number> {
  if (ids.length === 1 || (isPostgres(db) && ids.length > 0 && ids.length <= mostNamed)) return sql`(${sql.join(ids)})`
  return isPostgres(db)
    ? sql`(select listed.value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as listed(value))`
    : sql`(select value from json_each(${JSON.stringify(ids)}))`
}

/** A list of texts to use after `in`, as `idRows` for ids. */
export const textList = <T>(db: Kysely<T>, values: readonly string[]): RawBuilder<string> =>
  isPostgres(db) && values.length > 0 && values.length <= mostNamed
    ? sql`(${sql.join(values)})`
    : sql`(select listed.value from ${textRows(db, values)} as listed)`

/** A list of texts as rows of one column `value`, in order. Always a single bound parameter. */
export const textRows = <T>(db: Kysely<T>, values: readonly string[]): RawBuilder<{ value: string }> =>
  isPostgres(db)
    ? sql`(select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) with ordinality as listed(value, position) order by position)`
    : sql`(select value from json_each(${JSON.stringify(values)}) order by key)`

/**
 * The rows of a table, as `found`, whose column has one of these distinct texts. Each text is looked up in the column's index. PostgreSQL
 * has no statistics about rows added in the last minute, and would otherwise read the whole table.
 */
export function rowsByText<T>(db: Kysely<T>, table: string, column: string, values: readonly string[]): RawBuilder<unknown> {
  const [listed, from, key] = [textRows(db, values), sql.table(table), sql.ref(column)]
  return isPostgres(db)
    ? sql`${listed} as listed cross join lateral (select * from ${from} where ${key} = listed.value offset 0) as found`
    : sql`${listed} as listed cross join ${from} as found on found.${key} = listed.value`
}

/**
 * A name for the state of the database that a query would see now. While the name is the same, every query returns the same; a write from
 * any process changes it. PostgreSQL names its snapshot, which decides what is visible. A standby that takes over counts anew, so the start
 * time of the server is part of the name. SQLite counts the commits of other connections; the connection that reads never commits.
 */
export async function stateOf<T>(db: Kysely<T>): Promise<string> {
  const query = isPostgres(db)
    ? sql<{ state: string }>`select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as state`
    : sql<{ state: string }>`select cast(data_version as text) as state from pragma_data_version`
  return (await query.execute(db)).rows[0]!.state
}

/** Runs transactions with the same name one after the other. SQLite's single writer does so anyway. */
export async function takeTurns<T>(tx: Kysely<T>, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * A share of an amount, rounded up from half a cent, as `partOfCents` of the contract computes it. All three values are integers, 0 or
 * more, and the last is more than 0. It uses `numeric`: the product of two large amounts may exceed PostgreSQL's integers.
 */
export const partOf = <T>(
  db: Kysely<T>,
  cents: RawBuilder<number>,
  part: RawBuilder<number>,
  whole: RawBuilder<number>,
): RawBuilder<number> =>
  isPostgres(db)
    ? sql`cast(div(2 * cast(${cents} as numeric) * ${part} + ${whole}, 2 * cast(${whole} as numeric)) as bigint)`
    : sql`((2 * (${cents}) * (${part}) + ${whole}) / (2 * ${whole}))`

/**
 * The first id of the rows that one statement inserted. On SQLite, with its single writer, the others follow it one by one. Undefined if
 * fewer than `count` rows were inserted, and on PostgreSQL, where other transactions may have taken ids in between.
 */
export const firstIdOf = ({ insertId, numAffectedRows }: QueryResult<unknown>, count: number): number | undefined =>
  insertId !== undefined && Number(numAffectedRows) === count ? Number(insertId) - count + 1 : undefined
