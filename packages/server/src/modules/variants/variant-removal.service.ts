import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { listVariantsWithKeys } from './keys.repo.ts'
import { removeAvailableKeys } from './stock.service.ts'
import * as repo from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

/**
 * Deletes a variant (design section 3). Without `permanent` it is hidden and keeps its keys; with it, what was never
 * sold is removed, and a variant of which something was sold stays, hidden, with those keys.
 * @throws 404
 */
export async function removeVariant(deps: Deps, actor: Actor, id: number, { permanent }: { permanent: boolean }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await requireLiveVariant(tx, id, { lock: true })
    if (permanent) {
      await removeForGood(tx, actor, deps.now(), [row])
      return
    }
    await repo.updateVariant(tx, id, { deleted_at: deps.now().toISOString() })
    await record(tx, actor, deps.now(), row, 0)
  })
}

/**
 * Deletes every variant of a product for good, those hidden before too, in the transaction that deletes the product.
 * @returns whether nothing of them is left, so that the product's row can go as well
 */
export async function removeVariantsOf(tx: Db, actor: Actor, at: Date, productId: number): Promise<boolean> {
  return removeForGood(tx, actor, at, await repo.lockVariantsOf(tx, productId))
}

async function removeForGood(tx: Db, actor: Actor, at: Date, variants: readonly repo.VariantRow[]): Promise<boolean> {
  const removed = new Map<number, number>()
  for (const { id } of variants) removed.set(id, await removeAvailableKeys(tx, id))
  // What is left now a customer has, had or is about to get: such a key is never deleted.
  const withHistory = new Set(await listVariantsWithKeys(tx, [...removed.keys()]))
  for (const variant of variants) {
    if (withHistory.has(variant.id)) {
      await repo.updateVariant(tx, variant.id, { stock: 0, deleted_at: variant.deleted_at ?? at.toISOString() })
    } else {
      await repo.deleteVariant(tx, variant.id)
    }
    // One that was hidden has its row from then.
    if (variant.deleted_at === null) await record(tx, actor, at, variant, removed.get(variant.id) ?? 0)
  }
  return withHistory.size === 0
}

async function record(tx: Db, actor: Actor, at: Date, variant: repo.VariantRow, keysRemoved: number): Promise<void> {
  const changes = {
    product_id: { before: variant.product_id, after: null },
    name: { before: variant.name, after: null },
    stock: { before: variant.stock, after: null },
    ...(keysRemoved > 0 && { keys_removed: { before: null, after: keysRemoved } }),
  }
  await recordActivity(tx, { actor, action: 'variant.deleted', subject: { kind: 'variant', id: variant.id }, changes, at })
}
