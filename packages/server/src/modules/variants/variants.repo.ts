import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import { prepareForIds } from '../../db/prepared-ids.ts'
import { prepare } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { VariantTable } from '../../db/schema/catalogue.ts'

export type VariantRow = Selectable<VariantTable>

const listLive = prepareForIds<object, VariantRow>((db, products) =>
  db.selectFrom('variant').selectAll().where('product_id', products.are, products.listed).where('deleted_at', 'is', null).orderBy('id'),
)

/** The variants of some products that are not deleted, in the order in which they were made. */
export const listLiveVariants = async (db: Db, productIds: readonly number[]): Promise<VariantRow[]> =>
  (await listLive(db, productIds, {})).rows

const live = (db: Db, id: number) => db.selectFrom('variant').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
const find = prepare<{ id: number }, VariantRow>((db, value) => live(db, value('id')))
const findLocked = prepare<{ id: number }, VariantRow>((tx, value) => forUpdate(tx, live(tx, value('id'))))

/** The number of the newest change of a variant's stock. */
export async function findStockChanges(db: Db, id: number): Promise<number> {
  const { stock_changes } = await db.selectFrom('variant').select('stock_changes').where('id', '=', id).executeTakeFirstOrThrow()
  return stock_changes
}

/** Whether there is or was such a variant. */
export const hasVariant = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('variant').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** A variant that is not deleted; its row stays locked until the transaction ends when asked so. */
export async function findLiveVariant(db: Db, id: number, { lock = false } = {}): Promise<VariantRow | undefined> {
  return (await (lock ? findLocked : find)(db, { id })).rows[0]
}

/** Every variant of a product, hidden ones too, locked in the order of their ids. */
export const lockVariantsOf = (tx: Db, productId: number): Promise<VariantRow[]> =>
  forUpdate(tx, tx.selectFrom('variant').selectAll().where('product_id', '=', productId).orderBy('id')).execute()

export const insertVariant = (db: Db, row: Insertable<VariantTable>): Promise<VariantRow> =>
  db.insertInto('variant').values(row).returningAll().executeTakeFirstOrThrow()

export const updateVariant = (db: Db, id: number, change: Updateable<VariantTable>): Promise<VariantRow> =>
  db.updateTable('variant').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
