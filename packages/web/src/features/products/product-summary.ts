import { formatUsd, limits, type Product, type VariantSummary } from '@keydesk/contract'

/** What colour a status has. */
export const detectionTone = (status: string) => (status === 'Undetected' ? 'green' : 'red')
export const updateTone = (status: string) => (status === 'Updated' ? 'blue' : 'yellow')

/** Keys that can be sold, or undefined where the host tells neither the count nor the keys. */
export const stockOf = (variant: VariantSummary): number | undefined => variant.stock ?? variant.keys?.length

export function totalStock(product: Product): number | undefined {
  const stocks = product.variants.map(stockOf)
  if (stocks.length === 0 || stocks.includes(undefined)) return undefined
  return stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0)
}

/** '$1.99', '$1.99 – $9.99', or undefined without variants. */
export function priceRange(product: Product): string | undefined {
  const prices = product.variants.map(({ price }) => price)
  if (prices.length === 0) return undefined
  const [lowest, highest] = [formatUsd(Math.min(...prices)), formatUsd(Math.max(...prices))]
  return lowest === highest ? lowest : `${lowest} – ${highest}`
}

/**
 * Products that have every word that was typed: in the name or game, or as the start of a status, so that 'detected' does not find
 * 'Undetected'.
 */
export function searchProducts(products: readonly Product[], typed: string): readonly Product[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return products
  return products.filter((product) => {
    const text = `${product.name} ${product.game_name}`.toLowerCase()
    const statuses = statusWords(product)
    return words.every((word) => text.includes(word) || statuses.some((status) => status.startsWith(word)))
  })
}

const statusWords = ({ detection_status, update_status, featured, unlisted, sales_paused }: Product): string[] =>
  [detection_status, update_status, featured && 'featured', unlisted && 'unlisted', sales_paused && 'sales paused']
    .filter((status) => typeof status === 'string')
    .flatMap((status) => status.toLowerCase().split(' '))

/** One page of a list. A page that is no more becomes the last one. */
export function pageOf<Item>(items: readonly Item[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / limits.productsPerPage))
  const page = Math.min(Math.max(1, wanted), pageCount)
  const from = (page - 1) * limits.productsPerPage
  return { page, pageCount, items: items.slice(from, from + limits.productsPerPage) }
}
