import { knownAntiCheats, type BulkSet } from '@keydesk/contract'
import { sql, type Selectable, type Updateable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { ProductTable } from '../../db/schema/products.ts'
import type { ProductFields } from './products.rules.ts'

type ProductRow = Selectable<ProductTable>

export interface StoredProduct {
  readonly id: number
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly fields: ProductFields
}

export async function listLiveProducts(db: Db): Promise<StoredProduct[]> {
  const rows = await db.selectFrom('product').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').execute()
  return rows.map(toStored)
}

export async function listProductsOf(db: Db, ids: readonly number[]): Promise<StoredProduct[]> {
  const query = db.selectFrom('product').selectAll().where('id', 'in', idRows(db, ids)).orderBy('id')
  return (await query.execute()).map(toStored)
}

/** A product that is not deleted. With `lock` its row stays locked until the transaction ends. */
export async function findLiveProduct(db: Db, id: number, { lock = false } = {}): Promise<StoredProduct | undefined> {
  const query = db.selectFrom('product').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const row = await (lock ? forUpdate(db, query) : query).executeTakeFirst()
  return row && toStored(row)
}

export async function lockLiveProducts(tx: Db, ids: readonly number[]): Promise<StoredProduct[]> {
  const query = tx.selectFrom('product').selectAll().where('id', 'in', idRows(tx, ids)).where('deleted_at', 'is', null).orderBy('id')
  return (await forUpdate(tx, query).execute()).map(toStored)
}

export async function insertProduct(db: Db, fields: ProductFields, at: string): Promise<StoredProduct> {
  const row = { ...toColumns(fields), version: 1, created_at: at, updated_at: at }
  return toStored(await db.insertInto('product').values(row).returningAll().executeTakeFirstOrThrow())
}

/** A product of a shop import. Returns its id. */
export async function insertImportedProduct(tx: Db, fields: ProductFields, at: string, shopImportId: number): Promise<number> {
  const row = { ...toColumns(fields), version: 1, created_at: at, updated_at: at, shop_import_id: shopImportId }
  return (await tx.insertInto('product').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function pageOfImport(db: Db, shopImportId: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('shop_import_id', '=', shopImportId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteProducts(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('product').where('id', 'in', idRows(tx, ids)).execute()
}

/** @param changed the fields that differ from the stored ones: most saves change only a few */
export async function updateProduct(db: Db, { id, fields, version, updated_at }: StoredProduct, changed: readonly string[]): Promise<void> {
  const columns = Object.entries(toColumns(fields)).filter(([name]) => changed.includes(name))
  const row: Updateable<ProductTable> = { ...Object.fromEntries(columns), version, updated_at }
  await db.updateTable('product').set(row).where('id', '=', id).execute()
}

export async function setOnProducts(tx: Db, ids: readonly number[], set: BulkSet, at: string): Promise<void> {
  const flags = Object.entries(set).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])
  const row = { ...(Object.fromEntries(flags) as Updateable<ProductTable>), updated_at: at }
  await tx
    .updateTable('product')
    .set({ ...row, version: sql`version + 1` })
    .where('id', 'in', idRows(tx, ids))
    .execute()
}

/** A deleted product, optionally one deleted before a moment. Locked until the transaction ends. */
export async function lockDeletedProduct(tx: Db, id: number, before = '9'): Promise<StoredProduct | undefined> {
  const query = tx.selectFrom('product').selectAll().where('id', '=', id).where('deleted_at', '<', before)
  const row = await forUpdate(tx, query).executeTakeFirst()
  return row && toStored(row)
}

export async function showProduct(tx: Db, id: number, version: number): Promise<void> {
  await tx.updateTable('product').set({ deleted_at: null, version }).where('id', '=', id).execute()
}

export async function hideProduct(db: Db, id: number, at: string): Promise<void> {
  await db.updateTable('product').set({ deleted_at: at }).where('id', '=', id).execute()
}

export interface NamedProduct {
  readonly id: number
  readonly name: string
  /** ISO 8601 in UTC; null if not deleted. */
  readonly deleted_at: string | null
}

const named = (db: Db) => db.selectFrom('product').select(['id', 'name', 'deleted_at'])

/** Names of products, including deleted ones. */
export const listNames = (db: Db, ids: readonly number[]): Promise<NamedProduct[]> => named(db).where('id', 'in', idRows(db, ids)).execute()

/** What products tell their customers, including deleted ones: plain text. */
export const listInstructions = (db: Db, ids: readonly number[]): Promise<{ id: number; instructions: string }[]> =>
  db.selectFrom('product').select(['id', 'instructions']).where('id', 'in', idRows(db, ids)).execute()

/** All products, newest first, including deleted ones. */
export const listAllNames = (db: Db): Promise<NamedProduct[]> => named(db).orderBy('id', 'desc').execute()

export const findLiveListing = (db: Db, id: number): Promise<{ name: string; unlisted: number; sales_paused: number } | undefined> =>
  db
    .selectFrom('product')
    .select(['name', 'unlisted', 'sales_paused'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Names of products that are neither deleted nor unlisted, in display order: newest first. */
export const listNamesOfListed = (db: Db, ids: readonly number[]): Promise<{ name: string }[]> =>
  db
    .selectFrom('product')
    .select('name')
    .where('id', 'in', idRows(db, ids))
    .where('deleted_at', 'is', null)
    .where('unlisted', '=', 0)
    .orderBy('id', 'desc')
    .execute()

/** The name of a product that is not deleted. With `lock` its row stays locked until the transaction ends. */
export async function findLiveName(db: Db, id: number, { lock }: { lock: boolean }): Promise<string | undefined> {
  const query = db.selectFrom('product').select('name').where('id', '=', id).where('deleted_at', 'is', null)
  return (await (lock ? forUpdate(db, query) : query).executeTakeFirst())?.name
}

export async function lockLiveIds(tx: Db, ids: readonly number[]): Promise<number[]> {
  const query = tx.selectFrom('product').select('id').where('id', 'in', idRows(tx, ids)).where('deleted_at', 'is', null).orderBy('id')
  return (await forUpdate(tx, query).execute()).map((row) => row.id)
}

type FieldColumns = Required<Pick<ProductRow, keyof ProductFields>>

const toColumns = ({
  featured,
  unlisted,
  sales_paused,
  has_day_keys,
  anti_cheats_supported,
  faq,
  updates,
  ...texts
}: ProductFields): FieldColumns => ({
  ...texts,
  featured: Number(featured),
  unlisted: Number(unlisted),
  sales_paused: Number(sales_paused),
  has_day_keys: Number(has_day_keys),
  anti_cheats_supported: JSON.stringify(anti_cheats_supported),
  faq: JSON.stringify(faq),
  updates: JSON.stringify(updates),
})

function toStored({ id, version, created_at, updated_at, deleted_at: _, shop_import_id: __, ...row }: ProductRow): StoredProduct {
  const fields = {
    ...row,
    featured: row.featured === 1,
    unlisted: row.unlisted === 1,
    sales_paused: row.sales_paused === 1,
    has_day_keys: row.has_day_keys === 1,
    anti_cheats_supported: knownAntiCheats(JSON.parse(row.anti_cheats_supported) as ProductFields['anti_cheats_supported']),
    faq: JSON.parse(row.faq) as ProductFields['faq'],
    updates: JSON.parse(row.updates) as ProductFields['updates'],
  }
  return { id, version, created_at, updated_at, fields }
}
