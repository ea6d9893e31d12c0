import { sql, type SqlBool } from 'kysely'
import { idRows } from '../../db/engine.ts'
import { byText, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyState } from '../../db/schema/keys.ts'
import { available } from './keys.repo.ts'

/** A literal, as in the partial indexes of these keys. */
const removed = sql.lit('removed' as const)

/**
 * Filters ids by state, written so that no partial index matches. PostgreSQL's statistics do not include the changes of this transaction:
 * it would scan the whole index for a few rows, again for each chunk of a long list.
 */
const hasState = (state: KeyState) => sql<SqlBool>`state || '' = ${state}`

/** Who removed keys, and when. */
export interface Removal {
  readonly removed_at: string
  readonly removed_by: string
  /** Restoring the variant makes the keys available again. */
  readonly removed_with_variant?: 1
}

export const removalOf = (actor: { readonly name: string }, at: Date): Removal => ({ removed_at: at.toISOString(), removed_by: actor.name })

/** Removes all available keys of a variant in a range of ids, both ends included. */
export async function removeAvailableRange(tx: Db, variantId: number, first: number, last: number, removal: Removal): Promise<void> {
  await tx
    .updateTable('license_key')
    .set({ state: 'removed', ...removal })
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
}

export async function removeAvailableKeys(tx: Db, ids: readonly number[], removal: Removal): Promise<void> {
  await tx
    .updateTable('license_key')
    .set({ state: 'removed', ...removal })
    .where('id', 'in', idRows(tx, ids))
    .where(hasState('available'))
    .execute()
}

/**
 * Unmarked reserved keys of a variant that were available at change `from` of its stock and reserved after change `to`. Found through the
 * pending orders, of which there are few.
 */
export const listReservedAfter = (tx: Db, variantId: number, from: number, to: number): Promise<{ id: number; value: string }[]> =>
  tx
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .innerJoin('license_key', 'license_key.order_item_id', 'order_item.id')
    .select(['license_key.id', 'license_key.value'])
    .where('orders.status', '=', 'pending')
    .where('order_item.variant_id', '=', variantId)
    .where('license_key.order_item_id', 'is not', null)
    .where('license_key.state', '=', 'reserved')
    .where('license_key.removed_at', 'is', null)
    .where('license_key.available_since', '<=', from)
    .where('license_key.reserved_since', '>', to)
    .execute()

export async function countReservedKeys(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .innerJoin('license_key', 'license_key.order_item_id', 'order_item.id')
    .select((row) => ['license_key.variant_id', row.fn.countAll<number>().as('count')])
    .where('orders.status', '=', sql.lit('pending' as const))
    .where('license_key.order_item_id', 'is not', null)
    .where('license_key.state', '=', 'reserved')
    .where('license_key.removed_at', 'is', null)
    .groupBy('license_key.variant_id')
    .execute()
  return new Map(rows.map((row) => [row.variant_id, row.count]))
}

/** Marks reserved keys for removal, or unmarks them. Returns how many changed. Keys sold meanwhile are no longer reserved. */
export async function markReservedKeys(tx: Db, ids: readonly number[], removal: Removal | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set(removal ?? { removed_at: null, removed_by: null })
    .where('id', 'in', idRows(tx, ids))
    .where('state', '=', 'reserved')
    // Do not lock keys that need no change: their order may be in the middle of a step.
    .where('removed_at', removal === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function listRemovedIds(db: Db, variantId: number): Promise<number[]> {
  const rows = await db.selectFrom('license_key').select('id').where('variant_id', '=', variantId).where('state', '=', removed).execute()
  return rows.map((row) => row.id)
}

/** Those of these keys that are removed keys of a variant. */
export async function listRestorable(tx: Db, variantId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('license_key')
    .select('id')
    .where('id', 'in', idRows(tx, ids))
    .where('variant_id', '=', variantId)
    .where(hasState('removed'))
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Makes removed keys available again.
 * @param change the number of the change of the variant's stock
 * @param importId the key import that they belong to from now on, if it changes
 */
export async function restoreKeys(tx: Db, ids: readonly number[], change: number, importId?: number): Promise<void> {
  await tx
    .updateTable('license_key')
    .set({ state: 'available', removed_at: null, removed_by: null, removed_with_variant: 0, available_since: change })
    .$if(importId !== undefined, (query) => query.set({ import_id: importId }))
    .where('id', 'in', idRows(tx, ids))
    .where(hasState('removed'))
    .execute()
}

/** Keys that were removed with their variant, with an id above `afterId`. */
export async function listRemovedWithVariant(tx: Db, variantId: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('license_key')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('state', '=', removed)
    .where('removed_with_variant', '=', 1)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

const listing = { id: 'license_key.id', sorts: { removed_at: byText('removed_at') }, fallback: '-removed_at' }

export function listRemovedKeys(db: Db, variantId: number, request: PageRequest): Promise<Page<RemovedRow>> {
  const list = db
    .selectFrom('license_key')
    .select(['id', 'value', 'removed_at', 'removed_by'])
    .where('variant_id', '=', variantId)
    .where('state', '=', removed)
  return readPage(db, { list }, listing, request)
}

type RemovedRow = { id: number; value: string; removed_at: string | null; removed_by: string | null }

/** Keys removed before a moment, found variant by variant: an index on the moment alone would slow every save of keys. */
const removedBefore = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('variant')
    .crossJoin('license_key')
    .select('license_key.id')
    .whereRef('license_key.variant_id', '=', 'variant.id')
    .where('license_key.state', '=', removed)
    .where('license_key.removed_at', '<', before)
    .limit(limit)

export const hasRemovedBefore = async (db: Db, before: string): Promise<boolean> =>
  (await removedBefore(db, before, 1).execute()).length > 0

/** Deletes at most `limit` keys that were removed before a moment. Returns how many by variant. */
export async function deleteRemovedBefore(tx: Db, before: string, limit: number): Promise<Map<number, number>> {
  const some = removedBefore(tx, before, limit)
  const deleted = await tx.deleteFrom('license_key').where('id', 'in', some).where('state', '=', removed).returning('variant_id').execute()
  return new Map([...Map.groupBy(deleted, (key) => key.variant_id)].map(([id, keys]) => [id, keys.length]))
}
