import { limits } from '../limits.ts'
import type { RunwayRow } from './stock.ts'

/** What a variant sold on the days that count (docs/reference/stock.md, Runway). Both are weighted: the newest 7 days count double. */
export interface Demand {
  readonly units: number
  readonly days: number
}

export interface Runway {
  /** Units a day, to 2 decimals. */
  readonly per_day: number
  /** To 1 decimal, rounded down; null where nothing sells. */
  readonly days_left: number | null
  readonly is_low: boolean
}

/**
 * How long a stock lasts. It is low below `limits.lowStockDays` days, and at or below the variant's own threshold, if it has one.
 * The limit of days is compared before rounding.
 */
export function runwayOf(available: number, { units, days }: Demand, threshold: number | null): Runway {
  const sells = units > 0 && days > 0
  const isBelowThreshold = threshold !== null && available <= threshold
  return {
    per_day: sells ? Math.round((units * 100) / days) / 100 : 0,
    days_left: sells ? Math.floor((available * days * 10) / units) / 10 : null,
    is_low: isBelowThreshold || (sells && available * days < limits.lowStockDays * units),
  }
}

/** Whether nothing is left of a variant that customers have bought, however long ago, or that has a threshold. */
export const isSoldOut = ({ available, has_sold, is_low }: RunwayRow): boolean => available === 0 && (has_sold || is_low)

/** Whether a variant is sold out, low, or used up within some days. */
export const isRunningOut = (row: RunwayRow, withinDays: number): boolean =>
  isSoldOut(row) || row.is_low || (row.days_left !== null && row.days_left <= withinDays)

/** For the filter of the Products screen: nothing left, running low, or neither. */
export const stockLevels = ['out', 'low', 'fine'] as const
export type StockLevel = (typeof stockLevels)[number]

export const stockLevelOf = ({ stock, is_low }: { stock?: number; is_low?: boolean }): StockLevel => {
  if (stock === 0) return 'out'
  return is_low === true ? 'low' : 'fine'
}
