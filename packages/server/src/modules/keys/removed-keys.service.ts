import { limits, type PageMeta, type RemovedKey } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { breathe, chunkSize, pagesById } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { recordRemovals, recordRestorations } from './key-events.repo.ts'
import { lockValues, pageAvailableKeys } from './keys.repo.ts'
import * as repo from './removed-keys.repo.ts'

/** A change of a variant's stock. */
export interface Change {
  readonly at: Date
  readonly actor: Actor
  /** The number of this change in the variant's stock. */
  readonly number: number
}

/** Keys removed from a variant, newest first, 100 unless a limit is given. */
export async function listRemovedKeys(db: Db, variantId: number, request: PageRequest): Promise<{ data: RemovedKey[]; meta: PageMeta }> {
  const { rows, meta } = await repo.listRemovedKeys(db, variantId, { ...request, limit: request.limit ?? limits.newestRemovedKeys })
  return { data: rows.map((row) => ({ ...row, removed_by: row.removed_by ?? '' })), meta }
}

/** The ids of all removed keys of a variant. */
export const listRemovedIds = repo.listRemovedIds

/**
 * Restores removed keys of a variant. Returns how many. Skips keys that are not removed, or not of this variant. The caller updates the
 * variant's stock.
 * @param tx a transaction that has locked the variant's row and the values
 */
export async function putBack(tx: Db, variantId: number, ids: readonly number[], change: Change): Promise<number> {
  const restorable = await repo.listRestorable(tx, variantId, ids)
  if (restorable.length > 0) await bringBack(tx, restorable, change)
  return restorable.length
}

/** Restores removed keys. */
export async function bringBack(tx: Db, ids: readonly number[], { at, actor, number }: Change): Promise<void> {
  await recordRemovals(tx, ids)
  await recordRestorations(tx, ids, at.toISOString(), actor.name)
  await repo.restoreKeys(tx, ids, number)
}

/** Removes the available keys of a variant that is being deleted and whose row is locked. Returns how many there were. */
export async function removeKeysOfDeleted(tx: Db, variantId: number, actor: Actor, at: Date): Promise<number> {
  const removal = { ...repo.removalOf(actor, at), removed_with_variant: 1 as const }
  let removed = 0
  for await (const keys of pagesById((after, size) => pageAvailableKeys(tx, variantId, after, size))) {
    await repo.removeAvailableRange(tx, variantId, keys[0]!.id, keys.at(-1)!.id, removal)
    removed += keys.length
  }
  return removed
}

/**
 * Makes the keys available again that were removed with a variant. Returns how many.
 * @param tx a transaction that has locked the variant's row
 */
export async function restoreKeysOfDeleted(tx: Db, variantId: number, change: Change): Promise<number> {
  // The purge must not delete a key that is being restored.
  await lockValues(tx)
  let restored = 0
  for await (const ids of pagesById((after, size) => repo.listRemovedWithVariant(tx, variantId, after, size))) {
    await bringBack(tx, ids, change)
    restored += ids.length
  }
  return restored
}

/** For each variant, how many keys of pending orders become available again if the order ends unpaid. */
export const countReservedKeys = repo.countReservedKeys

const dayMs = 86_400_000

/** Deletes removed keys whose time for restoring is over. Safe on several servers at once. */
export async function purgeRemovedKeys(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - limits.removedKeyDays * dayMs).toISOString()
  while (await repo.hasRemovedBefore(deps.db, before)) {
    await transact(deps.db, async (tx) => {
      // Locked, because a save might be restoring such a key at this moment.
      await lockValues(tx)
      for (const [id, count] of await repo.deleteRemovedBefore(tx, before, chunkSize)) {
        const changes = { keys_purged: { before: null, after: count } }
        await recordActivity(tx, {
          actor: system,
          action: 'variant.keys_purged',
          subject: { kind: 'variant', id },
          changes,
          at: deps.now(),
        })
      }
    })
    await breathe()
  }
}
