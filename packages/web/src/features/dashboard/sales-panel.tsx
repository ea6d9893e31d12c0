import type { UseQueryResult } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useMemo } from 'react'
import { Panel } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { chartHeight } from './chart-size.ts'
import type { DailyAnswer } from './dashboard-data.ts'
import { daysIn, type Step } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { toSeries } from './sales-series.ts'
import { StepTable } from './step-table.tsx'
import type { usePeriod } from './use-period.ts'

const SalesChart = lazyPart(async () => (await import('./sales-chart.tsx')).SalesChart, <div style={{ height: chartHeight }} />)

interface Props {
  readonly query: UseQueryResult<DailyAnswer>
  readonly chosen: ReturnType<typeof usePeriod>
  /** Something was sold at some time; undefined while nobody knows. */
  readonly hasSold: boolean | undefined
}

/** Revenue and orders over time: the sums, the chart, and its values as a table for those who do not see it. */
export function SalesPanel({ query, chosen, hasSold }: Props) {
  const description = `Completed orders by ${chosen.step}.`
  return (
    <Panel title="Revenue and orders" description={description} actions={<PeriodPicker chosen={chosen} today={query.data?.today} />}>
      <Loaded query={query} failure="Failed to fetch revenue and orders" skeleton={<ChartSkeleton />}>
        {(answer) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <Sales answer={answer} step={chosen.step} hasSold={hasSold} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Sales({ answer, step, hasSold }: { readonly answer: DailyAnswer; readonly step: Step; readonly hasSold: boolean | undefined }) {
  const series = useMemo(() => toSeries(answer.days, daysIn(answer.period), step, answer.today), [answer, step])
  if (series.sums.orders === 0) return hasSold === false ? <NothingYet /> : <NothingThen />
  return (
    <>
      <SalesFigures series={series} />
      <SalesChart series={series} />
      <StepTable points={series.points} step={step} />
    </>
  )
}

const NothingYet = () => (
  <EmptyState
    icon={<ChartLine />}
    title="No sales yet"
    hint="Add a product with keys, and connect your storefront through the store API. Each completed order shows here."
  />
)

const NothingThen = () => (
  <EmptyState icon={<ChartLine />} title="No sales in this period" hint="Choose a longer one, or other days, to see what was sold." />
)

const ChartSkeleton = () => (
  <>
    <div className="mb-4 flex gap-10">
      {[1, 2, 3].map((figure) => (
        <Skeleton key={figure} className="h-16 w-28" />
      ))}
    </div>
    <div style={{ height: chartHeight }}>
      <Skeleton className="h-full w-full" />
    </div>
  </>
)
