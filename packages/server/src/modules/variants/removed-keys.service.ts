import { limits, type PageMeta, type RemovedKey } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { breathe, chunkSize, inChunks } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { lockValues } from './keys.repo.ts'
import { putBack } from './stock.service.ts'
import * as repo from './removed-keys.repo.ts'
import { hasVariant, updateVariant } from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

const dayMs = 86_400_000

/**
 * Keys that were removed from a variant, newest first: the newest 100 unless a limit says otherwise. Those of a deleted variant, too.
 * @throws 404
 */
export async function listRemovedKeys(deps: Deps, id: number, request: PageRequest): Promise<{ data: RemovedKey[]; meta: PageMeta }> {
  if (!(await hasVariant(deps.db, id))) throw notFound('Variant')
  const { rows, meta } = await repo.listRemovedKeys(deps.db, id, { ...request, limit: request.limit ?? limits.newestRemovedKeys })
  return { data: rows.map((row) => ({ ...row, removed_by: row.removed_by ?? '' })), meta }
}

/**
 * Puts removed keys of a variant back on sale, and answers how many. Those that were purged or put back meanwhile are passed over, and
 * those whose value another key has now.
 * @throws 404, also for a deleted variant
 */
export async function restoreKeys(deps: Deps, actor: Actor, id: number, ids: readonly number[]): Promise<number> {
  return transact(deps.db, async (tx) => {
    const stored = await requireLiveVariant(tx, id, { lock: true })
    await lockValues(tx)
    const number = stored.stock_changes + 1
    let restored = 0
    await inChunks(ids, async (some) => {
      restored += (await putBack(tx, id, some, { actor, at: deps.now(), number })).length
    })
    if (restored === 0) return 0
    const stock = stored.stock + restored
    await updateVariant(tx, id, { stock, stock_changes: number, version: stored.version + 1 })
    const changes = { stock: { before: stored.stock, after: stock }, keys_restored: { before: null, after: restored } }
    const subject = { kind: 'variant' as const, id, name: stored.name }
    await recordActivity(tx, { actor, action: 'variant.updated', subject, changes, at: deps.now() })
    return restored
  })
}

/** Deletes the keys whose time to be put back is over. Several nodes may do so at once. */
export async function purgeRemovedKeys(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - limits.removedKeyDays * dayMs).toISOString()
  while (await repo.hasRemovedBefore(deps.db, before)) {
    await transact(deps.db, async (tx) => {
      // A save may just have found such a key, in order to make it available again.
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
