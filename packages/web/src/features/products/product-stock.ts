import { limits, stockLevelOf, type Product, type StockLevel } from '@keydesk/contract'
import { formatDays, plural } from '../../kit/format.ts'
import { stockOf } from './product-summary.ts'

/** How a product's stock stands, without drafts, of which nothing is sold. */
export interface ProductStock {
  readonly level: StockLevel
  readonly units: number
  /** Why it is not fine: 'Out of stock', 'Low: 3 days left'. */
  readonly warning?: string
}

/** Undefined where nothing can be sold, or the host does not say how much. */
export function productStock({ variants }: Pick<Product, 'variants'>): ProductStock | undefined {
  const offered = variants.filter(({ is_draft }) => is_draft !== true)
  const stocks = offered.map(stockOf)
  if (stocks.length === 0 || stocks.includes(undefined)) return undefined
  const units = stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0)
  const low = offered.filter(({ is_low }) => is_low === true)
  const level = stockLevelOf({ stock: units, is_low: low.length > 0 })
  if (level === 'fine') return { level, units }
  return { level, units, warning: level === 'out' ? 'Out of stock' : lowText(low) }
}

/** By the variant that lasts the shortest, or by the fewest keys where a variant's own threshold makes it low. */
function lowText(low: readonly Product['variants'][number][]): string {
  const stocks = low.map((variant) => stockOf(variant) ?? 0)
  const empty = stocks.filter((stock) => stock === 0).length
  if (empty > 0) return `Low: ${plural(empty, 'variant')} sold out`
  const days = low.flatMap(({ days_left }) => (isShort(days_left) ? days_left : []))
  return days.length > 0 ? `Low: ${formatDays(Math.min(...days))} left` : `Low: ${plural(Math.min(...stocks), 'key')} left`
}

/** Whether the days alone make a stock low. */
export const isShort = (daysLeft: number | undefined): daysLeft is number => daysLeft !== undefined && daysLeft < limits.lowStockDays

export const countDrafts = ({ variants }: Pick<Product, 'variants'>): number => variants.filter(({ is_draft }) => is_draft === true).length
