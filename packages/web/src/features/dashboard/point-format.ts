import { formatDay, formatFullDay } from '../../kit/format.ts'
import type { SalesPoint } from './sales-series.ts'

/** 'Fri, Nov 20, 2026', or 'Nov 16 to Nov 22'; what is not over says 'so far'. */
export function formatPoint({ from, to, isRunning }: Pick<SalesPoint, 'from' | 'to' | 'isRunning'>): string {
  const days = from === to ? formatFullDay(from) : `${formatDay(from)} to ${formatDay(to)}`
  return isRunning ? `${days}, so far` : days
}

/** '+12%', '−3%', '0%' */
export const formatChange = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
