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
