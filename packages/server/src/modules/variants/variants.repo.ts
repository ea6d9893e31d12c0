import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { VariantTable } from '../../db/schema/catalogue.ts'

export type VariantRow = Selectable<VariantTable>

/** The variants of some products that are not deleted, in the order in which they were made. */
export const listLiveVariants = (db: Db, productIds: readonly number[]): Promise<VariantRow[]> =>
  db
    .selectFrom('variant')
    .selectAll()
    .where('product_id', 'in', idRows(db, productIds))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

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

/** Every variant of a product, hidden ones too, locked in the order of their ids. */
export const lockVariantsOf = (tx: Db, productId: number): Promise<VariantRow[]> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('product_id', '=', productId).orderBy('id')).execute()

export const insertVariant = (db: Db, row: Insertable<VariantTable>): Promise<VariantRow> =>
  db.insertInto('variant').values(row).returningAll().executeTakeFirstOrThrow()

export const updateVariant = (db: Db, id: number, change: Updateable<VariantTable>): Promise<VariantRow> =>
  db.updateTable('variant').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
