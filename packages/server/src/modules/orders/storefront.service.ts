import type { StoreProduct } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { listProducts } from '../products/products.service.ts'

/** What a storefront offers: listed products, with prices in dollars and counts of stock. */
export async function listStoreProducts(deps: Deps): Promise<StoreProduct[]> {
  const products = await listProducts(deps)
  return products
    .filter((product) => !product.unlisted)
    .map(({ variants, ...product }) => ({
      ...product,
      variants: variants.map(({ id, name, price, stock = 0 }) => ({ id, name, price, stock })),
    }))
}
