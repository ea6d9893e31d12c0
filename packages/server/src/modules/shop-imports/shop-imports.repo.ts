import type { ShopImportState } from '@keydesk/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { ShopImportTable } from '../../db/schema/shop-imports.ts'

export type ShopImportRow = Selectable<ShopImportTable>

/** Must match the condition of the partial index. */
const isOpen = sql<boolean>`state in ('running', 'cancelling', 'undoing')`

/** Serializes beginnings, so that only one import is open. */
export const lockBeginnings = (tx: Db): Promise<void> => takeTurns(tx, 'imports of shops')

export async function insertShopImport(tx: Db, row: Insertable<ShopImportTable>): Promise<number> {
  return (await tx.insertInto('shop_import').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const findShopImport = (db: Db, id: number): Promise<ShopImportRow | undefined> =>
  db.selectFrom('shop_import').selectAll().where('id', '=', id).executeTakeFirst()

export const listShopImports = (db: Db, limit: number): Promise<ShopImportRow[]> =>
  db.selectFrom('shop_import').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** An import that is being stored or removed, optionally one without a sign of life since a moment. */
export const findOpen = (db: Db, before = '9'): Promise<ShopImportRow | undefined> =>
  db.selectFrom('shop_import').selectAll().where(isOpen).where('beat_at', '<', before).orderBy('id').limit(1).executeTakeFirst()

/** Notes that a part was stored. False if the import is no longer being stored. */
export async function addStored(tx: Db, id: number, stored: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_import')
    .set({ stored: sql`stored + ${stored}`, beat_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type ShopImportChange = Partial<Pick<ShopImportRow, 'state' | 'kept' | 'beat_at' | 'undone_at' | 'undone_by'>>

/** Changes an import that is in this state. False if it is in another. */
export async function changeShopImport(tx: Db, id: number, from: ShopImportState, change: ShopImportChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_import')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes over an import whose process gave no sign since a moment. False if another process was first. */
export async function takeOver(db: Db, { id, state, beat_at }: ShopImportRow, to: ShopImportState, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shop_import')
    .set({ state: to, beat_at: at })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('beat_at', '=', beat_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes an import that left nothing. */
export async function deleteShopImport(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('shop_import').where('id', '=', id).execute()
}
