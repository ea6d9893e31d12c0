import { sql, type Insertable, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import { byId, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyState } from '../../db/schema/catalogue.ts'
import type { KeyImportTable } from '../../db/schema/keys.ts'
import { available } from './keys.repo.ts'
import type { Removal } from './removed-keys.repo.ts'

export type KeyImportRow = Selectable<KeyImportTable>

export async function insertImport(tx: Db, row: Insertable<KeyImportTable>): Promise<number> {
  const { id } = await tx.insertInto('key_import').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findImport = (db: Db, id: number): Promise<KeyImportRow | undefined> =>
  db.selectFrom('key_import').selectAll().where('id', '=', id).executeTakeFirst()

export async function setAdded(tx: Db, id: number, added: number): Promise<void> {
  await tx.updateTable('key_import').set({ added }).where('id', '=', id).execute()
}

export async function setUndone(tx: Db, id: number, at: string, by: string): Promise<void> {
  await tx.updateTable('key_import').set({ undone_at: at, undone_by: by }).where('id', '=', id).execute()
}

const listing = { id: 'id', sorts: { id: byId }, fallback: '-id' }

export function listImports(db: Db, variantId: number, request: PageRequest): Promise<Page<KeyImportRow>> {
  return readPage(db, { list: db.selectFrom('key_import').selectAll().where('variant_id', '=', variantId) }, listing, request)
}

export interface StateCount {
  readonly import_id: number
  readonly state: KeyState
  readonly count: number
}

/** How many keys of each of these batches are in which state. */
export async function countStates(db: Db, ids: readonly number[]): Promise<StateCount[]> {
  const rows = await db
    .selectFrom('license_key')
    .select(({ fn }) => ['import_id', 'state', fn.countAll<number>().as('count')])
    .where('import_id', 'in', idRows(db, ids))
    .where('import_id', 'is not', null)
    .groupBy(['import_id', 'state'])
    .execute()
  return rows as StateCount[]
}

/** How many keys of each of these batches were replaced. */
export async function countReplaced(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('license_key')
    .innerJoin('key_replacement', 'key_replacement.key_id', 'license_key.id')
    .select(({ fn }) => ['license_key.import_id', fn.countAll<number>().as('count')])
    .where('license_key.import_id', 'in', idRows(db, ids))
    .where('license_key.import_id', 'is not', null)
    .where('license_key.state', '=', 'revoked')
    .groupBy('license_key.import_id')
    .execute()
  return new Map(rows.map(({ import_id, count }) => [import_id!, count]))
}

/** Available keys of a batch with an id above `afterId`, oldest first. */
export async function pageAvailableOf(tx: Db, id: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('license_key')
    .select('id')
    .where('import_id', '=', id)
    .where('state', '=', available)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Marks the reserved keys of a batch, and answers how many are marked by this. One that was sold meanwhile is no longer reserved. */
export async function markReservedOfImport(tx: Db, id: number, removal: Removal): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set(removal)
    .where('import_id', '=', id)
    .where('state', '=', sql.lit('reserved' as const))
    // A key that need not change is not locked: its order may be in the middle of a step.
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The orders that hold these keys, by key. */
export async function listOrdersOfKeys(db: Db, keyIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('license_key')
    .innerJoin('order_item', 'order_item.id', 'license_key.order_item_id')
    .select(['license_key.id', 'order_item.order_id'])
    .where('license_key.id', 'in', idRows(db, keyIds))
    .execute()
  return new Map(rows.map(({ id, order_id }) => [id, order_id]))
}
