import * as z from 'zod/mini'
import { limits } from './limits.ts'

/**
 * A number with at most two decimals.
 * @param range says the limits
 */
export function hundredths(what: string, min: number, max: number, range: string) {
  const rule = `${what} must be a number from ${range} with at most 2 decimals`
  return z.number(rule).check(z.minimum(min, rule), z.maximum(max, rule), z.refine(isWholeHundredths, rule))
}

/** Dollars in JSON. Refuses more than two decimals rather than rounding money away. */
export const moneyAmount = (what: string) => hundredths(what, 0, limits.maxPrice, '0 to 1,000,000')

export const price = moneyAmount('Price')

/** Dollars to whole cents. Exact for every value that `price` accepts. */
export const dollarsToCents = (dollars: number): number => Math.round(dollars * 100) + 0

/** Whole cents to the dollars of a payload. */
export const centsToDollars = (cents: number): number => cents / 100

/** Made once, at the first use. */
let usd: Intl.NumberFormat | undefined

/** Dollars as `$1,234.50`. Money is USD with 2 decimals. */
export function formatUsd(dollars: number): string {
  // `negative`: an amount that rounds to zero has no minus.
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'negative' })
  return usd.format(dollars)
}

/** Binary fractions make 0.1 + 0.2 slightly too large; a third decimal is a far larger difference. */
function isWholeHundredths(value: number): boolean {
  const count = value * 100
  return Math.abs(count - Math.round(count)) < 1e-6
}
