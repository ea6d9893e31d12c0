import type { Insertable, Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import { byId, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyImportTable } from '../../db/schema/key-imports.ts'

export type KeyImportRow = Selectable<KeyImportTable>

export async function insertKeyImport(tx: Db, row: Insertable<KeyImportTable>): Promise<number> {
  const { id } = await tx.insertInto('key_import').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findKeyImport = (db: Db, id: number): Promise<KeyImportRow | undefined> =>
  db.selectFrom('key_import').selectAll().where('id', '=', id).executeTakeFirst()

export const findKeyImports = (db: Db, ids: readonly number[]): Promise<KeyImportRow[]> =>
  db.selectFrom('key_import').selectAll().where('id', 'in', idRows(db, ids)).execute()

export async function setAdded(tx: Db, id: number, added: number): Promise<void> {
  await tx.updateTable('key_import').set({ added }).where('id', '=', id).execute()
}

export async function setCost(tx: Db, id: number, cost: Pick<KeyImportRow, 'cost_cents' | 'dearer_until'>): Promise<void> {
  await tx.updateTable('key_import').set(cost).where('id', '=', id).execute()
}

export async function setUndone(tx: Db, id: number, at: string, by: string): Promise<void> {
  await tx.updateTable('key_import').set({ undone_at: at, undone_by: by }).where('id', '=', id).execute()
}

const listing = { id: 'id', sorts: { id: byId }, fallback: '-id' }

export function listKeyImports(db: Db, variantId: number, request: PageRequest): Promise<Page<KeyImportRow>> {
  return readPage(db, { list: db.selectFrom('key_import').selectAll().where('variant_id', '=', variantId) }, listing, request)
}

/** Whether a shop import is storing or removing the key import now. */
export async function isChanging(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('key_import')
    .innerJoin('shop_import', 'shop_import.id', 'key_import.shop_import_id')
    .select('key_import.id')
    .where('key_import.id', '=', id)
    .where('shop_import.state', 'in', ['running', 'cancelling', 'undoing'])
    .executeTakeFirst()
  return row !== undefined
}

export const listOfShopImport = (db: Db, shopImportId: number): Promise<KeyImportRow[]> =>
  db.selectFrom('key_import').selectAll().where('shop_import_id', '=', shopImportId).orderBy('id').execute()

export async function deleteKeyImport(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('key_import').where('id', '=', id).execute()
}
