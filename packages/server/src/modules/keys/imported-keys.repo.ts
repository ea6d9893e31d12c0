import { sql } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyState } from '../../db/schema/keys.ts'
import { available } from './keys.repo.ts'
import type { Removal } from './removed-keys.repo.ts'

export interface StateCount {
  readonly import_id: number
  readonly state: KeyState
  readonly count: number
}

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

/** Available keys of a key import with an id above `afterId`, oldest first. */
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

/** Marks the reserved keys of a key import. Returns how many were newly marked. Keys sold meanwhile are no longer reserved. */
export async function markReservedOf(tx: Db, id: number, removal: Removal): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set(removal)
    .where('import_id', '=', id)
    .where('state', '=', sql.lit('reserved' as const))
    // Do not lock keys that need no change: their order may be in the middle of a step.
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** A key of an order that was imported from another shop: sold before it came here. */
export interface SoldKey {
  readonly variant_id: number
  readonly value: string
  readonly state: 'sold' | 'revoked'
  readonly order_item_id: number
  readonly refund_id: number | null
  readonly created_at: string
}

export async function insertSoldKeys(tx: Db, keys: readonly SoldKey[]): Promise<void> {
  await tx.insertInto('license_key').values(keys).execute()
}

export async function deleteKeysOfItems(tx: Db, itemIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('license_key').where('order_item_id', 'in', idRows(tx, itemIds)).execute()
}

/** Deletes keys by their ids. */
export async function deleteKeys(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('license_key').where('id', 'in', idRows(tx, ids)).execute()
}

/** Deletes keys of a key import that were removed from the stock, at most `limit`. Returns how many. */
export async function deleteRemovedOf(tx: Db, id: number, limit: number): Promise<number> {
  const some = tx.selectFrom('license_key').select('id').where('import_id', '=', id).where('state', '=', 'removed').limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('license_key').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Which of these variants have a key in any state. Reads the whole table: no index has all keys of a variant. */
export async function listVariantsWithKeys(db: Db, variantIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('license_key')
    .select('variant_id')
    .distinct()
    .where('variant_id', 'in', idRows(db, variantIds))
    .execute()
  return rows.map((row) => row.variant_id)
}
