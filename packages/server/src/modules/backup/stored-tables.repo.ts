import { sql, type Kysely } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Database, Db } from '../../db/schema.ts'
import * as wholeDatabase from '../../db/whole-database.ts'

export {
  dropAllTables,
  isInUse,
  keepServersOut,
  listTableNames,
  readLastIds,
  readSnapshot,
  refreshStatistics,
  writeLastIds,
} from '../../db/whole-database.ts'

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

export async function listMediaNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('media_item').select(['view_file', 'card_file']).where('type', '=', 'image').orderBy('id').execute()
  const shop = await db.selectFrom('shop').select('logo_file').execute()
  return [...rows.flatMap((row) => [row.view_file, row.card_file]), ...shop.map((row) => row.logo_file)].filter((name) => name !== '')
}

/**
 * Locks every table of a restore until the transaction ends, so that a server that has started meanwhile can neither read nor sell. The
 * database may have tables and views of others: they are left alone.
 */
export const lockTables = (tx: Db): Promise<void> => wholeDatabase.lockTables(tx, [...storedTables, ...passingTables])
