import type { PageMeta, RemovedKey } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { inChunks } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { lockValues } from '../keys/keys.service.ts'
import * as keys from '../keys/removed-keys.service.ts'
import { editStock, requireKnownVariant, requireLiveVariant } from './variants.service.ts'

/**
 * Keys that were removed from a variant, newest first, 100 unless a limit is given. Works for a deleted variant, too.
 * @throws 404
 */
export async function listRemovedKeys({ db }: Deps, id: number, request: PageRequest): Promise<{ data: RemovedKey[]; meta: PageMeta }> {
  await requireKnownVariant(db, id)
  return keys.listRemovedKeys(db, id, request)
}

/**
 * Restores removed keys of a variant. Returns how many (docs/reference/keys.md, Removed keys). Skips keys that were purged or restored
 * meanwhile.
 * @param ids the keys; undefined for all
 * @throws 404, also for a deleted variant
 */
export async function restoreKeys(deps: Deps, actor: Actor, id: number, ids: readonly number[] | undefined): Promise<number> {
  return transact(deps.db, async (tx) => {
    const stored = await requireLiveVariant(tx, id, { lock: true })
    await lockValues(tx)
    const number = stored.stock_changes + 1
    let restored = 0
    await inChunks(ids ?? (await keys.listRemovedIds(tx, id)), async (some) => {
      restored += await keys.putBack(tx, id, some, { actor, at: deps.now(), number })
    })
    if (restored === 0) return 0
    const stock = await editStock(tx, stored, restored)
    const changes = { stock: { before: stored.stock, after: stock }, keys_restored: { before: null, after: restored } }
    const subject = { kind: 'variant' as const, id, name: stored.name }
    await recordActivity(tx, { actor, action: 'variant.updated', subject, changes, at: deps.now() })
    return restored
  })
}
