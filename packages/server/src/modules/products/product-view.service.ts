import type { Product } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listMediaOf } from '../media/media.service.ts'
import { listVariantsOf } from '../variants/variants.service.ts'
import type { StoredProduct } from './products.repo.ts'

/** Products as an administrator reads them, in the given order. Two queries, however many products there are. */
export async function viewProducts(deps: Deps, db: Db, products: readonly StoredProduct[]): Promise<Product[]> {
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

/** What a stranger may see: no draft, not how much is in stock, and never a key (docs/reference/products.md, Who sees a product). */
export const toPublicView = (product: Product): Product => ({
  ...product,
  variants: product.variants
    .filter((variant) => variant.is_draft !== true)
    .map(({ stock: _, is_low: _low, days_left: _days, ...open }) => open),
})
