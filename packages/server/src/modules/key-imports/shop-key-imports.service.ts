import type { Actor } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { countStates, deleteImported, deleteRemovedOf, markImported, storeImported } from '../keys/imported-keys.service.ts'
import { listExistingKeys, lockValues } from '../keys/keys.service.ts'
import { editStock, findLiveVariant } from '../variants/variants.service.ts'
import * as repo from './key-imports.repo.ts'

/** Key imports that a shop import stores in several transactions (docs/reference/shop-imports.md, Keys). */

export interface NewKeyImport {
  readonly shopImportId: number
  readonly variantId: number
  readonly name: string
}

/** A key import as it is so far. */
export interface OpenKeyImport {
  readonly id: number
  readonly added: number
  /** Its keys have the same moment: a key history recognises its first import by it. */
  readonly created_at: string
}

/**
 * Adds those of the values that are no keys yet to the stock of a variant. The first part makes the key import. The shop import has the row
 * in the activity.
 * @param open null for the first part
 * @returns null if the variant was deleted meanwhile
 */
export async function addToKeyImport(
  tx: Db,
  actor: Actor,
  at: Date,
  { shopImportId, variantId, name }: NewKeyImport,
  open: OpenKeyImport | null,
  values: readonly string[],
): Promise<OpenKeyImport | null> {
  const variant = await findLiveVariant(tx, variantId, { lock: true })
  if (variant === undefined) return null
  await lockValues(tx)
  const taken = new Set((await listExistingKeys(tx, values)).map((key) => key.value))
  const fresh = values.filter((value) => !taken.has(value))
  const created_at = open?.created_at ?? at.toISOString()
  const row = { variant_id: variantId, name, supplier: '', added: 0, created_at, created_by: actor.name }
  const { id, added } = open ?? { id: await repo.insertKeyImport(tx, { ...row, shop_import_id: shopImportId }), added: 0 }
  if (fresh.length === 0) return { id, added, created_at }
  const imported = { fresh, backIds: [], earlier: new Map(), reservedIds: [] }
  await storeImported(tx, variantId, id, imported, { at: new Date(created_at), actor, number: variant.stock_changes + 1 })
  await repo.setAdded(tx, id, added + fresh.length)
  await editStock(tx, variant, fresh.length)
  return { id, added: added + fresh.length, created_at }
}

/** The key shop imports import. */
export const listKeyImportsOf = repo.listOfShopImport

/**
 * Deletes a part of the available and removed keys of a key import, and the import once nothing of it is left. The last part marks the
 * reserved keys, which are removed if their order ends unpaid.
 * @returns how many keys were deleted, and how many stay; null for these while there are more to delete
 */
export async function removeFromKeyImport(
  tx: Db,
  actor: Actor,
  at: Date,
  { id, variant_id }: repo.KeyImportRow,
): Promise<{ readonly removed: number; readonly kept: number | null }> {
  const variant = await findLiveVariant(tx, variant_id, { lock: true })
  const available = variant === undefined ? 0 : await deleteImported(tx, id)
  await lockValues(tx)
  const others = await deleteRemovedOf(tx, id)
  const removed = available + others
  const isLast = available < chunkSize && others < chunkSize
  const marked = variant !== undefined && isLast ? await markImported(tx, id, actor, at) : 0
  if (available > 0 || marked > 0) await editStock(tx, variant!, -available)
  if (!isLast) return { removed, kept: null }
  const kept = (await countStates(tx, [id])).reduce((sum, { count }) => sum + count, 0)
  if (kept === 0) await repo.deleteKeyImport(tx, id)
  else await repo.setUndone(tx, id, at.toISOString(), actor.name)
  return { removed, kept }
}
