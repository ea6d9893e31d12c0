import type { UndoneKeyImport } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './key-imports.repo.ts'
import { removeAvailableKeys, type Removal } from './removed-keys.repo.ts'
import { removalOf } from './stock.service.ts'
import { updateVariant } from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

/**
 * Takes the available keys of an import out of the stock (docs/reference/key-imports.md, Undoing an import). Reserved ones are marked: they are
 * removed if their order ends unpaid.
 * @throws 404, also for a deleted variant, whose keys are removed already; 409 `already_undone`
 */
export async function undoImport(deps: Deps, actor: Actor, id: number): Promise<UndoneKeyImport> {
  const { variant_id } = await requireImport(deps, id)
  return transact(deps.db, async (tx) => {
    const variant = await requireLiveVariant(tx, variant_id, { lock: true })
    // Behind the variant's lock, which all who undo its imports take.
    const { name, undone_at } = await requireImport({ db: tx }, id)
    if (undone_at !== null) throw conflict(`The import ${name} is already undone`, 'already_undone')
    const at = deps.now()
    const removal = removalOf(actor, at)
    const removed = await removeAvailable(tx, id, removal)
    const marked = await repo.markReservedOfImport(tx, id, removal)
    await repo.setUndone(tx, id, at.toISOString(), actor.name)
    const stock = variant.stock - removed
    if (removed > 0) await updateVariant(tx, variant_id, { stock, stock_changes: variant.stock_changes + 1, version: variant.version + 1 })
    const changes = {
      ...(removed > 0 && { stock: { before: variant.stock, after: stock } }),
      import_undone: { before: null, after: name },
      keys_removed: { before: null, after: removed },
      ...(marked > 0 && { reserved_keys_removed: { before: null, after: marked } }),
    }
    await recordActivity(tx, {
      actor,
      action: 'variant.updated',
      subject: { kind: 'variant', id: variant_id, name: variant.name },
      changes,
      at,
    })
    const held = (await repo.countStates(tx, [id])).filter(({ state }) => state !== 'available' && state !== 'removed')
    return { removed, kept: held.reduce((sum, { count }) => sum + count, 0) }
  })
}

async function removeAvailable(tx: Db, id: number, removal: Removal): Promise<number> {
  let removed = 0
  for (let last = 0; ; await breathe()) {
    // From where the last ones ended: PostgreSQL would go over each of those again, as long as the transaction lasts.
    const ids = await repo.pageAvailableOf(tx, id, last, chunkSize)
    if (ids.length > 0) await removeAvailableKeys(tx, ids, removal)
    removed += ids.length
    if (ids.length < chunkSize) return removed
    last = ids.at(-1)!
  }
}

async function requireImport({ db }: Pick<Deps, 'db'>, id: number): Promise<repo.KeyImportRow> {
  const row = await repo.findImport(db, id)
  if (row === undefined) throw notFound('Import')
  return row
}
