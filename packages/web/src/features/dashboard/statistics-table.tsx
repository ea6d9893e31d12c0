import { formatUsd, isCostUnknown, type PeriodSales, type StatisticsRow } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, CircleAlert, Download } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Failed, Outdated } from '../../kit/feedback/failed.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { type ListedColumn, useSeenColumns } from '../../routes/columns.ts'
import { statisticsColumns } from '../../routes/dashboard.ts'
import { type PeriodAnswer, useExportSales } from './data.ts'
import { type Period, formatPeriod, isRunning } from './period.ts'
import { changeOf, formatChange } from './series.ts'
import { Trend } from './trend.tsx'

type Name = keyof typeof statisticsColumns
type Content = Pick<Column<StatisticsRow>, 'cell' | 'sort'>

/**
 * What each column shows.
 * @param answer the sales of the chart's period
 * @param isOver the period does not include today
 */
function contentsOf(answer: PeriodAnswer | undefined, isOver: boolean): Readonly<Record<Name, Content>> {
  const salesOf = (row: StatisticsRow) => answer?.sales.get(row.product_id) ?? noSales
  // The columns show before their figures are loaded, so that nothing moves.
  const once = (cell: (sales: PeriodSales) => ReactNode) => (row: StatisticsRow) => answer && cell(salesOf(row))
  return {
    product: { cell: (row) => <ProductName row={row} />, sort: (row) => row.product_name },
    quantity: { cell: once(({ quantity }) => formatCount(quantity)), sort: (row) => salesOf(row).quantity },
    revenue: { cell: once(({ revenue }) => <Money amount={revenue} />), sort: (row) => salesOf(row).revenue },
    cost: { cell: once((sales) => <Cost sales={sales} />), sort: (row) => salesOf(row).cost },
    profit: { cell: once((sales) => <Profit sales={sales} />), sort: (row) => salesOf(row).profit },
    trend: { cell: (row) => <ChangeWithTrend sales={salesOf(row)} isOver={isOver} /> },
    totalQuantity: { cell: (row) => formatCount(row.total_quantity), sort: (row) => row.total_quantity },
    totalRevenue: { cell: (row) => <Money amount={row.total_revenue} />, sort: (row) => row.total_revenue },
    variantsSold: { cell: (row) => formatCount(row.variants_sold), sort: (row) => row.variants_sold },
    lastPurchase: { cell: (row) => <DateText at={row.last_purchase_at} />, sort: (row) => row.last_purchase_at },
  }
}

const ProductName = ({ row: { product_name, is_deleted } }: { readonly row: StatisticsRow }) =>
  is_deleted ? (
    <span className="flex items-center gap-2">
      <span className="truncate">{product_name}</span> <Badge tone="neutral">Deleted</Badge>
    </span>
  ) : (
    product_name
  )

const noSales: PeriodSales = {
  ...{ product_id: 0, quantity: 0, revenue: 0, cost: 0, profit: 0, units_without_cost: 0, trend: [] },
  before: { quantity: 0, revenue: 0 },
}

interface Costs {
  readonly sales: Pick<PeriodSales, 'cost' | 'profit' | 'units_without_cost'>
}

export const Cost = ({ sales }: Costs) => (isCostUnknown(sales) ? <Unknown /> : <Money amount={sales.cost ?? 0} />)

const Unknown = () => (
  <span data-tooltip="No cost is known for its keys" className="relative z-1 text-muted">
    -<span className="sr-only">, not known</span>
  </span>
)

/** With a sign where some costs are missing, so that the profit is too high. */
export function Profit({ sales }: Costs) {
  const { profit, units_without_cost } = sales
  if (isCostUnknown(sales)) return <Unknown />
  if (!units_without_cost) return <Money amount={profit ?? 0} />
  const missing = `${plural(units_without_cost, 'key')} without a known cost`
  return (
    <span data-tooltip={missing} className="relative z-1 inline-flex items-center gap-1">
      <CircleAlert aria-hidden data-sign className="size-3.5 text-yellow" />
      <Money amount={profit ?? 0} />
      <span className="sr-only">, {missing}</span>
    </span>
  )
}

