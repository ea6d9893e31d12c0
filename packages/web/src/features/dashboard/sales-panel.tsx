import { chartDays, type DailySales } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card, Panel } from '../../kit/card.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { DailyTable } from './daily-table.tsx'
import { chartHeight } from './chart-size.ts'
import { SalesFigures } from './sales-figures.tsx'
import { summarise } from './sales-summary.ts'

const SalesChart = lazyPart(async () => (await import('./sales-chart.tsx')).SalesChart, <div style={{ height: chartHeight }} />)

interface Props {
  readonly query: UseQueryResult<DailySales[]>
  readonly days: number
  readonly onDays: (days: number) => void
}

/** Revenue and orders over time: the sums, the chart, and its values as a table for those who do not see it. */
export function SalesPanel({ query, days, onDays }: Props) {
  const range = (
    <Segmented
      label="Period"
      value={String(days)}
      options={chartDays.map((count) => ({ value: String(count), label: `${count} days` }))}
      onChange={(chosen) => onDays(Number(chosen))}
    />
  )
  return (
    <Panel title="Revenue and orders" description="Completed orders by day." actions={range}>
      <Loaded query={query} failure="Failed to fetch revenue and orders" skeleton={<ChartSkeleton />}>
        {(daily) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <SalesFigures summary={summarise(daily)} />
            <SalesChart daily={daily} />
            <DailyTable daily={daily} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

export const SalesPanelSkeleton = () => (
  <Card className="px-4 pt-16 pb-4">
    <ChartSkeleton />
  </Card>
)

const ChartSkeleton = () => (
  <>
    <div className="mb-4 flex gap-10">
      {[1, 2, 3].map((figure) => (
        <Skeleton key={figure} className="h-12 w-28" />
      ))}
    </div>
    <div style={{ height: chartHeight }}>
      <Skeleton className="h-full w-full" />
    </div>
  </>
)
