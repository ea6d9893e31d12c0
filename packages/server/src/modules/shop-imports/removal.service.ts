import type { Actor } from '../../actor.ts'
import { breathe, chunksOf, pagesById } from '../../breathe.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { listTouched } from '../activity/activity.service.ts'
import { listProductsInCoupons } from '../coupons/coupons.service.ts'
import { listKeyImportsOf, removeFromKeyImport } from '../key-imports/shop-key-imports.service.ts'
import { listVariantsWithKeys } from '../keys/imported-keys.service.ts'
import { deleteImportedOrders, listVariantsOfItems, pageImportedOrders } from '../orders/imported-orders.service.ts'
import { deleteProducts, lockLiveIds, pageProductsOfImport } from '../products/products.service.ts'
import { removeWords } from '../search/words.service.ts'
import { deleteVariants, holdSales, listVariantIdsOf, lockStock, pageVariantsOfImport } from '../variants/variants.service.ts'
import * as repo from './shop-imports.repo.ts'

/** How many things were removed, and how many stay because something was built on them. */
export interface Removed {
  readonly removed: number
  readonly kept: number
}

/** Checked together: each check reads all keys once. */
const checkedAtOnce = 1_000
/** Deleted in one transaction: for each variant the database searches for keys that refer to it. */
const deletedAtOnce = 20
const ordersAtOnce = 200

/**
 * Removes what an import has stored, as if it had never been there, except what somebody has sold, changed or built on since
 * (docs/reference/shop-imports.md, Undoing an import). Many short transactions.
 */
export async function removeStored(deps: Deps, actor: Actor, row: repo.ShopImportRow): Promise<Removed> {
  const beat = async (tx: Db) => {
    await repo.changeShopImport(tx, row.id, row.state, { beat_at: deps.now().toISOString() })
  }
  if (row.kind === 'products') {
    const products = await removeProducts(deps, row.id, beat)
    const variants = await removeAddedVariants(deps, row.id, beat)
    return { removed: products.removed + variants.removed, kept: products.kept + variants.kept }
  }
  return row.kind === 'keys' ? removeKeys(deps, actor, row.id, beat) : removeOrders(deps, row.id, beat)
}

/** A sign that this process goes on, in each transaction. */
type Beat = (tx: Db) => Promise<void>

async function removeProducts(deps: Deps, importId: number, beat: Beat): Promise<Removed> {
  const { db } = deps
  const total = { removed: 0, kept: 0 }
  for await (const ids of pagesById((after, size) => pageProductsOfImport(db, importId, after, size), checkedAtOnce)) {
    const variants = await listVariantIdsOf(db, ids)
    const inUse = await variantsInUse(db, idsOf(variants))
    const kept = new Set(variants.filter(({ id }) => inUse.has(id)).map(({ product_id }) => product_id))
    const removed = await inTransactions(
      deps,
      ids.filter((id) => !kept.has(id)),
      beat,
      removeUntouched,
    )
    total.removed += removed
    total.kept += ids.length - removed
  }
  return total
}

/** Removes those of some products that nobody has changed. Locks first: somebody may be changing one. Returns how many. */
async function removeUntouched(tx: Db, ids: readonly number[]): Promise<number> {
  await holdSales(tx, ids)
  await lockLiveIds(tx, ids)
  const variants = await listVariantIdsOf(tx, ids)
  const touched = new Set(await listTouched(tx, 'variant', idsOf(variants)))
  const kept = new Set([
    ...variants.filter(({ id }) => touched.has(id)).map(({ product_id }) => product_id),
    ...(await listTouched(tx, 'product', ids)),
    ...(await listProductsInCoupons(tx, ids)),
  ])
  const free = ids.filter((id) => !kept.has(id))
  await removeVariants(tx, idsOf(variants.filter(({ product_id }) => !kept.has(product_id))))
  await removeWords(tx, 'product', free)
  await deleteProducts(tx, free)
  return free.length
}

/** Variants of products that the import did not make. */
async function removeAddedVariants(deps: Deps, importId: number, beat: Beat): Promise<Removed> {
  const total = { removed: 0, kept: 0 }
  const staying = new Set(await pageProductsOfImport(deps.db, importId, 0, Number.MAX_SAFE_INTEGER))
  for await (const rows of pagesById((after, size) => pageVariantsOfImport(deps.db, importId, after, size), checkedAtOnce)) {
    const added = idsOf(rows.filter(({ product_id }) => !staying.has(product_id)))
    const inUse = await variantsInUse(deps.db, added)
    const free = added.filter((id) => !inUse.has(id))
    const removed = await inTransactions(deps, free, beat, removeUntouchedVariants)
    total.removed += removed
    total.kept += added.length - removed
  }
  return total
}

async function removeUntouchedVariants(tx: Db, ids: readonly number[]): Promise<number> {
  await lockStock(tx, ids)
  const touched = new Set(await listTouched(tx, 'variant', ids))
  const free = ids.filter((id) => !touched.has(id))
  await removeVariants(tx, free)
  return free.length
}

async function removeVariants(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await removeWords(tx, 'variant', ids)
  await deleteVariants(tx, ids)
}

/** Variants with keys or orders. Whatever happens to them afterwards has a row in the activity. */
const variantsInUse = async (db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(ids.length === 0 ? [] : [...(await listVariantsWithKeys(db, ids)), ...(await listVariantsOfItems(db, ids))])

async function removeKeys(deps: Deps, actor: Actor, importId: number, beat: Beat): Promise<Removed> {
  const total = { removed: 0, kept: 0 }
  for (const keyImport of await listKeyImportsOf(deps.db, importId)) {
    for (let kept: number | null = null; kept === null; await breathe()) {
      const part = await transact(deps.db, async (tx) => {
        await beat(tx)
        return removeFromKeyImport(tx, actor, deps.now(), keyImport)
      })
      total.removed += part.removed
      total.kept += part.kept ?? 0
      kept = part.kept
    }
  }
  return total
}

async function removeOrders(deps: Deps, importId: number, beat: Beat): Promise<Removed> {
  const total = { removed: 0, kept: 0 }
  for await (const ids of pagesById((after, size) => pageImportedOrders(deps.db, importId, after, size), ordersAtOnce)) {
    const removed = await transact(deps.db, async (tx) => {
      await beat(tx)
      return deleteImportedOrders(tx, deps, ids)
    })
    total.removed += removed
    total.kept += ids.length - removed
  }
  return total
}

/** Returns how many things were removed. */
async function inTransactions(
  deps: Deps,
  ids: readonly number[],
  beat: Beat,
  remove: (tx: Db, some: readonly number[]) => Promise<number>,
): Promise<number> {
  let removed = 0
  for (const some of chunksOf(ids, deletedAtOnce)) {
    removed += await transact(deps.db, async (tx) => {
      await beat(tx)
      return remove(tx, some)
    })
    await breathe()
  }
  return removed
}
