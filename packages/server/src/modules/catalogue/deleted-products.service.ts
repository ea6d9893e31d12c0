import type { Product } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { listDeletedWithMedia, removeMediaOf } from '../media/media.service.ts'
import * as products from '../products/products.service.ts'
import { removeVariantsOf, restoreVariantsOf, type RestoredKeys } from '../variants/deleted-variants.service.ts'
import { viewProduct } from './catalogue.service.ts'

/**
 * Deletes a product with its media and variants: they are hidden, and can be restored for 30 days
 * (docs/reference/products.md, Deleting a product).
 * @throws 404
 */
export async function removeProduct(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const stored = await products.requireStoredProduct(tx, id, { lock: true })
    const at = deps.now()
    await removeVariantsOf(tx, actor, at, id)
    await products.hideProduct(tx, actor, at, stored)
  })
}

/**
 * Restores a deleted product with its media, and the variants and keys deleted with it (docs/reference/history.md, Deleted things).
 * @throws 409 `cannot_restore` if it is not deleted
 */
export async function restoreProduct(
  tx: Db,
  deps: Deps,
  actor: Actor,
  id: number,
): Promise<{ readonly data: Product; readonly meta: RestoredKeys }> {
  const deleted = await products.requireDeletedProduct(tx, id)
  const at = deps.now()
  const keys = await restoreVariantsOf(tx, actor, at, id)
  const shown = await products.showProduct(tx, actor, at, deleted)
  return { data: await viewProduct(deps, tx, shown), meta: keys }
}

/**
 * Deletes the media of products that can no longer be restored; the housekeeping deletes their files. The products' rows stay: orders
 * and statistics need them.
 */
export async function purgeProducts(deps: Deps, before: string): Promise<void> {
  await eachInTurn(deps.failures, await listDeletedWithMedia(deps.db, before, chunkSize), ({ id, name }) =>
    transact(deps.db, async (tx) => {
      // It may have been restored in the meantime.
      if (!(await products.lockDeletedBefore(tx, id, before))) return
      await removeMediaOf(tx, deps, id)
      await recordActivity(tx, { actor: system, action: 'product.purged', subject: { kind: 'product', id, name }, at: deps.now() })
    }),
  )
}
