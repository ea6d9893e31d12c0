import { formatUsd } from '@keydesk/contract'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { formatCount, plural } from '../../kit/format.ts'
import { formatChange } from './point-format.ts'
import type { SalesSeries } from './sales-series.ts'

/** The chart in three numbers, and how they changed against the period before. */
export function SalesFigures({ series: { sums, change, dayCount } }: { readonly series: SalesSeries }) {
  const { revenue, orders, average } = sums
  const against = `Days that are over, against the ${plural(dayCount, 'day')} before`
  return (
    <dl className="mb-4 flex flex-wrap gap-x-6 gap-y-3 md:gap-x-10">
      <Figure name="Revenue" value={formatUsd(revenue)} change={change.revenue} against={against} />
      <Figure name="Orders" value={formatCount(orders)} change={change.orders} against={against} />
      <Figure name="Average order value" value={average === null ? '-' : formatUsd(average)} />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly change?: number | null
  readonly against?: string
}

function Figure({ name, value, change = null, against }: FigureProps) {
  const Arrow = change !== null && change < 0 ? TrendingDown : TrendingUp
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="text-title font-semibold tracking-tight tabular-nums">{value}</dd>
      {change !== null && (
        <dd data-tooltip={against} className="flex items-center gap-1 text-caption text-muted tabular-nums">
          <Arrow aria-hidden className={change < 0 ? 'size-3.5 text-red' : 'size-3.5 text-green'} />
          {formatChange(change)} on the period before
          <span className="sr-only">({against})</span>
        </dd>
      )}
    </div>
  )
}
