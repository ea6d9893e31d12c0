import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
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

/** With what it sold: in the days before the current day of demand, weighted, and on that day; null where the day does not count. */
export interface VariantWithDemand extends SummaryRow {
  readonly units: number | null
  readonly days: number | null
  readonly today_units: number | null
}

/** @param day today, where no day of demand was begun yet */
const withDemand = (db: Db, day: string) =>
  db
    .selectFrom('variant')
    .leftJoin('demand_sum', 'demand_sum.variant_id', 'variant.id')
    .leftJoin('variant_day', (join) =>
      join
        .onRef('variant_day.variant_id', '=', 'variant.id')
        .on('variant_day.day', '=', sql<string>`coalesce((select day from demand_sum limit 1), ${day})`),
    )
    .select(summaryColumns.map((name) => `variant.${name}` as const))
    .select(['demand_sum.units', 'demand_sum.days', 'variant_day.quantity as today_units'])
    .where('variant.deleted_at', 'is', null)

/** The variants of some products that are not deleted, in the order in which they were made. */
export const listLiveVariants = (db: Db, productIds: readonly number[], day: string): Promise<VariantWithDemand[]> =>
  withDemand(db, day).where('variant.product_id', 'in', idRows(db, productIds)).orderBy('variant.id').execute()

export interface StockedVariant extends VariantWithDemand {
  readonly product_name: string
}

const stocked = (db: Db, day: string) =>
  withDemand(db, day)
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select('product.name as product_name')
    .where('variant.is_draft', '=', 0)
    .where('product.deleted_at', 'is', null)

/** Every variant that can be sold or could again: no drafts, nothing deleted. */
export const listStockedVariants = (db: Db, day: string): Promise<StockedVariant[]> => stocked(db, day).orderBy('variant.id').execute()

export const findStockedVariant = (db: Db, id: number, day: string): Promise<StockedVariant | undefined> =>
  stocked(db, day).where('variant.id', '=', id).executeTakeFirst()

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
