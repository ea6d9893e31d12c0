import { existsSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { makeDatabaseFile } from '../../db/database-file.ts'
import { idRows, isPostgres } from '../../db/engine.ts'
import type { Database, Db } from '../../db/schema.ts'
import { lockForServer } from '../../db/sqlite-lock.ts'

/** Every table of a backup, each after the tables that it refers to. */
export const storedTables = [
  ...(['app_user', 'two_factor', 'recovery_code', 'api_key', 'idempotent_answer'] as const),
  ...(['game', 'shop_import', 'product', 'variant', 'bulk_change', 'media_item', 'announcement', 'key_import'] as const),
  ...(['coupon', 'coupon_product'] as const),
  ...(['orders', 'order_item', 'refund', 'refund_item', 'license_key', 'key_replacement', 'key_event', 'referral', 'payout'] as const),
  ...(['search_word', 'customer_note'] as const),
  ...(['quarter_hour_sales', 'product_day_sales', 'variant_sales', 'api_key_sales', 'variant_day'] as const),
  ...(['discord_bot', 'bot_log', 'webhook', 'mail_template', 'shop', 'outbox', 'activity'] as const),
] satisfies readonly (keyof Database)[]

/**
 * Tables that only running servers need. A restore empties them: restored sessions, invitations and links for a new password
 * would be valid again even if they had ended since the backup.
 */
export const passingTables = [
  'session',
  'invitation',
  'known_network',
  'last_backup',
  'lease',
  'password_reset',
  'sign_in_attempt',
  'unused_file',
] satisfies readonly (keyof Database)[]

export type Row = Readonly<Record<string, string | number | null>>

/** Access to tables by names from a backup, which the types do not know. */
type AnyDb = Kysely<Record<string, Record<string, number | string>>>
const any = (db: Db) => db as unknown as AnyDb

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

export async function countRows(db: Db, table: string): Promise<number> {
  const { count } = await any(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Rows in key order, after the given one or from the start. */
export async function listRowsAfter(db: Db, table: string, after: Row | null, limit: number): Promise<Row[]> {
  const keys = keysOf(table)
  const columns = sql.join(keys.map((key) => sql.ref(key)))
  let query = any(db).selectFrom(table).selectAll().orderBy(columns).limit(limit)
  if (after !== null) query = query.where(sql<boolean>`(${columns}) > (${sql.join(keys.map((key) => sql.val(after[key])))})`)
  return query.execute()
}

/** The key columns of a table: `id` or those below. */
const keysOf = (table: string): readonly string[] => otherKeys[table] ?? ['id']
const otherKeys: Readonly<Record<string, readonly string[]>> = {
  mail_template: ['kind'],
  coupon_product: ['coupon_id', 'product_id'],
  variant_sales: ['variant_id'],
  api_key_sales: ['api_key_id'],
  quarter_hour_sales: ['starts_at'],
  product_day_sales: ['day', 'product_id'],
  variant_day: ['day', 'variant_id'],
  search_word: ['kind', 'thing_id', 'word'],
}

export async function insertRows(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  await any(tx)
    .insertInto(table)
    .values(rows as never)
    .execute()
}

export async function deleteRows(tx: Db, table: string): Promise<void> {
  await any(tx).deleteFrom(table).execute()
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

/** Tables that number their rows. */
export const numberedTables: readonly string[] = storedTables.filter((table) => otherKeys[table] === undefined)

/** Counts the available keys of each variant again. */
export async function recountStock(tx: Db): Promise<void> {
  // One pass over the keys: without statistics PostgreSQL might read all of them for each variant.
  const { rows } = await sql<{ id: number; found: number }>`
    select variant.id, coalesce(counted.found, 0) as found
    from variant
    left join (select variant_id, count(*) as found from license_key where state = 'available' group by variant_id) as counted
      on counted.variant_id = variant.id
    where variant.stock <> coalesce(counted.found, 0)`.execute(tx)
  for (const { id, found } of rows)
    await tx
      .updateTable('variant')
      .set({ stock: found, stock_changes: sql`stock_changes + 1` })
      .where('id', '=', id)
      .execute()
}

/** Makes the pending orders of these lines due. Returns how many. */
export async function makeDue(tx: Db, itemIds: readonly number[], at: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ reserved_until: at })
    .where('status', '=', 'pending')
    .where('id', 'in', tx.selectFrom('order_item').select('order_id').where('id', 'in', idRows(tx, itemIds)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
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

export async function listMediaNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('media_item').select(['view_file', 'card_file']).where('type', '=', 'image').orderBy('id').execute()
  const shop = await db.selectFrom('shop').select('logo_file').execute()
  return [...rows.flatMap((row) => [row.view_file, row.card_file]), ...shop.map((row) => row.logo_file)].filter((name) => name !== '')
}

/**
 * Locks every table of a restore until the transaction ends, so that a server that has started meanwhile can neither read nor sell. On
 * SQLite a restore has the lock of a server. The database may have tables and views of others: they are left alone.
 */
export async function lockTables(tx: Db): Promise<void> {
  if (!isPostgres(tx)) return
  const present = new Set(await listTableNames(tx))
  const names = [...storedTables, ...passingTables].filter((name) => present.has(name))
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
    if (error instanceof SqliteDatabase.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)) return true
    throw error
  } finally {
    database.close()
  }
}
