import type { NewProduct, Product } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { removeVariantsOf } from '../variants/variant-removal.service.ts'
import { addVariant } from '../variants/variants.service.ts'
import { toPublicView, viewProduct, viewProducts } from './product-view.service.ts'
import * as repo from './products.repo.ts'
import { newProductFields } from './products.rules.ts'

/** Every product, newest first, with counts of stock in place of keys. The number of queries is constant. */
export async function listProducts(deps: Deps): Promise<Product[]> {
  return viewProducts(deps, deps.db, await repo.listLiveProducts(deps.db))
}

/**
 * One product as an administrator sees it.
 * @throws 404
 */
export async function requireProduct(deps: Deps, id: number): Promise<Product> {
  const stored = await repo.findLiveProduct(deps.db, id)
  if (stored === undefined) throw notFound('Product')
  return viewProduct(deps, deps.db, stored)
}

/**
 * One product as a stranger sees it (docs/reference/products.md, Who sees a product): never a key value.
 * @throws 404, also for an unlisted product
 */
export async function requirePublicProduct(deps: Deps, id: number): Promise<Product> {
  const product = await requireProduct(deps, id)
  if (product.unlisted) throw notFound('Product')
  return toPublicView(product)
}

/**
 * Makes a product with its first variants and their keys.
 * @throws 400 for a value that cannot be a key
 */
export async function createProduct(deps: Deps, actor: Actor, { name, description, variants }: NewProduct): Promise<Product> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const stored = await repo.insertProduct(tx, newProductFields(name, description), at.toISOString())
    const changes = { name: { before: null, after: name }, description: { before: null, after: description } }
    await recordActivity(tx, { actor, action: 'product.created', subject: { kind: 'product', id: stored.id, name }, changes, at })
    for (const [index, variant] of variants.entries()) {
      await addVariant(tx, actor, at, { ...variant, product_id: stored.id }, { field: `variants.${index}.keys`, isPartOfProduct: true })
    }
    return viewProduct(deps, tx, stored)
  })
}

/**
 * Deletes a product with its media and its variants: all of it is hidden, and can be restored for 30 days
 * (docs/reference/products.md, Deleting a product).
 * @throws 404
 */
export async function removeProduct(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const stored = await repo.findLiveProduct(tx, id, { lock: true })
    if (stored === undefined) throw notFound('Product')
    const at = deps.now()
    await removeVariantsOf(tx, actor, at, id)
    await repo.hideProduct(tx, id, at.toISOString())
    const changes = { name: { before: stored.fields.name, after: null } }
    const subject = { kind: 'product' as const, id, name: stored.fields.name }
    await recordActivity(tx, { actor, action: 'product.deleted', subject, changes, at })
  })
}
