import type { DecidedKeys } from '@keydesk/contract'
import { pagesById } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { idsOf } from '../../ids.ts'
import { recordClearings, recordStrikes, type StruckKey } from './key-events.repo.ts'
import { removalOf } from './removed-keys.repo.ts'
import type { Change } from './removed-keys.service.ts'
import * as repo from './withheld-keys.repo.ts'

export { recordStrikes, type StruckKey } from './key-events.repo.ts'
export type { WithheldKey } from './withheld-keys.repo.ts'

/** Keys that a restore withholds until an owner decides (docs/reference/backups.md, Keys). */

/** How many keys are withheld, by variant and import. */
export const countWithheld = repo.countWithheld

/** `strike` marks a key as never for sale, with the order that sold it if that is known. */
export type Decision = 'keep' | 'release' | 'remove' | Pick<StruckKey, 'soldBy'>

/**
 * Decides over each withheld key of a variant. Returns how many are for sale again; those of a deleted variant are not, and return with it.
 * Removed ones can be restored as if a person had deleted them. The caller updates the variant's stock.
 * @param tx a transaction that has locked the variant's row
 */
export async function decideOverWithheld(
  tx: Db,
  { id: variantId, isDeleted }: { readonly id: number; readonly isDeleted: boolean },
  decide: (key: repo.WithheldKey) => Decision,
  { at, actor, number }: Change,
): Promise<DecidedKeys> {
  const done = { released: 0, removed: 0, struck: 0 }
  const moment = at.toISOString()
  for await (const keys of pagesById((after, size) => repo.pageWithheld(tx, variantId, after, size))) {
    const released: number[] = []
    const removed: number[] = []
    const struck: StruckKey[] = []
    for (const key of keys) {
      const decision = decide(key)
      if (decision === 'release') released.push(key.id)
      else if (decision === 'remove') removed.push(key.id)
      else if (decision !== 'keep') struck.push({ id: key.id, ...decision })
    }
    if (released.length > 0) {
      await recordClearings(tx, released, moment, actor.name)
      if (isDeleted) await repo.removeWithheld(tx, released, { ...removalOf(actor, at), removed_with_variant: 1 })
      else await repo.releaseWithheld(tx, released, number)
    }
    if (removed.length > 0) {
      await recordClearings(tx, removed, moment, actor.name)
      await repo.removeWithheld(tx, removed, removalOf(actor, at))
    }
    if (struck.length > 0) {
      await recordStrikes(tx, struck, moment, actor.name)
      await repo.strikeWithheld(tx, idsOf(struck))
    }
    done.released += released.length
    done.removed += removed.length
    done.struck += struck.length
  }
  return done
}
