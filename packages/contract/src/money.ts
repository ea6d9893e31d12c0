import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** Dollars in JSON. Refuses more than two decimals rather than rounding money away. */
export function moneyAmount(what: string) {
  const rule = `${what} must be a number from 0 to 1,000,000 with at most 2 decimals`
  return z.number(rule).check(z.minimum(0, rule), z.maximum(limits.maxPrice, rule), z.refine(hasWholeCents, rule))
}

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
function hasWholeCents(dollars: number): boolean {
  const cents = dollars * 100
  return Math.abs(cents - Math.round(cents)) < 1e-6
}
