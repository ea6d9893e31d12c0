import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { forUpdate, idRows, lockRows, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { VariantTable } from '../../db/schema/variants.ts'

export type VariantRow = Selectable<VariantTable>

/** The columns of a variant in lists. */
const summaryColumns = [
  'id',
  'product_id',
  'name',
  'price_cents',
  'stock',
  'version',
  'is_draft',
  'low_stock_threshold',
  'low_since',
] as const

export type SummaryRow = Pick<VariantRow, (typeof summaryColumns)[number]>

/** The variants of some products that are not deleted, in the order of their creation. */
export const listSummariesOf = (db: Db, productIds: readonly number[]): Promise<SummaryRow[]> =>
  live(db).select(summaryColumns).where('product_id', 'in', idRows(db, productIds)).orderBy('id').execute()

/** Variants that are for sale or could be again: neither drafts nor deleted. Deleting a product deletes its variants. */
const stocked = (db: Db) => live(db).select(summaryColumns).where('is_draft', '=', 0)

export const listStockedVariants = (db: Db): Promise<SummaryRow[]> => stocked(db).orderBy('id').execute()

export const hasStock = async (db: Db): Promise<boolean> =>
  (await stocked(db).where('stock', '>', 0).limit(1).executeTakeFirst()) !== undefined

export async function countSoldOut(db: Db): Promise<number> {
  const soldOut = live(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_draft', '=', 0)
    .where('stock', '=', 0)
  return (await soldOut.executeTakeFirstOrThrow()).count
}

export const findStockedVariant = (db: Db, id: number): Promise<SummaryRow | undefined> =>
  stocked(db).where('id', '=', id).executeTakeFirst()

const live = (db: Db) => db.selectFrom('variant').where('deleted_at', 'is', null)

/** A variant that a storefront may sell, with the fields of its product that a sale needs. */
export interface SaleVariant extends Pick<VariantRow, 'id' | 'product_id' | 'name' | 'price_cents'> {
  readonly product_name: string
  readonly stock: number
  readonly stock_changes: number
  readonly max_per_order: number
  readonly sales_paused: number
}

/**
 * Neither drafts nor deleted or unlisted, and the same for their products. One statement with the product, because each sale waits for it.
 */
export const listForSale = (db: Db, ids: readonly number[]): Promise<SaleVariant[]> =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.product_id', 'variant.name', 'product.name as product_name'])
    .select(['variant.price_cents', 'variant.stock', 'variant.stock_changes', 'variant.max_per_order', 'product.sales_paused'])
    .where('variant.id', 'in', idRows(db, ids))
    .where('variant.is_draft', '=', 0)
    .where('variant.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .where('product.unlisted', '=', 0)
    .orderBy('variant.id')
    .execute()

export async function findLiveVariant(db: Db, id: number, { lock = false } = {}): Promise<VariantRow | undefined> {
  const query = live(db).selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** Variants that are not deleted. With `lock` their rows stay locked until the transaction ends, in the order of the ids. */
export async function listLiveVariants(db: Db, ids: readonly number[], { lock = false } = {}): Promise<VariantRow[]> {
  const query = live(db).selectAll().where('id', 'in', idRows(db, ids)).orderBy('id')
  return (lock ? forUpdate(db, query) : query).execute()
}

export const listRowsOf = (db: Db, productId: number): Promise<VariantRow[]> =>
  live(db).selectAll().where('product_id', '=', productId).orderBy('id').execute()

/** The row of a variant, including deleted ones. */
export const findVariant = (db: Db, id: number): Promise<VariantRow | undefined> =>
  db.selectFrom('variant').selectAll().where('id', '=', id).executeTakeFirst()

/** Includes deleted variants. */
export const listNames = (
  db: Db,
  ids: readonly number[],
): Promise<Pick<VariantRow, 'id' | 'product_id' | 'name' | 'sku' | 'created_at' | 'deleted_at'>[]> =>
  db
    .selectFrom('variant')
    .select(['id', 'product_id', 'name', 'sku', 'created_at', 'deleted_at'])
    .where('id', 'in', idRows(db, ids))
    .execute()

export const listNamesOf = (db: Db, productId: number): Promise<Pick<VariantRow, 'id' | 'name'>[]> =>
  db.selectFrom('variant').select(['id', 'name']).where('product_id', '=', productId).execute()

export async function listIdsInStock(db: Db): Promise<number[]> {
  const rows = await live(db).select('id').where('stock', '>', 0).where('is_draft', '=', 0).execute()
  return rows.map(({ id }) => id)
}

/** The number of the newest change of a variant's stock. */
export async function findStockChanges(db: Db, id: number): Promise<number> {
  const { stock_changes } = await db.selectFrom('variant').select('stock_changes').where('id', '=', id).executeTakeFirstOrThrow()
  return stock_changes
}

/** Serializes reads of a variant's keys, so that two at once add only one activity row. */
export const lockReads = (tx: Db, id: number): Promise<void> => takeTurns(tx, `reads of variant ${id}`)

/** Locks in the order of the ids, so that two carts with the same variants cannot deadlock. */
export const lockVariants = (tx: Db, ids: readonly number[]): Promise<void> =>
  lockRows(tx, () => tx.selectFrom('variant').select('id').where('id', 'in', idRows(tx, ids)).orderBy('id'))

/** Locks every variant of some products, in the order of the ids. */
export const lockVariantsOfProducts = (tx: Db, productIds: readonly number[]): Promise<void> =>
  lockRows(tx, () => tx.selectFrom('variant').select('id').where('product_id', 'in', idRows(tx, productIds)).orderBy('id'))

export type LockedStock = Pick<VariantRow, 'id' | 'stock_changes' | 'deleted_at'>

/**
 * Locks variants, including deleted ones, in the order of the ids. Returns how often their stock has changed and when they were deleted.
 */
export const lockStock = (tx: Db, ids: readonly number[]): Promise<LockedStock[]> =>
  forUpdate(
    tx,
    tx.selectFrom('variant').select(['id', 'stock_changes', 'deleted_at']).where('id', 'in', idRows(tx, ids)).orderBy('id'),
  ).execute()

/** A deleted variant, locked until the transaction ends. */
export const lockDeletedVariant = (tx: Db, id: number): Promise<VariantRow | undefined> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('id', '=', id).where('deleted_at', 'is not', null)).executeTakeFirst()

/** Every variant of a product, including hidden ones, locked in the order of their ids. */
export const lockVariantsOf = (tx: Db, productId: number): Promise<VariantRow[]> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('product_id', '=', productId).orderBy('id')).execute()

export const insertVariant = (db: Db, row: Insertable<VariantTable>): Promise<VariantRow> =>
  db.insertInto('variant').values(row).returningAll().executeTakeFirstOrThrow()

export const updateVariant = (db: Db, id: number, change: Updateable<VariantTable>): Promise<VariantRow> =>
  db.updateTable('variant').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Counts keys that became available or reserved, as one numbered change of the variant's stock. */
export async function changeStock(tx: Db, id: number, by: number): Promise<void> {
  await tx
    .updateTable('variant')
    .set({ stock: sql`stock + ${by}`, stock_changes: sql`stock_changes + 1` })
    .where('id', '=', id)
    .execute()
}

/** A variant with the names by which a file may name it. */
export interface NamedForImport extends Pick<VariantRow, 'id' | 'name' | 'sku' | 'product_id' | 'created_at' | 'deleted_at'> {
  readonly product_name: string
}

/** All variants, including deleted ones. One statement with the products. */
export const listNamesForImport = (db: Db): Promise<NamedForImport[]> =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.name', 'variant.sku', 'variant.product_id', 'variant.created_at', 'variant.deleted_at'])
    .select('product.name as product_name')
    .orderBy('variant.id')
    .execute()

/** Variants of one product. Returns their ids. */
export async function insertVariants(tx: Db, rows: readonly Insertable<VariantTable>[]): Promise<{ id: number; name: string }[]> {
  return tx.insertInto('variant').values(rows).returning(['id', 'name']).execute()
}

export const pageOfImport = (
  db: Db,
  shopImportId: number,
  afterId: number,
  limit: number,
): Promise<Pick<VariantRow, 'id' | 'product_id'>[]> =>
  db
    .selectFrom('variant')
    .select(['id', 'product_id'])
    .where('shop_import_id', '=', shopImportId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Every variant of some products, including hidden ones. */
export const listIdsOf = (db: Db, productIds: readonly number[]): Promise<Pick<VariantRow, 'id' | 'product_id'>[]> =>
  db.selectFrom('variant').select(['id', 'product_id']).where('product_id', 'in', idRows(db, productIds)).execute()

export async function deleteVariants(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('variant').where('id', 'in', idRows(tx, ids)).execute()
}

export const listWholeVariants = (db: Db, productIds: readonly number[]): Promise<VariantRow[]> =>
  db.selectFrom('variant').selectAll().where('product_id', 'in', idRows(db, productIds)).orderBy('id').execute()
