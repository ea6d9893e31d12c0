import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { recordImport, recordRemovals, type FirstImport } from './key-events.repo.ts'
import { insertKeys, listOrigins } from './keys.repo.ts'
import * as repo from './imported-keys.repo.ts'
import { markReservedKeys, removalOf, removeAvailableKeys, restoreKeys } from './removed-keys.repo.ts'
import type { Change } from './removed-keys.service.ts'

export type { StateCount } from './imported-keys.repo.ts'

/** Keys of a batch: added together, and taken out together. Batches have a room of their own, `key-imports`. */

/** What an import does with some values and keys. */
export interface Imported {
  /** Values that no key has. */
  readonly fresh: readonly string[]
  /** Removed keys of the variant, which are for sale again. */
  readonly backIds: readonly number[]
  /** Those of them that came in with another batch, by that batch. */
  readonly earlier: ReadonlyMap<FirstImport, readonly number[]>
  /** Reserved keys, which are offered again if their order ends unpaid, struck from a list or not. */
  readonly reservedIds: readonly number[]
}

/**
 * Stores keys of a batch in a variant; the caller counts them there.
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
  for (const [batch, ids] of earlier) await recordImport(tx, ids, batch)
  await recordRemovals(tx, backIds)
  await restoreKeys(tx, backIds, change.number, importId)
}

/** Which of these keys came in with which batch. Those that were saved in a list are left out. */
export async function groupByImport(db: Db, keyIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const groups = new Map<number, number[]>()
  for (const { id, import_id } of await listOrigins(db, keyIds)) {
    if (import_id !== null) groups.set(import_id, [...(groups.get(import_id) ?? []), id])
  }
  return groups
}

/**
 * Takes the available keys of a batch out of the stock, and marks its reserved ones, which are removed if their order ends unpaid. The caller
 * counts the removed ones in the variant.
 * @param tx a transaction that has locked the variant's row
 */
export async function removeImported(tx: Db, importId: number, actor: Actor, at: Date): Promise<{ removed: number; marked: number }> {
  const removal = removalOf(actor, at)
  let removed = 0
  for (let last = 0; ; await breathe()) {
    // From where the last ones ended: PostgreSQL would read each of those again, as long as the transaction lasts.
    const ids = await repo.pageAvailableOf(tx, importId, last, chunkSize)
    if (ids.length > 0) await removeAvailableKeys(tx, ids, removal)
    removed += ids.length
    if (ids.length < chunkSize) break
    last = ids.at(-1)!
  }
  return { removed, marked: await repo.markReservedOf(tx, importId, removal) }
}

/** How many keys of each of these batches are in which state. */
export const countStates = repo.countStates

/** How many keys of each of these batches were replaced, by the batch. */
export const countReplaced = repo.countReplaced
