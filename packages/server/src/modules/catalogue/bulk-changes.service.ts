import { amountOf, type BulkChange, type BulkInput, type BulkSet, type BulkUndo } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { creation, differences, recordActivity, type Changes } from '../activity/activity.service.ts'
import { lockLiveProducts, setOnProducts, type ProductFields } from '../products/products.service.ts'
import { holdSales } from '../variants/variants.service.ts'
import * as repo from './bulk-changes.repo.ts'
import { undoPrices } from './price-changes.service.ts'
import { recordChange, takeChange, type RecordedChange } from './recorded-changes.service.ts'

/**
 * Changes several products in one action, all or none (docs/reference/products.md, Several products at once). A pause of sales waits for
 * purchases that are under way, and refuses later ones.
 * @throws 404 if one of the products does not exist
 */
export async function changeProducts(deps: Deps, actor: Actor, { ids: sent, set, announce }: BulkInput): Promise<BulkChange> {
  const ids = [...new Set(sent)]
  return transact(deps.db, async (tx) => {
    if (set.sales_paused === true) await holdSales(tx, ids)
    const products = await lockLiveProducts(tx, ids)
    if (products.length < ids.length) throw notFound('Product')
    const at = deps.now()
    const changed: RecordedChange[] = []
    for (const product of products) {
      const changes = changesOf(product.fields, set)
      if (Object.keys(changes).length === 0) continue
      changed.push({ id: product.id, changes })
      const subject = { kind: 'product' as const, id: product.id, name: product.fields.name }
      await recordActivity(tx, { actor, action: 'product.bulk_updated', subject, changes, at })
    }
    const changedIds = changed.map((product) => product.id)
    await setOnProducts(tx, changedIds, set, at.toISOString())
    const { id, undo_token } = await recordChange(tx, at, 'product', changed)
    // A repeat after a lost answer changes nothing, and must not post again.
    if (announce !== undefined && changed.length > 0) {
      const recorded = { ids, set, text: announce.text }
      const subject = { kind: 'bulk_change' as const, id, name: amountOf(ids.length, 'product') }
      await recordActivity(tx, { actor, action: 'products.announced', subject, changes: creation(recorded), at })
    }
    return { changed: changedIds, undo_token }
  })
}

/**
 * Undoes a change of several products, or of several prices. Fields that were changed since stay, and are listed in `kept`.
 * @throws 409 `undo_over` after 30 seconds, after an earlier undo, or for an unknown token
 */
export async function undoChange(deps: Deps, actor: Actor, undoToken: string): Promise<BulkUndo> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const { subject_kind, done } = await takeChange(tx, at, undoToken)
    return (subject_kind === 'variant' ? undoPrices : undoProducts)(tx, actor, at, done)
  })
}

async function undoProducts(tx: Db, actor: Actor, at: Date, done: readonly RecordedChange[]): Promise<BulkUndo> {
  const ids = done.map((product) => product.id)
  if (done.some(({ changes }) => changes['sales_paused']?.before === true)) await holdSales(tx, ids)
  const products = new Map((await lockLiveProducts(tx, ids)).map((product) => [product.id, product]))
  const undone: BulkUndo = { changed: [], kept: [] }
  for (const { id, changes } of done) {
    const product = products.get(id)
    if (product === undefined) {
      undone.kept.push({ id, name: '', fields: Object.keys(changes) })
      continue
    }
    const { back, kept } = planUndo(product.fields, changes)
    if (kept.length > 0) undone.kept.push({ id, name: product.fields.name, fields: kept })
    const returned = changesOf(product.fields, back)
    if (Object.keys(returned).length === 0) continue
    await setOnProducts(tx, [id], back, at.toISOString())
    const subject = { kind: 'product' as const, id, name: product.fields.name }
    await recordActivity(tx, { actor, action: 'product.bulk_undone', subject, changes: returned, at })
    undone.changed.push(id)
  }
  return undone
}

/** Whether a bulk change was undone. */
export const wasUndone = async (db: Db, id: number): Promise<boolean> => ((await repo.findBulkChange(db, id))?.undone_at ?? null) !== null

/** Deletes what was kept of bulk changes before a moment (ISO 8601 in UTC). Their undo is over within seconds, their post within a day. */
export const purgeBulkChanges = ({ db }: Deps, before: string): Promise<void> => repo.deleteBefore(db, before)

/** The fields of `set` that differ. */
const changesOf = (fields: ProductFields, set: BulkSet): Changes => differences(fields, { ...fields, ...set })

/** The fields that an undo reverts, and the names of those that were changed since and stay. */
function planUndo(fields: ProductFields, changes: Changes): { readonly back: BulkSet; readonly kept: string[] } {
  const back: Record<string, unknown> = {}
  const kept: string[] = []
  for (const [name, { before, after }] of Object.entries(changes)) {
    if (fields[name as keyof ProductFields] === after) back[name] = before
    else kept.push(name)
  }
  return { back, kept }
}
