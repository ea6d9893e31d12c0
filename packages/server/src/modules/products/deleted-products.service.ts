import type { Product } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { removeMediaOf } from '../media/media.service.ts'
import { deleteUnused } from '../media/unused-files.service.ts'
import { restoreVariantsOf, type RestoredKeys } from '../variants/variant-restoring.service.ts'
import { viewProduct } from './product-view.service.ts'
import * as repo from './products.repo.ts'

/**
 * Brings a deleted product back as it was (docs/reference/history.md, Deleted things), with its media, and with the variants and keys that
 * were deleted with it.
 * @throws 409 `cannot_restore` for one that is not deleted any more
 */
export async function restoreProduct(
  tx: Db,
  deps: Deps,
  actor: Actor,
  id: number,
): Promise<{ readonly data: Product; readonly meta: RestoredKeys }> {
  const stored = await repo.lockDeletedProduct(tx, id)
  if (stored === undefined) throw cannotRestore('This product is not deleted any more')
  const at = deps.now()
  const version = stored.version + 1
  await repo.showProduct(tx, id, version)
  const keys = await restoreVariantsOf(tx, actor, at, id)
  const { name } = stored.fields
  const changes = { name: { before: null, after: name } }
  await recordActivity(tx, { actor, action: 'product.restored', subject: { kind: 'product', id, name }, changes, at })
  return { data: await viewProduct(deps, tx, { ...stored, version }), meta: keys }
}

/** Deletes the media of products whose time to be restored is over. Their rows stay, for their orders and statistics. */
export async function purgeProducts(deps: Deps, before: string): Promise<void> {
  await eachInTurn(await repo.listWithMediaDeletedBefore(deps.db, before, chunkSize), async ({ id, name }) => {
    const files = await transact(deps.db, async (tx) => {
      // Somebody may be restoring it at this moment.
      if ((await repo.lockDeletedProduct(tx, id, before)) === undefined) return []
      const names = await removeMediaOf(tx, deps, id)
      await recordActivity(tx, { actor: system, action: 'product.purged', subject: { kind: 'product', id, name }, at: deps.now() })
      return names
    })
    await deleteUnused(deps, files)
  })
}
