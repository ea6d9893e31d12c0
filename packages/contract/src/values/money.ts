import * as z from 'zod/mini'
import { limits } from '../limits.ts'

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

/** Dollars as `$1,234.50`. Money is USD with 2 decimals. An amount that rounds to zero has no minus. */
export function formatUsd(dollars: number): string {
  const amount = Math.abs(dollars).toFixed(2)
  return `${dollars < 0 && Number(amount) > 0 ? '-' : ''}$${groupThousands(amount)}`
}

/** '1234.50' as '1,234.50', without `Intl`: its first use takes 11 ms in a browser. */
export const groupThousands = (number: string): string => number.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** Binary fractions make 0.1 + 0.2 slightly too large; a third decimal is a far larger difference. */
function isWholeHundredths(value: number): boolean {
  const count = value * 100
  return Math.abs(count - Math.round(count)) < 1e-6
}
