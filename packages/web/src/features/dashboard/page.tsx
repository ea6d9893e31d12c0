import { formatUsd } from '@keydesk/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { BookText, ChartLine, TrendingDown, TrendingUp } from 'lucide-react'
import { useMemo } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { filterClass } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { lazyDialog, lazyPart, WhenIdle } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { useCloseOver, useSetSearchParams } from '../../kit/search-params.ts'
import { formatCount, plural } from '../../kit/text/format.ts'
import { dashboardHeader, steps } from '../../routes/dashboard.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { RestoreHoldsNotice } from '../restore-holds/parts.tsx'
import { SetupList } from '../setup/parts.tsx'
import { type DailyAnswer, dailySalesQuery, periodSalesQuery, runwayQuery, statisticsQuery } from './data.ts'
import { type Step, formatPeriod, unitIn, usePeriod } from './period.ts'
import { SalesSkeleton, salesPanelsClass, StatisticsSkeleton } from './pending.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { RunningOutPanel } from './running-out.tsx'
import { type SalesSeries, chartHeight, formatChange, toSeries } from './series.ts'
import { StatisticsTable } from './statistics-table.tsx'

const BooksDrawer = lazyDialog('Books', async () => (await import('./books.tsx')).BooksDrawer)

const DisabledWebhooks = lazyPart(async () => (await import('../webhooks/parts.tsx')).DisabledWebhooks)

const route = getRouteApi('/frame/')

export function DashboardPage() {
  const period = usePeriod()
  const { isOwnHost, may } = useAuth()
  const seesBooks = isOwnHost && may('payouts:read')
  const isBooksOpen = route.useSearch().books === '1'
  const change = useSetSearchParams()
  const closeOver = useCloseOver()
  const api = useApi()
  const products = useQuery(statisticsQuery(api))
  const daily = useQuery({ ...dailySalesQuery(api, period.period), enabled: isOwnHost })
  const inPeriod = useQuery({ ...periodSalesQuery(api, period.period), enabled: isOwnHost })
  const runway = useQuery({ ...runwayQuery(api), enabled: isOwnHost })
  return (
    <Page>
      <PageHeader
        {...dashboardHeader}
        actions={
          seesBooks && (
            <Button
              isCompact
              icon={<BookText aria-hidden />}
              data-tooltip="A period for the accountant, as a table, a file or on paper"
              onPointerEnter={BooksDrawer.preload}
              onClick={() => void change({ books: '1' }, { isStep: true })}
            >
              Books
            </Button>
          )
        }
      />
      <div className="space-y-6">
        {isOwnHost && may('restores:manage') && <RestoreHoldsNotice />}
        <SetupList />
        {isOwnHost && (
          // The panels are grid items, so that both are as high as the row. Sales come first: their height is known before the answers.
          <div className={salesPanelsClass}>
            <SalesPanel query={daily} chosen={period} hasSold={products.data?.some(({ total_quantity }) => total_quantity > 0)} />
            <div className="grid min-w-0 print:hidden">
              <RunningOutPanel query={runway} />
            </div>
          </div>
        )}
        <Loaded query={products} failure="Failed to fetch sales statistics" skeleton={<StatisticsSkeleton />}>
          {(rows) => <StatisticsTable rows={rows} period={period.period} inPeriod={isOwnHost ? inPeriod : undefined} />}
        </Loaded>
      </div>
      {isOwnHost && may('webhooks:manage') && (
        <WhenIdle>
          <DisabledWebhooks />
        </WhenIdle>
      )}
      {seesBooks && isBooksOpen && (
        <BooksDrawer chosen={period} today={daily.data?.today} onClose={() => closeOver({ books: undefined })} />
      )}
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

/** Revenue and orders over time: sums and the chart. */
function SalesPanel({ query, chosen, hasSold }: SalesPanelProps) {
  const description = `Completed orders of ${formatPeriod(chosen.period)}.`
  return (
    <Panel title="Revenue and orders" description={description} actions={<PeriodPicker chosen={chosen} today={query.data?.today} />}>
      <Loaded query={query} failure="Failed to fetch revenue and orders" skeleton={<SalesSkeleton />}>
        {(answer) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <Sales answer={answer} chosen={chosen} hasSold={hasSold} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

interface SalesProps extends Pick<SalesPanelProps, 'chosen' | 'hasSold'> {
  readonly answer: DailyAnswer
}

function Sales({ answer, chosen: { step, isStepChosen, chooseStep }, hasSold }: SalesProps) {
  const series = useMemo(() => {
    const { days, period, today } = answer
    return toSeries(days, period, step, today)
  }, [answer, step])
  const hasSales = series.sums.orders > 0
  if (!hasSales && hasSold === false) return <NoSalesYet />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SalesFigures series={series} isCalendar={unitIn(answer.period) !== undefined} />
        <div className="w-32 print:hidden">
          <Select
            aria-label="Steps"
            value={step}
            options={stepOptions}
            styleClass={filterClass(isStepChosen)}
            onChange={(next) => chooseStep(next as Step)}
          />
        </div>
      </div>
      {hasSales ? <SalesChart series={series} step={step} /> : <NoSalesInPeriod />}
    </>
  )
}

const stepOptions = steps.map((step) => ({ value: step, label: `By ${step}` }))

const NoSalesYet = () => (
  <EmptyState
    icon={<ChartLine />}
    title="No sales yet"
    hint="Add a product with keys, and connect your storefront through the store API. Each completed order shows here."
  />
)

/** As high as the chart, so that the page below stays where it is while somebody looks for other days. */
const NoSalesInPeriod = () => (
  <div style={{ minHeight: chartHeight }} className="grid place-content-center">
    <EmptyState icon={<ChartLine />} title="No sales in this period" hint="Choose a longer one, or other days, to see what was sold." />
  </div>
)

/** Three sums with their change against the previous period; the revenue is the large one. */
function SalesFigures({ series, isCalendar }: { readonly series: SalesSeries; readonly isCalendar: boolean }) {
  const { change, daysCompared } = series
  const { revenue, orders, average } = series.sums
  const against = `Days that are over, against ${isCalendar ? 'the same days' : plural(daysCompared, 'day')} of the period before`
  return (
    <dl className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <Figure name="Revenue" value={formatUsd(revenue)} change={change.revenue} against={against} isLarge />
      <Figure name="Orders" value={formatCount(orders)} change={change.orders} against={against} />
      <Figure name="Average order value" value={average === null ? '-' : formatUsd(average)} change={change.average} against={against} />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly change: number | null
  readonly against: string
  readonly isLarge?: boolean
}

function Figure({ name, value, change, against, isLarge = false }: FigureProps) {
  const Arrow = change !== null && change < 0 ? TrendingDown : TrendingUp
  return (
    <div className={isLarge ? 'max-sm:basis-full' : undefined}>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className={cx('font-semibold tracking-tight tabular-nums', isLarge ? 'text-[2rem]/10' : 'text-title')}>{value}</dd>
      {/* The line is kept without a change, so that the chart does not move. */}
      <dd
        data-tooltip={change === null ? undefined : against}
        className="flex min-h-4 items-center gap-1 text-caption text-muted tabular-nums"
      >
        {change !== null && (
          <>
            <Arrow aria-hidden className={change < 0 ? 'size-3.5 text-red' : 'size-3.5 text-green'} />
            {formatChange(change)} <span className={isLarge ? undefined : 'sr-only'}>on the period before</span>
            <span className="sr-only">({against})</span>
          </>
        )}
      </dd>
    </div>
  )
}
