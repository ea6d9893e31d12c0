import { limits } from '../limits.ts'
import { dollarsToCents } from '../values/money.ts'

/** How many prices change at once: by percent, or by dollars; negative lowers them. */
export type PriceStep = { readonly percent: number } | { readonly amount: number }

/** The ends that a changed price may be rounded to. */
export const priceEnds = ['0.99', '0.00'] as const
export type PriceEnd = (typeof priceEnds)[number]

const most = limits.maxPrice * 100

/**
 * A price after a change of several prices (docs/reference/products.md, Several prices at once). Half a cent rounds up; then the nearest
 * price with the chosen end is taken, the higher one of two. It stays within the limits of a price, and rounding gives nothing away.
 * @param cents the price before
 * @param end null keeps the cents
 */
export function changePrice(cents: number, step: PriceStep, end: PriceEnd | null): number {
  const changed = 'percent' in step ? takePercent(cents, step.percent) : cents + dollarsToCents(step.amount)
  const price = Math.min(Math.max(changed, 0), most)
  if (price === 0 || end === null) return price
  return end === '0.99' ? Math.max(Math.round((price + 1) / 100) * 100 - 1, 99) : Math.max(Math.round(price / 100) * 100, 100)
}

/** In whole numbers, because 1.1 times 5 dollars is more than 5.50 in binary fractions. */
const takePercent = (cents: number, percent: number): number => Math.floor((cents * (10_000 + Math.round(percent * 100)) + 5_000) / 10_000)

/** Whether a new price may be a typing error: it is 0, or differs from the price before by more than half. Both in the same unit. */
export const isStrikingPrice = (before: number, after: number): boolean =>
  before !== after && (after === 0 || Math.abs(after - before) > before / 2)
