import type { Insertable, Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { MediaItemTable } from '../../db/schema/media.ts'

export type MediaRow = Selectable<MediaItemTable>
export type NewMediaRow = Insertable<MediaItemTable>

/** The media of many products, in the order of display. */
export const listMediaRows = (db: Db, productIds: readonly number[]): Promise<MediaRow[]> =>
  db
    .selectFrom('media_item')
    .selectAll()
    .where('product_id', 'in', idRows(db, productIds))
    .orderBy('product_id')
    .orderBy('display_order')
    .orderBy('id')
    .execute()

/** Products that were deleted before a moment and still have media, oldest deletion first. */
export const listDeletedWithMedia = (db: Db, moment: string, limit: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('deleted_at', '<', moment)
    .where(({ exists, selectFrom }) => exists(selectFrom('media_item').select('id').whereRef('product_id', '=', 'product.id')))
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

export const findMediaRow = (db: Db, productId: number, id: number): Promise<MediaRow | undefined> =>
  db.selectFrom('media_item').selectAll().where('id', '=', id).where('product_id', '=', productId).executeTakeFirst()

export async function insertMediaRow(db: Db, row: NewMediaRow): Promise<MediaRow> {
  return db.insertInto('media_item').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteMediaRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media_item').where('id', '=', id).execute()
}

export const deleteMediaRowsOf = (db: Db, productId: number): Promise<MediaRow[]> =>
  db.deleteFrom('media_item').where('product_id', '=', productId).returningAll().execute()

export async function setOrder(db: Db, id: number, display_order: number): Promise<void> {
  await db.updateTable('media_item').set({ display_order }).where('id', '=', id).execute()
}

/** Two steps, because at most one row of a product may be marked at any time. */
export async function setThumbnail(db: Db, productId: number, id: number): Promise<void> {
  await db.updateTable('media_item').set({ is_thumbnail: 0 }).where('product_id', '=', productId).where('is_thumbnail', '=', 1).execute()
  await db.updateTable('media_item').set({ is_thumbnail: 1 }).where('id', '=', id).execute()
}

export const pageImages = (db: Db, afterId: number, limit: number): Promise<MediaRow[]> =>
  db.selectFrom('media_item').selectAll().where('type', '=', 'image').where('id', '>', afterId).orderBy('id').limit(limit).execute()
