import { addDays, chartDays, dayOf, formatUsd } from '@keydesk/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ChartLine, TrendingDown, TrendingUp } from 'lucide-react'
import { useMemo } from 'react'
import { useApi } from '../../api/context.tsx'
import { DateRange } from '../../kit/controls/date-range.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Skeleton, SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { formatCount, plural, viewerZone } from '../../kit/text/format.ts'
import { dashboardHeader, steps } from '../../routes/dashboard.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'
import { type DailyAnswer, dailySalesQuery, periodSalesQuery, runwayQuery, statisticsQuery } from './data.ts'
import { type Step, daysIn, maxDays, usePeriod } from './period.ts'
import { RunningOutPanel } from './running-out.tsx'
import { type SalesPoint, type SalesSeries, chartHeight, formatChange, formatPoint, toSeries } from './series.ts'
import { StatisticsTable } from './statistics-table.tsx'

export function DashboardPage() {
  const period = usePeriod()
  const api = useApi()
  const products = useQuery(statisticsQuery(api))
  const isOwnHost = useIsOwnHost()
  const daily = useQuery({ ...dailySalesQuery(api, period.period), enabled: isOwnHost })
  const inPeriod = useQuery({ ...periodSalesQuery(api, period.period), enabled: isOwnHost })
  const runway = useQuery({ ...runwayQuery(api), enabled: isOwnHost })
  return (
    <Page>
      <PageHeader {...dashboardHeader} />
      <div className="space-y-6">
        {isOwnHost && (
          <div className="grid items-start gap-6 xl:grid-flow-dense xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 xl:col-start-2">
              <RunningOutPanel query={runway} />
            </div>
            <div className="min-w-0 xl:col-start-1">
              <SalesPanel query={daily} chosen={period} hasSold={products.data?.some(({ total_quantity }) => total_quantity > 0)} />
            </div>
          </div>
        )}
        <Loaded query={products} failure="Failed to fetch sales statistics" skeleton={<SkeletonTable rows={6} columns={7} />}>
          {(rows) => <StatisticsTable rows={rows} period={period.period} inPeriod={isOwnHost ? inPeriod : undefined} />}
        </Loaded>
      </div>
    </Page>
  )
}

const SalesChart = lazyPart(async () => (await import('./chart.tsx')).SalesChart, <div style={{ height: chartHeight }} />)

interface SalesPanelProps {
  readonly query: UseQueryResult<DailyAnswer>
  readonly chosen: ReturnType<typeof usePeriod>
  /** The shop has sold something at some time; undefined while unknown. */
  readonly hasSold: boolean | undefined
}

/** Revenue and orders over time: sums, the chart, and its values as a table for screen readers. */
function SalesPanel({ query, chosen, hasSold }: SalesPanelProps) {
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
  if (series.sums.orders === 0) return hasSold === false ? <NoSalesYet /> : <NoSalesInPeriod />
  return (
    <>
      <SalesFigures series={series} />
      <SalesChart series={series} />
      <StepTable points={series.points} step={step} />
    </>
  )
}

const NoSalesYet = () => (
  <EmptyState
    icon={<ChartLine />}
    title="No sales yet"
    hint="Add a product with keys, and connect your storefront through the store API. Each completed order shows here."
  />
)

const NoSalesInPeriod = () => (
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

/** Three sums, with their change against the previous period. */
function SalesFigures({ series: { sums, change, dayCount } }: { readonly series: SalesSeries }) {
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

const titles: Readonly<Record<Step, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** The values of the chart, for screen readers. */
const StepTable = ({ points, step }: { readonly points: readonly SalesPoint[]; readonly step: Step }) => (
  <div className="sr-only">
    <table>
      <caption>{`Revenue and orders by ${step}`}</caption>
      <thead>
        <tr>
          <th scope="col">{titles[step]}</th>
          <th scope="col">Revenue</th>
          <th scope="col">Orders</th>
          <th scope="col">Revenue in the period before</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.from}>
            <th scope="row">{formatPoint(point)}</th>
            <td>{formatUsd(point.revenue)}</td>
            <td>{formatCount(point.orders)}</td>
            <td>{point.before === null ? '-' : formatUsd(point.before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface PeriodPickerProps {
  readonly chosen: ReturnType<typeof usePeriod>
  /** In the viewer's time zone; undefined until the server has sent it. */
  readonly today: string | undefined
}

const presets = chartDays.map((days) => ({ value: String(days), label: days === 365 ? '1 year' : `${days} days` }))
const stepOptions = steps.map((step) => ({ value: step, label: `By ${step}` }))

/** Chooses the last days or a range, and the steps if the period is long enough. */
function PeriodPicker({ chosen: { period, step, choose, move, chooseStep }, today }: PeriodPickerProps) {
  const isRange = 'from' in period
  const count = daysIn(period)
  const startRange = () => {
    const to = today ?? dayOf(new Date(), viewerZone())
    choose({ from: addDays(to, 1 - count), to })
  }
  return (
    <>
      {isRange && (
        <DateRange
          from={period.from}
          to={period.to}
          min={addDays(period.to, 1 - maxDays)}
          max={today}
          onChange={(days) => days.from !== '' && days.to !== '' && move(days)}
        />
      )}
      {count > 31 && (
        <div className="w-32">
          <Select aria-label="Steps" value={step} options={stepOptions} onChange={(next) => chooseStep(next as Step)} />
        </div>
      )}
      <Segmented
        label="Period"
        value={isRange ? 'range' : String(period.days)}
        options={[...presets, { value: 'range', label: 'Range' }]}
        onChange={(next) => (next === 'range' ? startRange() : choose({ days: Number(next) }))}
      />
    </>
  )
}
