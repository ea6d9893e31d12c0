import { formatUsd, type CouponDryRun } from '@keydesk/contract'
import { formatCount, plural } from '../../kit/format.ts'

export function describeDryRun({ orders, applied, cost, lowest_total }: CouponDryRun): string {
  if (orders === 0) return 'No orders were completed in the last 30 days.'
  if (lowest_total === null) return `Would have applied to none of ${plural(orders, 'order')}.`
  return `Would have applied to ${formatCount(applied)} of ${plural(orders, 'order')}, cost ${formatUsd(cost)}, lowest total ${formatUsd(lowest_total)}.`
}

/** What a seller may not have meant. */
export const warnOfDryRun = ({ cost, lowest_total, revenue }: CouponDryRun): string[] => [
  ...(lowest_total === 0 && cost > 0 ? ['It makes at least one order free.'] : []),
  ...(cost > revenue / 2 ? [`It costs more than half of the revenue of these days, which is ${formatUsd(revenue)}.`] : []),
]
