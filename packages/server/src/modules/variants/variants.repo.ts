import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate, idRows, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { VariantTable } from '../../db/schema/catalogue.ts'

export type VariantRow = Selectable<VariantTable>

/** What lists say of a variant. */
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

/** The variants of some products that are not deleted, in the order in which they were made. */
export const listLiveVariants = (db: Db, productIds: readonly number[]): Promise<SummaryRow[]> =>
  db
    .selectFrom('variant')
    .select(summaryColumns)
    .where('deleted_at', 'is', null)
    .where('product_id', 'in', idRows(db, productIds))
    .orderBy('id')
    .execute()

/** A variant that can be sold or could again: no draft, and neither it nor its product is deleted. */
export interface StockedVariant extends SummaryRow {
  readonly product_name: string
}

const stocked = (db: Db) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(summaryColumns.map((name) => `variant.${name}` as const))
    .select('product.name as product_name')
    .where('variant.deleted_at', 'is', null)
    .where('variant.is_draft', '=', 0)
    .where('product.deleted_at', 'is', null)

export const listStockedVariants = (db: Db): Promise<StockedVariant[]> => stocked(db).orderBy('variant.id').execute()

export const findStockedVariant = (db: Db, id: number): Promise<StockedVariant | undefined> =>
  stocked(db).where('variant.id', '=', id).executeTakeFirst()

/** Variants with stock. */
export async function listIdsInStock(db: Db): Promise<number[]> {
  const query = db.selectFrom('variant').select('id').where('stock', '>', 0).where('deleted_at', 'is', null).where('is_draft', '=', 0)
  return (await query.execute()).map(({ id }) => id)
}

/** The number of the newest change of a variant's stock. */
export async function findStockChanges(db: Db, id: number): Promise<number> {
  const { stock_changes } = await db.selectFrom('variant').select('stock_changes').where('id', '=', id).executeTakeFirstOrThrow()
  return stock_changes
}

/** Whether there is or was such a variant. */
export const hasVariant = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('variant').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** A variant that is not deleted; with `lock` its row stays locked until the transaction ends. */
export async function findLiveVariant(db: Db, id: number, { lock = false } = {}): Promise<VariantRow | undefined> {
  const query = db.selectFrom('variant').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** The product of a variant, of a deleted one too. */
export const findProductOf = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('variant').select('product_id').where('id', '=', id).executeTakeFirst())?.product_id

/** Two reads of a variant's keys at once make one row of the activity. */
export const lockReads = (tx: Db, id: number): Promise<void> => takeTurns(tx, `reads of variant ${id}`)

/** The name of a variant, of a deleted one too. */
export const findName = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('variant').select('name').where('id', '=', id).executeTakeFirst())?.name

/** A variant that is deleted, locked until the transaction ends. */
export const lockDeletedVariant = (tx: Db, id: number): Promise<VariantRow | undefined> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('id', '=', id).where('deleted_at', 'is not', null)).executeTakeFirst()

/** Every variant of a product, hidden ones too, locked in the order of their ids. */
export const lockVariantsOf = (tx: Db, productId: number): Promise<VariantRow[]> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('product_id', '=', productId).orderBy('id')).execute()

export const insertVariant = (db: Db, row: Insertable<VariantTable>): Promise<VariantRow> =>
  db.insertInto('variant').values(row).returningAll().executeTakeFirstOrThrow()

export const updateVariant = (db: Db, id: number, change: Updateable<VariantTable>): Promise<VariantRow> =>
  db.updateTable('variant').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The stock of a variant, of a deleted one too. */
export const findStock = (db: Db, id: number): Promise<Pick<VariantRow, 'product_id' | 'stock' | 'deleted_at'> | undefined> =>
  db.selectFrom('variant').select(['product_id', 'stock', 'deleted_at']).where('id', '=', id).executeTakeFirst()
