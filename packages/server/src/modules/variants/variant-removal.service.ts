import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { removeKeysOfDeleted } from './stock.service.ts'
import * as repo from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

/**
 * Deletes a variant (docs/reference/keys.md, Deleted variants and products): it is hidden, with its sold keys, and its available ones
 * become removed. Its row stays for its orders. It can be restored for 30 days.
 * @throws 404
 */
export async function removeVariant(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => hide(tx, actor, deps.now(), await requireLiveVariant(tx, id, { lock: true }), 0))
}

/** Deletes every variant of a product, in the transaction that deletes the product. */
export async function removeVariantsOf(tx: Db, actor: Actor, at: Date, productId: number): Promise<void> {
  for (const variant of await repo.lockVariantsOf(tx, productId)) {
    if (variant.deleted_at === null) await hide(tx, actor, at, variant, 1)
  }
}

async function hide(tx: Db, actor: Actor, at: Date, variant: repo.VariantRow, deleted_with_product: 0 | 1): Promise<void> {
  const removed = await removeKeysOfDeleted(tx, variant.id, actor, at)
  await repo.updateVariant(tx, variant.id, { stock: 0, deleted_at: at.toISOString(), deleted_with_product })
  await record(tx, actor, at, variant, removed, deleted_with_product === 1)
}

async function record(
  tx: Db,
  actor: Actor,
  at: Date,
  variant: repo.VariantRow,
  keysRemoved: number,
  isPartOfProduct: boolean,
): Promise<void> {
  const changes = {
    product_id: { before: variant.product_id, after: null },
    name: { before: variant.name, after: null },
    stock: { before: variant.stock, after: null },
    ...(keysRemoved > 0 && { keys_removed: { before: null, after: keysRemoved } }),
  }
  await recordActivity(tx, {
    actor,
    action: 'variant.deleted',
    subject: { kind: 'variant', id: variant.id, name: variant.name },
    changes,
    isPartOfProduct,
    at,
  })
}
