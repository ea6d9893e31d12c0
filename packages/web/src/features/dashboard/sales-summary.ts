import { lazily } from '@keydesk/contract'
import { dollarsToCents, type DailySales } from '@keydesk/contract'

export interface SalesSummary {
  /** Dollars. */
  readonly revenue: number
  readonly orders: number
  /** Dollars an order; null without any. */
  readonly average: number | null
}

export function summarise(days: readonly DailySales[]): SalesSummary {
  const cents = days.reduce((sum, day) => sum + dollarsToCents(day.revenue), 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return { revenue: cents / 100, orders, average: orders === 0 ? null : Math.round(cents / orders) / 100 }
}

const short = lazily(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }))
const long = lazily(
  () => new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)

/** 'Nov 20'. The days of the chart are UTC's, wherever the reader is. */
export const formatDay = (day: string): string => formatUtc(short(), day)

/** 'Fri, Nov 20, 2026' */
export const formatFullDay = (day: string): string => formatUtc(long(), day)

function formatUtc(format: Intl.DateTimeFormat, day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) ? day : format.format(moment)
}
