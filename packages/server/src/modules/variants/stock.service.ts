import { KeyPlanner, type KeyChanges, type LicenseKey } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { breathe } from '../../breathe.ts'
import * as repo from './keys.repo.ts'

/** How many keys one statement handles: other requests have a turn between two. */
const chunkSize = 1_500

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

export interface Stock {
  /** The available keys as they are now, oldest first. */
  readonly keys: LicenseKey[]
  readonly changes: KeyChanges
}

/**
 * Makes the available stock of a variant equal to a list (design section 3). The caller keeps the variant's `stock`
 * in step with the answer.
 * @param tx a transaction that has locked the variant's row: whoever changes its keys takes turns by that lock
 * @param wanted values that `cleanKeys` let through
 */
export async function setStock(tx: Db, variantId: number, wanted: readonly string[], at: Date): Promise<Stock> {
  const before = await listAvailableKeys(tx, variantId)
  const planner = new KeyPlanner()
  await inChunks(wanted, async (values) => planner.want(values))

  const kept: LicenseKey[] = []
  let removed = 0
  await inChunks(before, async (keys) => {
    const leaving: number[] = []
    for (const key of keys) {
      if (planner.keeps(key.value)) kept.push(key)
      else leaving.push(key.id)
    }
    removed += leaving.length
    // Nobody adds to them or takes from them meanwhile. A range needs no list, and is found by its index.
    if (leaving.length === keys.length) await repo.deleteAvailableRange(tx, variantId, leaving[0]!, leaving.at(-1)!)
    else if (leaving.length > 0) await repo.deleteAvailableKeys(tx, leaving)
  })
  const { add, duplicates } = planner.plan()
  const added = add.length === 0 ? [] : await addKeys(tx, variantId, add, at)
  // What the variant had already, and was not available, is reserved, sold or revoked.
  return { keys: [...kept, ...added], changes: { added: added.length, removed, duplicates, already_sold: add.length - added.length } }
}

/** Answers those that were added: what the variant has already is passed over. */
async function addKeys(tx: Db, variantId: number, values: readonly string[], at: Date): Promise<LicenseKey[]> {
  const added: LicenseKey[] = []
  const last = await repo.findLastKeyId(tx)
  await inChunks(values, async (some) => {
    const first = await repo.insertKeys(tx, variantId, some, at.toISOString())
    if (first === undefined) added.push(...(await listAvailableKeys(tx, variantId, added.at(-1)?.id ?? last)))
    else added.push(...some.map((value, index) => ({ id: first + index, variant_id: variantId, value })))
  })
  return added
}

/** Deletes the available keys of a variant whose row is locked, and answers how many there were. */
export async function removeAvailableKeys(tx: Db, variantId: number): Promise<number> {
  for (let removed = 0; ; await breathe()) {
    const some = await repo.deleteSomeAvailableKeys(tx, variantId, chunkSize)
    removed += some
    if (some < chunkSize) return removed
  }
}

async function inChunks<T>(values: readonly T[], work: (chunk: readonly T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < values.length; start += chunkSize) {
    if (start > 0) await breathe()
    await work(values.slice(start, start + chunkSize))
  }
}
