import type { StatisticsRow } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { buttonClass } from '../../kit/controls/button.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText, Money } from '../../kit/text/date-text.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Failed, Outdated } from '../../kit/feedback/failed.tsx'
import { formatCount } from '../../kit/text/format.ts'
import type { PeriodAnswer } from './data.ts'
import { type Period, formatPeriod, isRunning } from './period.ts'
import { Trend } from './trend.tsx'

const product: Column<StatisticsRow> = {
  title: 'Product',
  share: 3,
  priority: 'high',
  cell: (row) => (
    <span>
      {row.product_name}
      {row.is_deleted && <DeletedBadge />}
    </span>
  ),
  sort: (row) => row.product_name,
}

const lifetime: Column<StatisticsRow>[] = [
  { title: 'Total Quantity', align: 'right', share: 1, cell: (row) => formatCount(row.total_quantity), sort: (row) => row.total_quantity },
  {
    title: 'Total Revenue',
    align: 'right',
    share: 1,
    priority: 'high',
    cell: (row) => <Money amount={row.total_revenue} />,
    sort: (row) => row.total_revenue,
  },
  {
    title: 'Variants Sold',
    align: 'right',
    share: 1,
    priority: 'low',
    cell: (row) => formatCount(row.variants_sold),
    sort: (row) => row.variants_sold,
  },
  {
    title: 'Last Purchase',
    align: 'right',
    share: 1,
    priority: 'low',
    cell: (row) => <DateText at={row.last_purchase_at} />,
    sort: (row) => row.last_purchase_at,
  },
]

/**
 * The columns of sales in the chart's period.
 * @param isOver the period does not include today
 */
function periodColumns(answer: PeriodAnswer | undefined, isOver: boolean): Column<StatisticsRow>[] {
  const quantityOf = (row: StatisticsRow) => answer?.sales.get(row.product_id)?.quantity ?? 0
  const revenueOf = (row: StatisticsRow) => answer?.sales.get(row.product_id)?.revenue ?? 0
  // The columns show before their figures are loaded, so that nothing moves.
  const once = (cell: (row: StatisticsRow) => ReactNode) => (row: StatisticsRow) => answer && cell(row)
  return [
    { title: 'Period Quantity', align: 'right', share: 1, cell: once((row) => formatCount(quantityOf(row))), sort: quantityOf },
    { title: 'Period Revenue', align: 'right', share: 1, cell: once((row) => <Money amount={revenueOf(row)} />), sort: revenueOf },
    {
      title: 'Trend',
      align: 'right',
      cell: ({ product_id }) => <Trend values={answer?.sales.get(product_id)?.trend ?? []} isRunning={!isOver} />,
    },
  ]
}

interface Props {
  readonly rows: readonly StatisticsRow[]
  readonly period: Period
  /** Sales in the period; undefined if the host does not know them. */
  readonly inPeriod: UseQueryResult<PeriodAnswer> | undefined
}

/** Sales of each product in the chart's period and in total, by revenue. */
export function StatisticsTable({ rows, period, inPeriod }: Props) {
  const data = inPeriod?.data
  const isKnown = inPeriod !== undefined && (data !== undefined || inPeriod.error === null)
  const isOver = !isRunning(period)
  const columns = useMemo(() => [product, ...(isKnown ? periodColumns(data, isOver) : []), ...lifetime], [isKnown, data, isOver])
  return (
    <section
      aria-labelledby="sales-by-product"
      aria-busy={inPeriod?.isPlaceholderData}
      className="transition-opacity aria-busy:opacity-60 [&_[data-row-link]:hover]:text-accent"
    >
      <h2 id="sales-by-product" className="font-semibold">
        Sales by product
      </h2>
      <p className="mt-0.5 mb-3 text-table text-muted">
        {isKnown ? `The period is ${formatPeriod(period)}; totals are of all time.` : 'All time.'}
      </p>
      {inPeriod?.isError === true && <PeriodFailed query={inPeriod} />}
      <DataTable
        label="Sales by product"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.product_id || row.product_name}
        rowHref={hrefOf}
        sort={{ column: 'Total Revenue', direction: 'descending' }}
        empty={<NoProducts />}
      />
    </section>
  )
}

function PeriodFailed({ query }: { readonly query: UseQueryResult<PeriodAnswer> }) {
  const failed = { error: query.error, isTrying: query.isFetching, onRetry: () => void query.refetch() }
  return (
    <div className="mb-3">
      {query.data === undefined ? <Failed title="Failed to fetch the sales of the period" {...failed} /> : <Outdated {...failed} />}
    </div>
  )
}

const DeletedBadge = () => (
  <>
    {' '}
    <Badge tone="neutral">Deleted</Badge>
  </>
)

/** A deleted product has no page. */
const hrefOf = ({ product_id, is_deleted }: StatisticsRow) => (product_id > 0 && !is_deleted ? `/products/${product_id}` : undefined)

function NoProducts() {
  const action = (
    <Link to="/products" className={buttonClass()}>
      Go to Products
    </Link>
  )
  return (
    <EmptyState
      icon={<ChartColumn />}
      title="No sales to show yet"
      hint="Add a product; what it sells and earns appears here."
      action={action}
    />
  )
}
