import type { VariantSummary } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { requireLiveProduct } from '../product-lookup/product-lookup.service.ts'
import { lockValues } from './keys.repo.ts'
import { forgetDeletion, listRemovedWithVariant } from './removed-keys.repo.ts'
import { putBack, type Change } from './stock.service.ts'
import * as repo from './variants.repo.ts'
import { toSummary } from './variants.service.ts'

/** Of the keys that were deleted with a variant: how many are for sale again, and how many stayed removed. */
export interface RestoredKeys {
  readonly keys_restored: number
  readonly keys_left_removed: number
}

/**
 * Brings a deleted variant back as it was (docs/reference/history.md, Deleted things): its keys are for sale again, but for those whose value
 * another key has by now.
 * @throws 409 `cannot_restore` for one that is not deleted any more, and while its product is deleted
 */
export async function restoreVariant(
  tx: Db,
  deps: Deps,
  actor: Actor,
  id: number,
): Promise<{ readonly data: VariantSummary; readonly meta: RestoredKeys }> {
  const productId = await repo.findProductOf(tx, id)
  // Locked before the variant, as by the deletion of a product.
  if (productId !== undefined) await refuseDeletedProduct(tx, productId)
  const stored = await repo.lockDeletedVariant(tx, id)
  if (stored === undefined) throw cannotRestore('This variant is not deleted any more')
  const { row, keys } = await show(tx, actor, deps.now(), stored)
  return { data: toSummary(row), meta: keys }
}

/** Brings back the variants that were deleted with a product, in the transaction that restores it. */
export async function restoreVariantsOf(tx: Db, actor: Actor, at: Date, productId: number): Promise<RestoredKeys> {
  const total = { keys_restored: 0, keys_left_removed: 0 }
  for (const variant of await repo.lockVariantsOf(tx, productId)) {
    if (variant.deleted_at === null || variant.deleted_with_product === 0) continue
    const { keys } = await show(tx, actor, at, variant, true)
    total.keys_restored += keys.keys_restored
    total.keys_left_removed += keys.keys_left_removed
  }
  return total
}

async function refuseDeletedProduct(tx: Db, productId: number): Promise<void> {
  try {
    await requireLiveProduct(tx, productId, { lock: true })
  } catch {
    throw cannotRestore('The product of this variant is deleted: restore the product')
  }
}

async function show(
  tx: Db,
  actor: Actor,
  at: Date,
  variant: repo.VariantRow,
  isPartOfProduct = false,
): Promise<{ row: repo.VariantRow; keys: RestoredKeys }> {
  const { id, stock_changes, version } = variant
  await lockValues(tx)
  const number = stock_changes + 1
  const keys = await restoreKeysOf(tx, id, { at, actor, number })
  const shown = { deleted_at: null, deleted_with_product: 0, stock: keys.keys_restored, stock_changes: number, version: version + 1 }
  const row = await repo.updateVariant(tx, id, shown)
  const changes = {
    product_id: { before: null, after: row.product_id },
    name: { before: null, after: row.name },
    stock: { before: null, after: row.stock },
    ...(keys.keys_restored > 0 && { keys_restored: { before: null, after: keys.keys_restored } }),
    ...(keys.keys_left_removed > 0 && { keys_left_removed: { before: null, after: keys.keys_left_removed } }),
  }
  const subject = { kind: 'variant' as const, id, name: row.name }
  await recordActivity(tx, { actor, action: 'variant.restored', subject, changes, isPartOfProduct, at })
  return { row, keys }
}

async function restoreKeysOf(tx: Db, variantId: number, change: Change): Promise<RestoredKeys> {
  const keys = { keys_restored: 0, keys_left_removed: 0 }
  for (let last = 0; ; await breathe()) {
    const ids = await listRemovedWithVariant(tx, variantId, last, chunkSize)
    const restored = ids.length === 0 ? [] : await putBack(tx, variantId, ids, change)
    // What stays removed is a removed key like any other from here on.
    if (ids.length > 0) await forgetDeletion(tx, ids)
    keys.keys_restored += restored.length
    keys.keys_left_removed += ids.length - restored.length
    if (ids.length < chunkSize) return keys
    last = ids.at(-1)!
  }
}
