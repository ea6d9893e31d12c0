import type { ActivityAction } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { creation, findRecent, recordActivity, rewriteChanges } from '../activity/activity.service.ts'
import { findVariant, lockReads } from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

const hourMs = 3_600_000

/**
 * Records who received values of keys that are not sold: one row for each person, variant and hour, with the largest number of values that
 * were sent at once (docs/reference/history.md, What is recorded). Records nothing for 0 keys, and never rejects. A call that only reads does
 * not wait for it, because another transaction may be writing.
 * @param keys how many values were sent
 */
export async function noteKeysOpened(deps: Deps, actor: Actor, id: number, keys: number): Promise<void> {
  if (keys > 0) await note(deps, actor, 'variant.keys_opened', id, keys)
}

/**
 * Records who revealed these values, which the web app hides by default. One row for each person, variant and hour; the call does not wait
 * for the write.
 * @throws 404 for an unknown variant
 */
export async function noteKeysShown(deps: Deps, actor: Actor, id: number): Promise<void> {
  await requireLiveVariant(deps.db, id)
  void note(deps, actor, 'variant.keys_read', id, 0)
}

async function note(deps: Deps, actor: Actor, action: ActivityAction, id: number, keys: number): Promise<void> {
  const subject = { kind: 'variant' as const, id }
  const find = (db: Db) => findRecent({ ...deps, db }, action, subject, actor.id, hourMs)
  const isNoted = (row: Awaited<ReturnType<typeof find>>) => row !== undefined && Number(row.changes['keys']?.after ?? 0) >= keys
  try {
    if (isNoted(await find(deps.db))) return
    await transact(deps.db, async (tx) => {
      await lockReads(tx, id)
      const recent = await find(tx)
      if (isNoted(recent)) return
      const changes = keys === 0 ? {} : creation({ keys })
      if (recent !== undefined) return rewriteChanges(tx, recent.id, changes)
      const name = (await findVariant(tx, id))?.name
      await recordActivity(tx, { actor, action, subject: { ...subject, name }, changes, at: deps.now() })
    })
  } catch (error) {
    // A full disk must not prevent sellers from reading their own keys.
    deps.failures.report(error, 'a read of keys was not recorded')
  }
}
