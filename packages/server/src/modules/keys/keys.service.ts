import { KeyPlanner, type KeyChanges, type LicenseKey } from '@keydesk/contract'
import { breathe, chunkSize, inChunks } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import * as events from './key-events.repo.ts'
import * as repo from './keys.repo.ts'
import { placeValues, type SeenKeys } from './keys.rules.ts'
import * as removedKeys from './removed-keys.repo.ts'
import { bringBack, type Change } from './removed-keys.service.ts'

export { cleanKeys, placeValue, readKeysSeen, writeKeysSeen, type Holder } from './keys.rules.ts'
export type { KeyEventRow } from './key-events.repo.ts'
export type { FoundKey } from './keys.repo.ts'

/** The available keys of a variant, oldest first; those with an id above `afterId` where it is given. */
export async function listAvailableKeys(db: Db, variantId: number, afterId = 0): Promise<LicenseKey[]> {
  const keys: LicenseKey[] = []
  for (;;) {
    const page = await repo.pageAvailableKeys(db, variantId, keys.at(-1)?.id ?? afterId, chunkSize)
    keys.push(...page)
    if (page.length < chunkSize) return keys
    await breathe()
  }
}

/** The keys that a list was made of, as an answer named them, and the list itself. */
export interface Wanted {
  /** Values that `cleanKeys` let through. */
  readonly values: readonly string[]
  /** Left out by a foreign client, whose list is the whole stock whatever it saw. */
  readonly seen?: SeenKeys
}

export interface SavedKeys {
  /** The available keys as they are now, oldest first. */
  readonly keys: LicenseKey[]
  readonly changes: KeyChanges
}

/**
 * Makes the available stock of a variant equal to a list (docs/reference/keys.md, Saving a list of keys); keys that the list's author did
 * not see stay. The caller keeps the variant's `stock` and `stock_changes` in step with the answer.
 * @param tx a transaction that has locked the variant's row: whoever changes its keys takes turns by that lock
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
    // Nobody adds to them or takes from them meanwhile. A range needs no list, and is found by its index.
    if (leaving.length === keys.length) await removedKeys.removeAvailableRange(tx, variantId, leaving[0]!, leaving.at(-1)!, removal)
    else if (leaving.length > 0) await removedKeys.removeAvailableKeys(tx, leaving, removal)
  })
  const reserved = isUnchanged ? [] : await removedKeys.listReservedAfter(tx, variantId, seen.from, seen.to)
  const struck = reserved.filter((key) => !planner.wants(key.value)).map((key) => key.id)
  const reserved_removed = struck.length === 0 ? 0 : await removedKeys.markReservedKeys(tx, struck, removal)

  const { add, duplicates } = planner.plan()
  const { added, already_sold, elsewhere } = await addKeys(tx, variantId, add, change)
  const keys = [...kept, ...added].toSorted((one, other) => one.id - other.id)
  return { keys, changes: { added: added.length, removed, duplicates, already_sold, elsewhere, reserved_removed } }
}

/**
 * Values that no key of the shop has become keys; removed ones of the variant become available again. Answers those, and counts the rest.
 */
async function addKeys(tx: Db, variantId: number, values: readonly string[], change: Change) {
  const added: LicenseKey[] = []
  const counts = { already_sold: 0, elsewhere: 0 }
  if (values.length === 0) return { added, ...counts }
  await repo.lockValues(tx)
  let last = await repo.findLastKeyId(tx)
  await inChunks(values, async (some) => {
    const { fresh, back, taken, elsewhere } = placeValues(variantId, some, await repo.listHolders(tx, some))
    counts.already_sold += taken.length
    counts.elsewhere += elsewhere
    // Wanted after all: a reserved key that was struck is offered again when its order ends unpaid.
    const reservedAgain = taken.filter((holder) => holder.state === 'reserved')
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

/** Makes all additions of keys take turns, so that a value that is added twice at once is one key. Taken after the variant's row. */
export const lockValues = repo.lockValues

/** Every key of these values, which differ, in whatever variant and state. */
export const listHolders = repo.listHolders

/** Keys by id or by value with what they belong to, the newest first. Only older shops have several with one value. */
export const findKeys = repo.findKeys

/** What happened to a key and its row does not say any more, oldest first. */
export const listKeyEvents = events.listKeyEvents

/** The order lines that hold some of these keys, by the key. */
export const findItemsOf = async (db: Db, keyIds: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map((await repo.listOrigins(db, keyIds)).flatMap(({ id, order_item_id }) => (order_item_id === null ? [] : [[id, order_item_id]])))

const idsOf = (keys: readonly { id: number }[]): number[] => keys.map((key) => key.id)
