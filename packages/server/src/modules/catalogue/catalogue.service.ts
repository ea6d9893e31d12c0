import type { NewProduct, Product, ProductInput, StoreProduct } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
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
import { holdSales, listVariantsOf } from '../variants/variants.service.ts'

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
  const { variants, ...product } = await requireProduct(deps, id)
  if (product.unlisted) throw notFound('Product')
  const offered = variants.filter((variant) => variant.is_draft !== true)
  return { ...product, variants: offered.map(({ stock: _, is_low: _low, days_left: _days, ...open }) => open) }
}

/** The offer of a storefront: listed products, no drafts, with prices in dollars and stock counts. */
export async function listStoreProducts(deps: Deps): Promise<StoreProduct[]> {
  const products = await listProducts(deps)
  return products
    .filter((product) => !product.unlisted)
    .map(({ variants, sales_paused = false, ...product }) => ({
      ...product,
      sales_paused,
      variants: variants
        .filter((variant) => variant.is_draft !== true)
        .map(({ id, name, price, stock = 0 }) => ({ id, name, price, stock })),
    }))
}

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
 * @throws 404; 409 `stale_version` with the current product; 400 for an update item without a description, or a new text over its limit
 */
export async function updateProduct(deps: Deps, actor: Actor, id: number, { version, ...input }: ProductInput): Promise<Product> {
  const cleaned = await cleanInput(input)
  return transact(deps.db, async (tx) => {
    if (cleaned.sales_paused === true) await holdSales(tx, [id])
    const stored = await requireStoredProduct(tx, id, { lock: true })
    if (version !== undefined && version !== stored.version) throw staleVersion('product', await viewProduct(deps, tx, stored))
    return viewProduct(deps, tx, await saveProduct(tx, actor, deps.now(), stored, cleaned))
  })
}

/** Products as an administrator sees them, in the given order. The number of queries is constant. */
async function viewProducts(deps: Deps, db: Db, products: readonly StoredProduct[]): Promise<Product[]> {
  const ids = products.map((product) => product.id)
  const variants = await listVariantsOf(deps, db, ids)
  const media = await listMediaOf(deps, db, ids)
  return products.map(({ fields, ...own }) => {
    const { items = [], thumbnail = '', thumbnail_card = '' } = media.get(own.id) ?? {}
    return { ...own, ...fields, thumbnail, thumbnail_card, media_items: items, variants: variants.get(own.id) ?? [] }
  })
}

export async function viewProduct(deps: Deps, db: Db, stored: StoredProduct): Promise<Product> {
  const [product] = await viewProducts(deps, db, [stored])
  return product!
}
