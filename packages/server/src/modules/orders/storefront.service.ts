import type { StoreProduct } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { listProducts } from '../products/products.service.ts'

/** What a storefront offers: listed products without drafts, with prices in dollars and counts of stock. */
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
