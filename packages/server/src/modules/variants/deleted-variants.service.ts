import type { VariantSummary } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, cannotRestore } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { removeKeysOfDeleted, restoreKeysOfDeleted } from '../keys/removed-keys.service.ts'
import { requireLiveProduct } from '../products/products.service.ts'
import * as repo from './variants.repo.ts'
import { requireLiveVariant, toSummary } from './variants.service.ts'

/** Counts the keys that are for sale again with their variant. */
export interface RestoredKeys {
  readonly keys_restored: number
}

/**
 * Deletes a variant (docs/reference/keys.md, Deleted variants and products): hides it with its sold keys, and removes the available ones.
 * Its row stays for its orders. It can be restored for 30 days.
 * @throws 404
 */
export async function removeVariant(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => hide(tx, actor, deps.now(), await requireLiveVariant(tx, id, { lock: true }), false))
}

/** Deletes every variant of a product, in the transaction that deletes the product. */
export async function removeVariantsOf(tx: Db, actor: Actor, at: Date, productId: number): Promise<void> {
  for (const variant of await repo.lockVariantsOf(tx, productId)) {
    if (variant.deleted_at === null) await hide(tx, actor, at, variant, true)
  }
}

async function hide(tx: Db, actor: Actor, at: Date, variant: repo.VariantRow, isPartOfProduct: boolean): Promise<void> {
  const { id, product_id, name, stock } = variant
  const removed = await removeKeysOfDeleted(tx, id, actor, at)
  await repo.updateVariant(tx, id, { stock: 0, deleted_at: at.toISOString(), deleted_with_product: Number(isPartOfProduct) })
  const changes = {
    product_id: { before: product_id, after: null },
    name: { before: name, after: null },
    stock: { before: stock, after: null },
    ...(removed > 0 && { keys_removed: { before: null, after: removed } }),
  }
  await recordActivity(tx, { actor, action: 'variant.deleted', subject: { kind: 'variant', id, name }, changes, isPartOfProduct, at })
}

/**
 * Restores a deleted variant (docs/reference/history.md, Deleted things). Its keys are for sale again.
 * @throws 409 `cannot_restore` for one that is no longer deleted, and while its product is deleted
 */
export async function restoreVariant(
  tx: Db,
  deps: Deps,
  actor: Actor,
  id: number,
): Promise<{ readonly data: VariantSummary; readonly meta: RestoredKeys }> {
  const known = await repo.findVariant(tx, id)
  // Lock the product before the variant, as the deletion of a product does.
  if (known !== undefined) await refuseDeletedProduct(tx, known.product_id)
  const stored = await repo.lockDeletedVariant(tx, id)
  if (stored === undefined) throw cannotRestore('This variant is not deleted any more')
  const { row, keys_restored } = await show(tx, actor, deps.now(), stored, false)
  return { data: toSummary(row), meta: { keys_restored } }
}

/** Restores the variants that were deleted with a product, in the transaction that restores it. */
export async function restoreVariantsOf(tx: Db, actor: Actor, at: Date, productId: number): Promise<RestoredKeys> {
  let keys_restored = 0
  for (const variant of await repo.lockVariantsOf(tx, productId)) {
    if (variant.deleted_at === null || variant.deleted_with_product === 0) continue
    keys_restored += (await show(tx, actor, at, variant, true)).keys_restored
  }
  return { keys_restored }
}

async function refuseDeletedProduct(tx: Db, productId: number): Promise<void> {
  try {
    await requireLiveProduct(tx, productId, { lock: true })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    throw cannotRestore('The product of this variant is deleted: restore the product')
  }
}

async function show(
  tx: Db,
  actor: Actor,
  at: Date,
  { id, stock_changes, version }: repo.VariantRow,
  isPartOfProduct: boolean,
): Promise<{ row: repo.VariantRow; keys_restored: number }> {
  const number = stock_changes + 1
  const keys_restored = await restoreKeysOfDeleted(tx, id, { at, actor, number })
  const shown = { deleted_at: null, deleted_with_product: 0, stock: keys_restored, stock_changes: number, version: version + 1 }
  const row = await repo.updateVariant(tx, id, shown)
  const changes = creation({
    ...{ product_id: row.product_id, name: row.name, stock: row.stock },
    ...(keys_restored > 0 && { keys_restored }),
  })
  const subject = { kind: 'variant' as const, id, name: row.name }
  await recordActivity(tx, { actor, action: 'variant.restored', subject, changes, isPartOfProduct, at })
  return { row, keys_restored }
}
