import { books, booksExport, type BooksOfPeriod, type BooksSums, type Days } from '@keydesk/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { BookText, Download, Printer } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Api } from '../../api/call.ts'
import { useApi, useDownload } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { Drawer } from '../../kit/overlay/drawer.tsx'
import type { Sort } from '../../kit/table/column.ts'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { capital, formatFullDay, plural, viewerZone } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { saveFile } from '../../kit/text/save-file.ts'
import { formatPeriod, formatRange, type Period, type usePeriod } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { Cost, Profit } from './statistics-table.tsx'

interface Props {
  readonly chosen: ReturnType<typeof usePeriod>
  readonly today: string | undefined
  readonly onClose: () => void
}

/** The books of the Dashboard's period, to read, to print and as a file. */
export function BooksDrawer({ chosen, today, onClose }: Props) {
  const query = useQuery(booksQuery(useApi(), chosen.period))
  const exporting = useExportBooks()
  const isEmpty = query.data?.by_day.length === 0
  return (
    <Drawer
      title="Books"
      size="widest"
      description={`${capital(inDays(chosen.period, query.isPlaceholderData ? undefined : query.data))}, in days of ${query.data?.time_zone ?? viewerZone()}. A refund counts at the day of its sale.`}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<Printer aria-hidden />}
            disabled={query.data === undefined || query.isPlaceholderData || isEmpty}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Button
            variant="primary"
            icon={<Download aria-hidden />}
            busy={exporting.isPending && 'Exporting...'}
            onClick={() => exporting.mutate(chosen.period)}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <div className="mb-4">
        <PeriodPicker chosen={chosen} today={today} />
      </div>
      <Loaded query={query} failure="Failed to fetch the books" skeleton={<SkeletonLines lines={12} />}>
        {(answer) => (
          <div aria-busy={query.isPlaceholderData} className="space-y-6 transition-opacity aria-busy:opacity-60">
            {answer.by_day.length === 0 ? <NothingBooked /> : <Books books={answer} />}
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

/** The period with the days that the books have, which are those of their own zone. */
function inDays(period: Period, answer: Days | undefined): string {
  if (answer === undefined) return formatPeriod(period)
  if ('days' in period) return `${formatPeriod(period)} (${formatRange(answer.from, answer.to)})`
  return formatPeriod({ ...period, from: answer.from, to: answer.to })
}

const NothingBooked = () => (
  <EmptyState
    icon={<BookText />}
    title="Nothing to book in this period"
    hint="No order was completed and nothing was paid out. Choose other days."
  />
)

function Books({ books: { totals, by_product, by_day } }: { readonly books: BooksOfPeriod }) {
  return (
    <>
      <Totals totals={totals} />
      <Part
        title="By product"
        sort={{ column: 'Revenue', direction: 'descending' }}
        rows={by_product}
        columns={[
          { title: 'Product', share: 2, priority: 'high', cell: (row) => row.product_name, sort: (row) => row.product_name },
          ...columns,
        ]}
        rowKey={(row) => row.product_id}
      />
      <Part
        title="By day"
        sort={{ column: 'Day', direction: 'ascending' }}
        rows={by_day}
        columns={[
          { title: 'Day', share: 2, priority: 'high', cell: (row) => formatFullDay(row.day), sort: (row) => row.day },
          ...columns,
          payouts,
        ]}
        rowKey={(row) => row.day}
      />
    </>
  )
}

interface PartProps<Row> {
  readonly title: string
  readonly sort: Sort
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
}

function Part<Row>({ title, ...table }: PartProps<Row>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <DataTable
        label={title}
        {...table}
        renderHeading={(sortBy) => (
          <header className="mb-2 flex items-center justify-between gap-4">
            <h3 id={id} className="font-semibold">
              {title}
            </h3>
            {sortBy}
          </header>
        )}
        empty={null}
      />
    </section>
  )
}

const amount = (title: string, of: (sums: BooksSums) => number, more: Partial<Column<BooksSums>> = {}): Column<BooksSums> => ({
  ...{ title, align: 'right', share: 1, cell: (row) => <Money amount={of(row)} />, sort: of },
  ...more,
})

const columns: readonly Column<BooksSums>[] = [
  amount('Sales', ({ sales }) => sales),
  amount('Discounts', ({ discounts }) => discounts),
  amount('Refunds', ({ refunds }) => refunds),
  amount('Revenue', ({ revenue }) => revenue, { priority: 'high' }),
  amount('Commissions', ({ commissions }) => commissions, { priority: 'low' }),
  amount('Cost', ({ cost }) => cost, { priority: 'low', cell: (row) => <Cost sales={row} /> }),
  amount('Profit', ({ profit }) => profit, { cell: (row) => <Profit sales={row} /> }),
]
const payouts = amount('Payouts', (row) => row.payouts, { priority: 'low' })

interface Line {
  readonly name: string
  /** A number is dollars. */
  readonly value: ReactNode
  readonly note?: string | undefined
}

function Totals({ totals }: { readonly totals: BooksSums }) {
  const { units, refunded_units, units_without_cost } = totals
  const lines: readonly Line[] = [
    { name: 'Sales at list prices', value: totals.sales, note: plural(units, 'unit') },
    { name: 'Discounts', value: -totals.discounts },
    { name: 'Refunds', value: -totals.refunds, note: refunded_units === 0 ? undefined : plural(refunded_units, 'unit') },
    { name: 'Revenue', value: totals.revenue },
    {
      name: 'Cost of keys',
      value: <Cost sales={{ ...totals, cost: -totals.cost }} />,
      note: units_without_cost === 0 ? undefined : `not known for ${plural(units_without_cost, 'key')}`,
    },
    { name: 'Profit', value: <Profit sales={totals} /> },
    { name: 'Commissions of referrers', value: totals.commissions },
    { name: 'Paid out to referrers', value: totals.payouts },
  ]
  return (
    <table aria-label="Totals" className="w-full max-w-xl text-table">
      <tbody>
        {lines.map(({ name, value, note }) => (
          <tr key={name} className={sums.has(name) ? 'border-t border-border font-semibold' : undefined}>
            <th scope="row" className={cx('py-1.5 pr-4 text-left', sums.has(name) ? 'font-semibold' : 'font-normal')}>
              {name}
              {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
            </th>
            <td className="py-1.5 text-right">{typeof value === 'number' ? <Money amount={value} /> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The lines that add up those above them. */
const sums: ReadonlySet<string> = new Set(['Revenue', 'Profit'])

const queryOf = (period: Period) => ({ ...daysOnly(period), time_zone: viewerZone() })
/** A named period without its days: the server knows today in the zone of the books. */
function daysOnly(period: Period) {
  if ('days' in period) return { days: period.days }
  return period.name === undefined ? { from: period.from, to: period.to } : { period: period.name }
}

const booksQuery = (api: Api, period: Period) =>
  queryOptions({
    queryKey: queryKeys.books(period),
    queryFn: async ({ signal }) => (await api(books.read, { query: queryOf(period) }, { signal })).data,
    placeholderData: keepPreviousData,
  })

function useExportBooks() {
  const download = useDownload()
  return useAction({
    run: async (period: Period) => {
      const { blob, name } = await download(booksExport.path, queryOf(period))
      saveFile(blob, name ?? 'books.csv')
    },
    success: null,
    failure: { serverOr: 'Failed to export the books' },
    refresh: null,
  })
}
