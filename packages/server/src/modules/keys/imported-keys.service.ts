import type { Actor } from '../../actor.ts'
import { chunkSize, chunksOf, pagesById } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { recordImport, recordRemovals, type FirstImport } from './key-events.repo.ts'
import { insertKeys, listOrigins } from './keys.repo.ts'
import * as repo from './imported-keys.repo.ts'
import { markReservedKeys, removalOf, removeAvailableKeys, restoreKeys } from './removed-keys.repo.ts'
import type { Change } from './removed-keys.service.ts'

export type { StateCount } from './imported-keys.repo.ts'

/** Keys of a key import, which are added and removed together. The module `key-imports` has the imports. */

/** What an import does with values and keys. */
export interface Imported {
  /** Values without a key. */
  readonly fresh: readonly string[]
  /** Removed keys of the variant that are for sale again. */
  readonly backIds: readonly number[]
  /** Those of `backIds` that belong to another key import, by that import. */
  readonly earlier: ReadonlyMap<FirstImport, readonly number[]>
  /** Reserved keys to unmark: they become available if their order ends unpaid, even if they were marked for removal. */
  readonly reservedIds: readonly number[]
}

/**
 * Stores the keys of a key import in a variant. The caller updates the variant's stock.
 * @param tx a transaction that has locked the variant's row and the values
 */
export async function storeImported(
  tx: Db,
  variantId: number,
  importId: number,
  { fresh, backIds, earlier, reservedIds }: Imported,
  change: Change,
): Promise<void> {
  if (fresh.length > 0) await insertKeys(tx, variantId, fresh, change.at.toISOString(), change.number, importId)
  if (reservedIds.length > 0) await markReservedKeys(tx, reservedIds, null)
  if (backIds.length === 0) return
  for (const [keyImport, ids] of earlier) await recordImport(tx, ids, keyImport)
  await recordRemovals(tx, backIds)
  await restoreKeys(tx, backIds, change.number, importId)
}

/** Groups these keys by their key import. Leaves out keys that were saved in a list. */
export async function groupByImport(db: Db, keyIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const groups = new Map<number, number[]>()
  for (const { id, import_id } of await listOrigins(db, keyIds)) {
    if (import_id !== null) groups.set(import_id, [...(groups.get(import_id) ?? []), id])
  }
  return groups
}

/**
 * Removes the available keys of a key import from the stock, and marks its reserved ones, which are removed if their order ends unpaid.
 * The caller updates the variant's stock.
 * @param tx a transaction that has locked the variant's row
 */
export async function removeImported(tx: Db, importId: number, actor: Actor, at: Date): Promise<{ removed: number; marked: number }> {
  const removal = removalOf(actor, at)
  let removed = 0
  for await (const ids of pagesById((after, size) => repo.pageAvailableOf(tx, importId, after, size))) {
    await removeAvailableKeys(tx, ids, removal)
    removed += ids.length
  }
  return { removed, marked: await repo.markReservedOf(tx, importId, removal) }
}

/** Marks the reserved keys of a key import, which are removed if their order ends unpaid. Returns how many were newly marked. */
export const markImported = (tx: Db, importId: number, actor: Actor, at: Date): Promise<number> =>
  repo.markReservedOf(tx, importId, removalOf(actor, at))

/** Counts of the keys of each of these key imports by state. */
export const countStates = repo.countStates

/** How many keys of each of these key imports were replaced, by the import. */
export const countReplaced = repo.countReplaced

export type { SoldKey } from './imported-keys.repo.ts'

/** Stores keys that were sold in another shop. No key may have any of the values. */
export async function insertSoldKeys(tx: Db, keys: readonly repo.SoldKey[]): Promise<void> {
  for (const some of chunksOf(keys)) await repo.insertSoldKeys(tx, some)
}

/** Deletes the keys of order items that are deleted. */
export const deleteKeysOfItems = repo.deleteKeysOfItems

/**
 * Deletes available keys of a key import, at most `chunkSize`, as if they had never been stored. Returns how many. The caller updates the
 * variant's stock.
 * @param tx a transaction that has locked the variant's row
 */
export async function deleteImported(tx: Db, importId: number): Promise<number> {
  const ids = await repo.pageAvailableOf(tx, importId, 0, chunkSize)
  if (ids.length > 0) await repo.deleteKeys(tx, ids)
  return ids.length
}

/**
 * Deletes removed keys of a key import, at most `chunkSize`, as if they had never been stored. Returns how many.
 * @param tx a transaction that has locked the values: otherwise a key might be restored meanwhile
 */
export const deleteRemovedOf = (tx: Db, importId: number): Promise<number> => repo.deleteRemovedOf(tx, importId, chunkSize)

/** Which of these variants have a key in any state. Reads all keys. */
export const listVariantsWithKeys = repo.listVariantsWithKeys