function ChangeWithTrend({ sales, isOver }: { readonly sales: PeriodSales; readonly isOver: boolean }) {
  const { revenue, before } = sales.compared ?? sales
  const change = changeOf(revenue, before.revenue)
  const when = isOver ? 'in the period before' : 'on the same days before'
  return (
    <span className="inline-flex items-center justify-end gap-2">
      {change !== null && (
        <span
          data-tooltip={`${isOver ? '' : 'Days that are over, against '}${formatUsd(before.revenue)} for ${plural(before.quantity, 'unit')} ${when}`}
          className="relative z-1 text-caption whitespace-nowrap text-muted tabular-nums"
        >
          {formatChange(change)}
          <span className="sr-only">
            {' '}
            on {formatUsd(before.revenue)} {when}
          </span>
        </span>
      )}
      <Trend values={sales.trend} isRunning={!isOver} />
    </span>
  )
}

interface Props {
  readonly rows: readonly StatisticsRow[]
  readonly period: Period
  /** Sales in the period; undefined if the host does not know them. */
  readonly inPeriod: UseQueryResult<PeriodAnswer> | undefined
}

/** Sales of each product in the chart's period and in total, by revenue. */
export function StatisticsTable({ rows, period, inPeriod }: Props) {
  const exporting = useExportSales()
  const data = inPeriod?.data
  const isKnown = inPeriod !== undefined && (data !== undefined || inPeriod.error === null)
  const isOver = !isRunning(period)
  const columns = useMemo(() => {
    const contents = contentsOf(data, isOver)
    return Object.entries<ListedColumn>(statisticsColumns)
      .filter(([, { isOwnHostOnly }]) => isKnown || isOwnHostOnly !== true)
      .map(([name, shape]) => ({ ...shape, ...contents[name as Name] }))
  }, [isKnown, data, isOver])
  // Count listed products only: a deleted one with all sales refunded has no row.
  const withoutCost = rows.reduce((sum, { product_id }) => sum + (data?.sales.get(product_id)?.units_without_cost ?? 0), 0)
  return (
    <section
      aria-labelledby="sales-by-product"
      aria-busy={inPeriod?.isPlaceholderData}
      className="transition-opacity aria-busy:opacity-60 [&_[data-row-link]:hover]:text-accent"
    >
      <DataTable
        label="Sales by product"
        renderHeading={(sortBy) => (
          <>
            <header className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <h2 id="sales-by-product" className="font-semibold">
                  Sales by product
                </h2>
                <p className="mt-0.5 text-table text-muted">
                  {isKnown ? `The period is ${formatPeriod(period)}; totals are of all time.` : 'All time.'}
                </p>
              </div>
              <div className="flex grow items-center justify-between gap-3 md:grow-0 print:hidden">
                {sortBy}
                {isKnown && (
                  <Button
                    size="sm"
                    icon={<Download aria-hidden />}
                    data-tooltip="The sales of the period and of the one before"
                    busy={exporting.isPending && 'Exporting...'}
                    onClick={() => exporting.mutate(period)}
                  >
                    Export CSV
                  </Button>
                )}
              </div>
            </header>
            {inPeriod?.isError === true && <PeriodFailed query={inPeriod} />}
          </>
        )}
        rows={rows}
        columns={useSeenColumns(columns)}
        rowKey={(row) => row.product_id || row.product_name}
        rowHref={hrefOf}
        sort={{ column: 'Total Revenue', direction: 'descending' }}
        empty={<NoProducts />}
      />
      {/* Below the table, which does not move when another period has no such keys. */}
      {withoutCost > 0 && (
        <p className="mt-2 text-table text-muted">
          No cost is known for {plural(withoutCost, 'key')}. Set it at the imports of a variant; keys saved in a list and past orders have
          none.
        </p>
      )}
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
