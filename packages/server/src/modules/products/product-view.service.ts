import type { Product } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listMediaOf } from '../media/media.service.ts'
import { listVariantsOf } from '../variants/variants.service.ts'
import type { StoredProduct } from './products.repo.ts'

/** Products as an administrator reads them, in the given order. Two queries, however many products there are. */
export async function viewProducts(deps: Deps, db: Db, products: readonly StoredProduct[]): Promise<Product[]> {
  const ids = products.map((product) => product.id)
  const variants = await listVariantsOf(db, ids)
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

/** The public view: no stock counts, and never a key (docs/reference/products.md, Who sees a product). */
export const toPublicView = (product: Product): Product => ({
  ...product,
  variants: product.variants.map(({ stock: _, ...open }) => open),
})
