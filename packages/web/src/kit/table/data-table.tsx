import { limits } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { type VirtualItem, useWindowVirtualizer } from '@tanstack/react-virtual'
import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, type Ref, memo, useLayoutEffect, useRef, useState } from 'react'
import { type Column, type RowLink, type Sort, cellStyle, nextSort, sortRows, tableStyle } from './column.ts'

export type { Column }

interface DataTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** Where a row leads, if anywhere. Its first cell becomes a link that fills the row. Define it outside the component: rows are memoised. */
  readonly rowHref?: (row: Row) => RowLink | undefined
  /** Where sorting starts; with `onSort` the rows come sorted, and this says how. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Shown in place of rows: an EmptyState, or NoResults when a filter is on. */
  readonly empty: ReactNode
}

/** Longer tables draw only the rows near the window. */
const longTable = 60
/**
 * A table in a card. Wide, each row is one line below a header that stays in sight; narrow, its columns of low priority stand on a second
 * line; on phones each row is a card. styles/data-table.css does all of it, so that the page holds one table of one shape.
 */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, empty }: DataTableProps<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shownSort = onSort === undefined ? ownSort : sort
  const sorted = onSort === undefined ? sortRows(rows, columns, shownSort) : rows
  const isLong = sorted.length > longTable
  const Rows = isLong ? VirtualRows : PlainRows
  return (
    <div role="region" aria-label={label} className="data-table">
      {/* The roles are those of the elements: a browser forgets them where a style sheet makes grids of tables. */}
      <table role="table" aria-label={label} aria-rowcount={isLong ? sorted.length + 1 : undefined} style={tableStyle(columns)}>
        <DataTableHead columns={columns} sort={shownSort} onSort={onSort ?? setOwnSort} />
        <Rows label={label} rows={sorted} columns={columns} rowKey={rowKey} rowHref={rowHref} />
      </table>
      {rows.length === 0 && empty}
    </div>
  )
}

interface DataTableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

function DataTableHead<Row>({ columns, sort, onSort }: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, index) => (
          <th
            key={column.title}
            role="columnheader"
            scope="col"
            aria-sort={column.sort === undefined ? undefined : sort?.column === column.title ? sort.direction : 'none'}
            data-priority={column.priority}
            data-align={column.align}
            data-actions={column.isActions}
            style={cellStyle(columns, index)}
          >
            {column.sort === undefined ? (
              <span className={column.hideTitle ? 'sr-only' : undefined}>{column.title}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, column.title))}
                className={cx(
                  'inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-text touch:min-h-11 touch:min-w-11',
                  column.align === 'right' && 'flex-row-reverse',
                )}
              >
                {column.title}
                <Arrow direction={sort?.column === column.title ? sort.direction : null} />
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Arrow({ direction }: { readonly direction: Sort['direction'] | null }) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return <Icon aria-hidden className={cx('size-3.5 shrink-0', direction === null ? 'opacity-50' : 'text-text')} />
}

interface RowsProps<Row> {
  /** Of the table. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
}

const PlainRows = <Row,>({ rows, columns, rowKey, rowHref }: RowsProps<Row>) => (
  <tbody role="rowgroup">
    {rows.map((row) => (
      <DataTableRow key={rowKey(row)} row={row} columns={columns} rowHref={rowHref} index={undefined} measure={undefined} />
    ))}
  </tbody>
)

/** Pixels, of a row that was not drawn yet: one of a table whose texts need one line, or a usual card. */
const rowHeight = { line: 44, card: 190 }

/** The heights that a table had, so that Back finds each row where it was left. Those of another width do not count. */
const kept = new Map<string, { readonly width: number; readonly rows: VirtualItem[] }>()

/** The rows of a long table: only those near the window are in the page. */
function VirtualRows<Row>({ label, rows, columns, rowKey, rowHref }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const [before] = useState(() => kept.get(label))
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (window.innerWidth < limits.mobileBreakpointPx ? rowHeight.card : rowHeight.line),
    getItemKey: (index) => rowKey(rows[index]!),
    measureElement: heightOf,
    initialMeasurementsCache: before?.width === window.innerWidth ? before.rows : [],
    overscan: 10,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    if (body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY)
    return () => void kept.set(label, { width: window.innerWidth, rows: virtualizer.takeSnapshot() })
  }, [label, virtualizer])
  const drawn = virtualizer.getVirtualItems()
  const above = (drawn[0]?.start ?? top) - top
  const below = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    // Scroll anchoring would follow the space below the rows as it moves, and scroll the page to its end.
    <tbody role="rowgroup" ref={body} className="[overflow-anchor:none]">
      {above > 0 && <Space height={above} />}
      {drawn.map(({ index, key }) => (
        <DataTableRow key={key} row={rows[index]!} columns={columns} rowHref={rowHref} index={index} measure={virtualizer.measureElement} />
      ))}
      {below > 0 && <Space height={below} />}
    </tbody>
  )
}

/** With the gap below a card. */
const heightOf = (row: HTMLElement): number => row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)

/** Keeps the room of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => <tr aria-hidden data-space style={{ height }} />

interface DataTableRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
  /** Of a long table, where not every row is in the page: the row's place, from 0. */
  readonly index: number | undefined
  readonly measure: Ref<HTMLTableRowElement> | undefined
}

/** One row. Where it leads somewhere, the link of its first cell covers it whole; buttons in other cells stay above the link. */
function PlainRow<Row>({ row, columns, rowHref, index: place, measure }: DataTableRowProps<Row>) {
  const href = rowHref?.(row)
  return (
    <tr
      ref={measure}
      role="row"
      data-index={place}
      aria-rowindex={place === undefined ? undefined : place + 2}
      className={href === undefined ? undefined : 'hover:bg-hover [&_a]:relative [&_button]:relative [&_button]:z-1'}
    >
      {columns.map((column, index) => (
        <td
          key={column.title}
          role="cell"
          data-label={column.title}
          data-priority={column.priority}
          data-align={column.align}
          data-fits={column.share === undefined}
          data-actions={column.isActions}
          style={cellStyle(columns, index)}
        >
          {/* One box for whatever the cell holds: on a card it stands beside its label. */}
          <div>
            {index === 0 && href !== undefined ? (
              <Link
                {...(typeof href === 'string' ? { to: href } : { to: '.', search: href.search, resetScroll: false })}
                data-row-link
                className="static! font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </div>
        </td>
      ))}
    </tr>
  )
}

/** Memoised: a list that grows page by page draws only its new rows. */
const DataTableRow = memo(PlainRow) as typeof PlainRow
