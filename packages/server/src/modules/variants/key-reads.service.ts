import type { ActivityAction } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { findRecent, recordActivity, type Changes } from '../activity/activity.service.ts'
import { findVariant, lockReads } from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

const hourMs = 3_600_000

/**
 * Records who received values of keys that are not sold: one row for each person, variant and hour (docs/reference/history.md, What is
 * recorded). Records nothing for 0 keys. The call does not wait, because another transaction may be writing.
 * @param keys how many values were sent
 */
export function noteKeysOpened(deps: Deps, actor: Actor, id: number, keys: number): void {
  if (keys > 0) void note(deps, actor, 'variant.keys_opened', id, { keys: { before: null, after: keys } })
}

/**
 * Records who revealed these values, which the web app hides by default. One row for each person, variant and hour; the call does not wait
 * for the write.
 * @throws 404 for an unknown variant
 */
export async function noteKeysShown(deps: Deps, actor: Actor, id: number): Promise<void> {
  await requireLiveVariant(deps.db, id)
  void note(deps, actor, 'variant.keys_read', id, {})
}

async function note(deps: Deps, actor: Actor, action: ActivityAction, id: number, changes: Changes): Promise<void> {
  const subject = { kind: 'variant' as const, id }
  try {
    if ((await findRecent(deps, action, subject, actor.id, hourMs)) !== undefined) return
    await transact(deps.db, async (tx) => {
      await lockReads(tx, id)
      if ((await findRecent({ ...deps, db: tx }, action, subject, actor.id, hourMs)) !== undefined) return
      const name = (await findVariant(tx, id))?.name
      await recordActivity(tx, { actor, action, subject: { ...subject, name }, changes, at: deps.now() })
    })
  } catch (error) {
    // A full disk must not prevent sellers from reading their own keys.
    deps.failures.report(error, 'a read of keys was not recorded')
  }
}
