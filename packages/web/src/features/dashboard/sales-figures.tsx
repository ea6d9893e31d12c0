import { formatUsd } from '@keydesk/contract'
import { formatCount } from '../../kit/format.ts'
import type { SalesSummary } from './sales-summary.ts'

/** The chart in three numbers. */
export function SalesFigures({ summary }: { readonly summary: SalesSummary }) {
  const { revenue, orders, average } = summary
  return (
    <dl className="mb-4 flex flex-wrap gap-x-6 gap-y-3 md:gap-x-10">
      <Figure name="Revenue" value={formatUsd(revenue)} />
      <Figure name="Orders" value={formatCount(orders)} />
      <Figure name="Average order value" value={average === null ? '-' : formatUsd(average)} />
    </dl>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="text-title font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  )
}
