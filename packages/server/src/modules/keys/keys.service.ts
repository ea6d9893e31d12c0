import { KeyPlanner, type KeyChanges, type LicenseKey } from '@keydesk/contract'
import { inChunks, pagesById } from '../../breathe.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import * as events from './key-events.repo.ts'
import * as repo from './keys.repo.ts'
import { placeValues, type SeenKeys } from './keys.rules.ts'
import * as removedKeys from './removed-keys.repo.ts'
import { bringBack, type Change } from './removed-keys.service.ts'

export {
  cleanKeys,
  hasKeys,
  mapByValue,
  placeValue,
  readKeysSeen,
  requireMayWriteKeys,
  writeKeysSeen,
  type ExistingKey,
} from './keys.rules.ts'
export type { KeyEventRow } from './key-events.repo.ts'
export type { FoundKey } from './keys.repo.ts'

/** The available keys of a variant, oldest first, optionally only ids above `afterId`. */
export async function listAvailableKeys(db: Db, variantId: number, afterId = 0): Promise<LicenseKey[]> {
  const keys: LicenseKey[] = []
  const read = (after: number, size: number) => repo.pageAvailableKeys(db, variantId, Math.max(after, afterId), size)
  for await (const page of pagesById(read)) keys.push(...page)
  return keys
}

/** A list of keys to save, and which keys its author has seen. */
export interface Wanted {
  /** Values from `cleanKeys`. */
  readonly values: readonly string[]
  /** Left out by foreign clients: their list is the whole stock, whatever they have seen. */
  readonly seen?: SeenKeys
}

export interface SavedKeys {
  /** The available keys as they are now, oldest first. */
  readonly keys: LicenseKey[]
  readonly changes: KeyChanges
}

/**
 * Makes the available stock of a variant equal to a list (docs/reference/keys.md, Saving a list of keys). Keys that the list's author did
 * not see stay. The caller updates the variant's `stock` and `stock_changes`.
 * @param tx a transaction that has locked the variant's row: that lock serializes changes of its keys
 */
export async function saveKeys(
  tx: Db,
  variant: { readonly id: number; readonly stock_changes: number },
  { values, seen }: Wanted,
  change: Change,
): Promise<SavedKeys> {
  const { id: variantId } = variant
  const removal = removedKeys.removalOf(change.actor, change.at)
  const before = await listAvailableKeys(tx, variantId)
  const isUnchanged = seen === undefined || variant.stock_changes <= seen.from
  const unseen = new Set(isUnchanged ? [] : await repo.listAvailableAfter(tx, variantId, seen.from))
  const planner = new KeyPlanner()
  await inChunks(values, async (some) => planner.want(some))

  const kept: LicenseKey[] = []
  let removed = 0
  await inChunks(before, async (keys) => {
    const leaving: number[] = []
    for (const key of keys) {
      if (planner.keeps(key.value) || unseen.has(key.id)) kept.push(key)
      else leaving.push(key.id)
    }
    removed += leaving.length
    // The variant's lock prevents concurrent changes. A range needs no list of ids and uses the index.
    if (leaving.length === keys.length) await removedKeys.removeAvailableRange(tx, variantId, leaving[0]!, leaving.at(-1)!, removal)
    else if (leaving.length > 0) await removedKeys.removeAvailableKeys(tx, leaving, removal)
  })
  const reserved = isUnchanged ? [] : await removedKeys.listReservedAfter(tx, variantId, seen.from, seen.to)
  const leaving = reserved.filter((key) => !planner.wants(key.value)).map((key) => key.id)
  const reserved_removed = leaving.length === 0 ? 0 : await removedKeys.markReservedKeys(tx, leaving, removal)

  const { add, duplicates } = planner.plan()
  const { added, already_sold, elsewhere } = await addKeys(tx, variantId, add, change)
  const keys = [...kept, ...added].toSorted((one, other) => one.id - other.id)
  return { keys, changes: { added: added.length, removed, duplicates, already_sold, elsewhere, reserved_removed } }
}

/** Adds values without a key, and makes removed keys of the variant available again. Returns these keys, and counts of the other values. */
async function addKeys(tx: Db, variantId: number, values: readonly string[], change: Change) {
  const added: LicenseKey[] = []
  const counts = { already_sold: 0, elsewhere: 0 }
  if (values.length === 0) return { added, ...counts }
  await repo.lockValues(tx)
  let last = await repo.findLastKeyId(tx)
  await inChunks(values, async (some) => {
    const { fresh, back, taken, elsewhere } = placeValues(variantId, some, await repo.listExistingKeys(tx, some))
    counts.already_sold += taken.length
    counts.elsewhere += elsewhere
    // The list contains them again: reserved keys that were marked for removal become available if their order ends unpaid.
    const reservedAgain = taken.filter((key) => key.state === 'reserved')
    if (reservedAgain.length > 0) await removedKeys.markReservedKeys(tx, idsOf(reservedAgain), null)
    if (back.length > 0) {
      await bringBack(tx, idsOf(back), change)
      added.push(...back.map(({ id, value }) => ({ id, variant_id: variantId, value })))
    }
    if (fresh.length === 0) return
    const first = await repo.insertKeys(tx, variantId, fresh, change.at.toISOString(), change.number)
    const made =
      first === undefined
        ? await listAvailableKeys(tx, variantId, last)
        : fresh.map((value, index) => ({ id: first + index, variant_id: variantId, value }))
    last = made.at(-1)!.id
    added.push(...made)
  })
  return { added, ...counts }
}

/** Serializes additions of keys, so that a value added twice at once becomes one key. Taken after the variant's row lock. */
export const lockValues = repo.lockValues

/** The keys with these distinct values, in any variant and state. */
export const listExistingKeys = repo.listExistingKeys

/** A key by id or by value, with the names of what it belongs to. */
export const findKey = repo.findKey

/** The recorded events of a key that its row no longer shows, oldest first. */
export const listKeyEvents = events.listKeyEvents

/** The order items that hold some of these keys, by the key's id. */
export const findItemsOf = async (db: Db, keyIds: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map((await repo.listOrigins(db, keyIds)).flatMap(({ id, order_item_id }) => (order_item_id === null ? [] : [[id, order_item_id]])))

/** Keys with an id above another that no customer has or had, in the order of their ids. */
export const pageUnsoldKeys = repo.pageUnsoldKeys
