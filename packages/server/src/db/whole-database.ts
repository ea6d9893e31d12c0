import { existsSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { makeDatabaseFile } from './database-file.ts'
import { isPostgres } from './engine.ts'
import { isLocked } from './failures.ts'
import type { Database, Db } from './schema.ts'
import { lockForServer } from './sqlite-lock.ts'

/** What a backup and a restore do with a whole database: its snapshot, tables, last ids and statistics, and who has it open. */

/** Reads one snapshot of the database without blocking writers. */
export async function readSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  if (isPostgres(db)) return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const own = new Kysely<Database>({ dialect: new SqliteDialect({ database: new SqliteDatabase(rows[0]!.file, { readonly: true }) }) })
  try {
    return await own.transaction().execute(read)
  } finally {
    await own.destroy()
  }
}

export async function listTableNames(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map((table) => table.name)
}

/** The last id that each table used. Its row may be deleted, but the id must never be used again. */
export async function readLastIds(db: Db): Promise<Record<string, number>> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    return Object.fromEntries(rows.map((row) => [row.name, row.seq]))
  }
  const sequences = (await listSequences(db)).filter((sequence) => sequence.last !== null)
  return Object.fromEntries(sequences.map((sequence) => [sequence.table, sequence.last!]))
}

/** Sets the last id of every table. Tables that `lastIds` omits or sets to 0 start at 1. */
export async function writeLastIds(tx: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  if (isPostgres(tx)) {
    for (const { table, sequence } of await listSequences(tx)) {
      const last = lastIds[table] ?? 0
      await sql`select setval(${sequence}, ${Math.max(last, 1)}, ${last > 0})`.execute(tx)
    }
    return
  }
  await sql`delete from sqlite_sequence`.execute(tx)
  for (const [name, seq] of Object.entries(lastIds)) await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(tx)
}

/** PostgreSQL's sequences with their tables; `last` is null before the first id. */
async function listSequences(db: Db): Promise<{ table: string; sequence: string; last: number | null }[]> {
  const { rows } = await sql<{ table: string; sequence: string; last: number | null }>`
    select numbered.relname as table, format('%I.%I', sequences.schemaname, sequences.sequencename) as sequence, sequences.last_value as last
    from pg_sequences as sequences
    join pg_class as relation on relation.oid = format('%I.%I', sequences.schemaname, sequences.sequencename)::regclass
    join pg_depend as owned on owned.objid = relation.oid and owned.deptype = 'i'
    join pg_class as numbered on numbered.oid = owned.refobjid
    where sequences.schemaname = current_schema()`.execute(db)
  return rows
}

/**
 * Updates PostgreSQL's table statistics, and marks all rows as visible. A query for one row may read a whole table without the
 * first; an index alone answers nothing without the second.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`vacuum (analyze)`.execute(db)
}

/**
 * Locks those of these tables that exist, until the transaction ends: nobody else can read or write them. On SQLite a restore has the lock
 * of a server.
 */
export async function lockTables(tx: Db, tables: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  const present = new Set(await listTableNames(tx))
  const names = tables.filter((name) => present.has(name))
  await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(tx)
}

/** @param db a transaction */
export async function dropAllTables(db: Db): Promise<void> {
  // Allows dropping tables that refer to each other in any order.
  if (!isPostgres(db)) await sql`pragma defer_foreign_keys = on`.execute(db)
  for (const name of [...(await listTableNames(db)), 'kysely_migration', 'kysely_migration_lock']) {
    if (isPostgres(db)) await sql`drop table if exists ${sql.table(name)} cascade`.execute(db)
    else await sql`drop table if exists ${sql.table(name)}`.execute(db)
  }
}

/**
 * Whether another process seems to have this database open: SQLite can leave WAL mode only on the sole connection, and Keydesk's PostgreSQL
 * connections have a name.
 * @param file the SQLite file, not yet opened by this process
 */
export async function isInUse(db: Db, file: string | null): Promise<boolean> {
  if (file !== null) return existsSync(file) && isOpenElsewhere(file)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name like 'keydesk/%' and application_name <> current_setting('application_name')
    `.execute(db)
  return rows[0]!.count > 0
}

/**
 * Lets no server start on a SQLite file until the returned function is called.
 * @throws ConfigError if one has started
 */
export function keepServersOut(file: string): () => void {
  // First the file: the lock alone would look like a shop whose database is lost.
  makeDatabaseFile(file)
  return lockForServer(file)
}

function isOpenElsewhere(file: string): boolean {
  const database = new SqliteDatabase(file, { timeout: 0 })
  try {
    return database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete'
  } catch (error) {
    if (isLocked(error)) return true
    throw error
  } finally {
    database.close()
  }
}
