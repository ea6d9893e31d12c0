import type { NewProduct, Product, ProductInput, StoreProduct, VariantSummary } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound, staleVersion } from '../../errors.ts'
import { listMediaOf } from '../media/media.service.ts'
import { cleanInput, saveProduct } from '../products/product-saving.service.ts'
import {
  insertProduct,
  listStoredProducts,
  newProductFields,
  requireStoredProduct,
  type StoredProduct,
} from '../products/products.service.ts'
import { addVariant } from '../variants/variant-saving.service.ts'
import { holdSales, listOffersOf, listVariantsOf } from '../variants/variants.service.ts'

/** Products with their variants and media. */

/** Every product, newest first, with stock counts but no keys. The number of queries is constant. */
export async function listProducts(deps: Deps): Promise<Product[]> {
  return viewProducts(deps, deps.db, await listStoredProducts(deps.db))
}

/**
 * One product as an administrator sees it.
 * @throws 404
 */
export async function requireProduct(deps: Deps, id: number): Promise<Product> {
  return viewProduct(deps, deps.db, await requireStoredProduct(deps.db, id))
}

/**
 * One product as the public sees it, with no drafts, stock counts or keys (docs/reference/products.md, Who sees a product).
 * @throws 404, also for an unlisted product
 */
export async function requirePublicProduct(deps: Deps, id: number): Promise<Product> {
  const stored = await requireStoredProduct(deps.db, id)
  if (stored.fields.unlisted) throw notFound('Product')
  const [product] = await joinProducts(deps, deps.db, [stored], await listOffersOf(deps.db, [id]))
  return { ...product!, variants: product!.variants.map(({ stock: _, ...open }) => open) }
}

/** The offer of a storefront: listed products, no drafts, with prices in dollars and stock counts. */
export async function listStoreProducts(deps: Deps): Promise<StoreProduct[]> {
  const listed = (await listStoredProducts(deps.db)).filter(({ fields }) => !fields.unlisted)
  const [offers, media] = [await listOffersOf(deps.db, idsOf(listed)), await listMediaOf(deps, deps.db, idsOf(listed))]
  return listed.map(({ id, fields }) => {
    const { name, description, category, game_name, update_status, detection_status, featured, sales_paused } = fields
    const { thumbnail = '', items: media_items = [] } = media.get(id) ?? {}
    const variants = (offers.get(id) ?? []).map(toStoreVariant)
    const texts = { name, description, category, game_name, update_status, detection_status }
    return { id, ...texts, featured, sales_paused, thumbnail, media_items, variants }
  })
}

const toStoreVariant = ({ id, name, price, stock = 0 }: VariantSummary) => ({ id, name, price, stock })

/**
 * Creates a product with its first variants and their keys.
 * @throws 400 for an invalid key value
 */
export async function createProduct(deps: Deps, actor: Actor, { name, description, variants }: NewProduct): Promise<Product> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const stored = await insertProduct(tx, actor, at, newProductFields(name, description))
    for (const [index, variant] of variants.entries()) {
      await addVariant(tx, actor, at, { ...variant, product_id: stored.id }, { field: `variants.${index}.keys`, isPartOfProduct: true })
    }
    return viewProduct(deps, tx, stored)
  })
}

/**
 * Saves the given fields of a product; a save without changes records nothing.
 * @param isRestore whether the fields are restored from the history
 * @throws 404; 409 `stale_version` with the current product; 400 for an update item without a description, or a new text over its limit
 */
export async function updateProduct(
  deps: Deps,
  actor: Actor,
  id: number,
  { version, ...input }: ProductInput,
  { isRestore = false } = {},
): Promise<Product> {
  const cleaned = await cleanInput(input)
  return transact(deps.db, async (tx) => {
    if (cleaned.sales_paused === true) await holdSales(tx, [id])
    const stored = await requireStoredProduct(tx, id, { lock: true })
    if (version !== undefined && version !== stored.version) throw staleVersion('product', await viewProduct(deps, tx, stored))
    return viewProduct(deps, tx, await saveProduct(tx, actor, deps.now(), stored, cleaned, { isRestore }))
  })
}

/** Products as an administrator sees them, in the given order. The number of queries is constant. */
const viewProducts = async (deps: Deps, db: Db, products: readonly StoredProduct[]): Promise<Product[]> =>
  joinProducts(deps, db, products, await listVariantsOf(deps, db, idsOf(products)))

async function joinProducts(
  deps: Deps,
  db: Db,
  products: readonly StoredProduct[],
  variants: ReadonlyMap<number, VariantSummary[]>,
): Promise<Product[]> {
  const media = await listMediaOf(deps, db, idsOf(products))
  return products.map(({ fields, ...own }) => {
    const { items = [], thumbnail = '', thumbnail_card = '' } = media.get(own.id) ?? {}
    return { ...own, ...fields, thumbnail, thumbnail_card, media_items: items, variants: variants.get(own.id) ?? [] }
  })
}

export async function viewProduct(deps: Deps, db: Db, stored: StoredProduct): Promise<Product> {
  const [product] = await viewProducts(deps, db, [stored])
  return product!
}
