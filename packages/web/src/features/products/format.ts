import {
  type Product,
  type StockLevel,
  type VariantSummary,
  categories,
  cheatTypes,
  detectionStatuses,
  firmwareAntiCheats,
  firmwareTypes,
  formatUsd,
  hardwareTypes,
  limits,
  spooferTypes,
  stockLevelOf,
  updateStatuses,
} from '@keydesk/contract'
import { capital, formatDays, plural } from '../../kit/text/format.ts'

/** The colour of a status. */
export const detectionTone = (status: string) => (status === 'Undetected' ? 'green' : 'red')
export const updateTone = (status: string) => (status === 'Updated' ? 'blue' : 'yellow')

/** The number of keys for sale; undefined if the host sends neither the count nor the keys. */
export const stockOf = (variant: VariantSummary): number | undefined => variant.stock ?? variant.keys?.length

/** The keys for sale of some variants; undefined without variants, or if the host does not send the stock of each. */
export function totalStock(variants: readonly VariantSummary[]): number | undefined {
  const stocks = variants.map(stockOf)
  if (stocks.length === 0 || stocks.includes(undefined)) return undefined
  return stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0)
}

/** '$1.99', '$1.99 – $9.99', or undefined without variants. */
export function priceRange(product: Pick<Product, 'variants'>): string | undefined {
  const prices = pricesOf(product)
  if (prices.length === 0) return undefined
  const [lowest, highest] = [formatUsd(Math.min(...prices)), formatUsd(Math.max(...prices))]
  return lowest === highest ? lowest : `${lowest} – ${highest}`
}

/** The lowest price, to sort by; null without variants. */
export const lowestPrice = (product: Pick<Product, 'variants'>): number | null =>
  product.variants.length === 0 ? null : Math.min(...pricesOf(product))

/** Drafts are not sold, so their prices count only if there are no others. */
function pricesOf({ variants }: Pick<Product, 'variants'>): number[] {
  const offered = variants.filter(isOffered)
  return (offered.length === 0 ? variants : offered).map(({ price }) => price)
}

const isOffered = ({ is_draft }: VariantSummary): boolean => is_draft !== true

/**
 * Products that match every typed word in the name or game, or by the start of a status, so that 'detected' does not find 'Undetected'.
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

/** One page of a list. A page beyond the end becomes the last one. */
export function pageOf<Item>(items: readonly Item[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / limits.productsPerPage))
  const page = Math.min(Math.max(1, wanted), pageCount)
  const from = (page - 1) * limits.productsPerPage
  return { page, pageCount, items: items.slice(from, from + limits.productsPerPage) }
}

/** The stock of a product, without drafts, which are not sold. */
interface ProductStock {
  readonly level: StockLevel
  readonly units: number
  /** 'Out of stock' or '3 days left'; undefined if the stock is fine. */
  readonly warning?: string
}

/** Undefined if nothing is for sale, or the host does not send the stock. */
export function productStock({ variants }: Pick<Product, 'variants'>): ProductStock | undefined {
  const offered = variants.filter(isOffered)
  const units = totalStock(offered)
  if (units === undefined) return undefined
  const low = offered.filter(({ is_low }) => is_low === true)
  const level = stockLevelOf({ stock: units, is_low: low.length > 0 })
  if (level === 'fine') return { level, units }
  return { level, units, warning: level === 'out' ? 'Out of stock' : lowText(low) }
}

/** Describes the variant with the fewest days left, or with the fewest keys if only its own threshold makes it low. */
function lowText(low: readonly Product['variants'][number][]): string {
  const stocks = low.map((variant) => stockOf(variant) ?? 0)
  const empty = stocks.filter((stock) => stock === 0).length
  if (empty > 0) return `${plural(empty, 'variant')} sold out`
  const days = low.flatMap(({ days_left }) => (isShort(days_left) ? days_left : []))
  return `${days.length > 0 ? capital(formatDays(Math.min(...days))) : plural(Math.min(...stocks), 'key')} left`
}

/** Whether the days left alone make a stock low. */
export const isShort = (daysLeft: number | undefined): daysLeft is number => daysLeft !== undefined && daysLeft < limits.lowStockDays

export const countDrafts = ({ variants }: Pick<Product, 'variants'>): number => variants.filter(({ is_draft }) => is_draft === true).length

interface Option {
  readonly value: string
  readonly label: string
}

const labels: Record<string, string> = {
  dma: 'DMA',
  eac: 'EAC',
  be: 'BE',
  ace: 'ACE',
  faceit: 'FACEIT',
  vac: 'VAC',
  vgk: 'VGK',
  aim_device: 'Aim device',
  mini_pc: 'Mini PC',
}

export const labelOf = (value: string): string => labels[value] ?? capital(value)

const optionsOf = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: labelOf(value) }))
/** Adds 'Not chosen' for fields that may stay empty. */
const orNone = (values: readonly string[]): Option[] => [{ value: '', label: 'Not chosen' }, ...optionsOf(values)]

export const options = {
  category: optionsOf(categories),
  cheatType: orNone(cheatTypes),
  spooferType: orNone(spooferTypes),
  firmwareType: orNone(firmwareTypes),
  antiCheat: orNone(firmwareAntiCheats),
  hardwareType: orNone(hardwareTypes),
  updateStatus: optionsOf(updateStatuses),
  detectionStatus: optionsOf(detectionStatuses),
}

/** The options including the stored value, which may be unknown on a foreign host. */
export const including = (list: readonly Option[], value: string): readonly Option[] =>
  list.some((option) => option.value === value) ? list : [...list, { value, label: value === '' ? 'Not chosen' : value }]
