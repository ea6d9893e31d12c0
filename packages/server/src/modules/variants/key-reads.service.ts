import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { findRecent, recordActivity } from '../activity/activity.service.ts'
import { findName, lockReads } from './variants.repo.ts'

const action = 'variant.keys_read'

/**
 * Records who was shown values of keys that are not sold: one row for each person, variant and quarter of an hour (docs/reference/history.md,
 * What is recorded). Nothing where there were none.
 * @param keys how many values were shown
 */
export async function noteKeyRead(deps: Deps, actor: Actor, id: number, keys: number): Promise<void> {
  const subject = { kind: 'variant' as const, id }
  if (keys === 0) return
  try {
    if ((await findRecent(deps, action, subject, actor.id)) !== undefined) return
    await transact(deps.db, async (tx) => {
      await lockReads(tx, id)
      if ((await findRecent({ ...deps, db: tx }, action, subject, actor.id)) !== undefined) return
      const changes = { keys: { before: null, after: keys } }
      const name = await findName(tx, id)
      await recordActivity(tx, { actor, action, subject: { ...subject, name }, changes, at: deps.now() })
    })
  } catch (error) {
    // A full disk must not keep the seller from their own keys.
    deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'a read of keys was not recorded')
  }
}
