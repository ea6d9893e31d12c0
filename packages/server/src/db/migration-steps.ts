import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Backfill, Index } from './migrations/migration.ts'
import type { Db } from './schema.ts'

/** Calls that need the table queue behind a migration that waits for it, so it gives up soon and tries again. */
const lockMs = 2_000
/** Few enough that the rows are locked for milliseconds. */
const batchRows = 500

/** The migration cannot go on yet. Trying again helps. */
export class MigrationWaits extends Error {}

/** One transaction of a migration. It waits for a lock only briefly, and works as long as it must. */
export const inStep = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql.raw(`set local statement_timeout = 0; set local lock_timeout = ${lockMs}`).execute(tx)
    return work(tx)
  })

export const createIndex = ({ name, on, unique = false }: Index, how = ''): string =>
  `create ${unique ? 'unique ' : ''}index ${how} ${name} on ${on}`

/**
 * Builds an index on PostgreSQL while others write to the table, which no transaction can do. The build waits for transactions that began
 * before it, and nobody waits for the build, so it has no time limit of its own. A build that was interrupted leaves an invalid index.
 */
export async function buildIndex(db: Db, index: Index): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    const found = await readIndex(connection, index.name)
    if (found?.is_valid) return
    // PostgreSQL notices only at the end of the build that its server was killed.
    if (typeof found?.builder === 'number') throw new MigrationWaits(`process ${found.builder}, which is still building the index`)
    await run('set statement_timeout = 0')
    await run('set lock_timeout = 0')
    if (found !== undefined) await run(`drop index concurrently if exists ${index.name}`)
    await run(createIndex(index, 'concurrently'))
  })
}

async function readIndex(db: Db, name: string): Promise<{ is_valid: boolean; builder: number | null } | undefined> {
  const { rows } = await sql<{ is_valid: boolean; builder: number | null }>`
    select indisvalid as is_valid, progress.pid as builder
    from pg_index left join pg_stat_progress_create_index as progress on progress.index_relid = indexrelid
    where indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]
}

/** Fills batch after batch. It leaves rows that are locked for the next try. It never waits for a lock, so it cannot deadlock with a sale. */
export async function runBackfill(db: Db, { table, where, fill }: Backfill, onBatch: () => void): Promise<void> {
  const [from, unfilled] = [sql.table(table), sql.raw(where)]
  const { rows: newest } = await sql<{ id: number | null }>`select max(id) as id from ${from}`.execute(db)
  const last = newest[0]?.id ?? 0
  const fillAfter = (after: number): Promise<number[]> =>
    inStep(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from ${from} where id > ${after} and id <= ${last} and (${unfilled})
        order by id limit ${sql.lit(batchRows)} ${isPostgres(tx) ? sql`for update skip locked` : sql``}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await fill(tx, ids)
      return ids
    })
  let ids: number[] = []
  do {
    ids = await fillAfter(ids.at(-1) ?? 0)
    if (ids.length > 0) onBatch()
  } while (ids.length === batchRows)
  const { rows: left } = await sql`select id from ${from} where id <= ${last} and (${unfilled}) limit 1`.execute(db)
  if (left.length > 0) throw new MigrationWaits(`rows of ${table} that another transaction has locked`)
}
