import { limits } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { type VirtualItem, useWindowVirtualizer } from '@tanstack/react-virtual'
import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, type Ref, memo, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsPrinting } from '../layout/printing.ts'
import { useFocusRefuge } from '../overlay/focus.ts'
import { formatCount } from '../text/format.ts'
import {
  type Column,
  type RowLink,
  RowName,
  type Sort,
  cellAttributes,
  firstNamed,
  headAttributes,
  nextSort,
  sortRows,
  tableStyle,
} from './column.ts'
import { keepFromScrolling, openRow } from './row-press.ts'
import { SortBy } from './sort-by.tsx'

export type { Column }

interface DataTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** The link of a row: the first cell of a column with a shown title becomes a link that fills the row. Define it outside the component, because rows are memoised. */
  readonly rowHref?: (row: Row) => RowLink | undefined
  /** The initial sort; with `onSort` the rows come sorted, this is their sort, and the caller shows `SortBy`. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Draws the heading, with the choice of the sort beside it. */
  readonly renderHeading?: (sortBy: ReactNode) => ReactNode
  /** The key of the row that is open in a drawer. */
  readonly current?: string | number | undefined
  /** The number of rows on the server, as text. With it the header of a long table shows the rows in view: '41–60 of 3,000'. */
  readonly total?: string
  /** Shown without rows: an EmptyState, or NoResults when a filter is on. */
  readonly empty: ReactNode
}

/** Longer tables draw only the rows near the window; all of them on paper. */
const longTable = 60
/**
 * A table in a card. On a wide screen each row is one line below a sticky header; on a narrow one, columns of low priority are on a second
 * line; on a phone each row is a card. styles/data-table.css does all of it, so that the markup is one table.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, rowHref, sort, onSort, renderHeading, current, total, empty } = props
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shownSort = onSort === undefined ? ownSort : sort
  const sorted = onSort === undefined ? sortRows(rows, columns, shownSort) : rows
  const isPrinting = useIsPrinting()
  const isLong = sorted.length > longTable && !isPrinting
  const [positionBox, setPositionBox] = useState<HTMLElement | null>(null)
  const region = useFocusRefuge()
  const sortBy = { columns, sort: shownSort, onSort: onSort ?? setOwnSort }
  const rowsProps = { rows: sorted, columns, rowKey, rowHref, current }
  return (
    <>
      {renderHeading?.(<SortBy {...sortBy} />)}
      <div ref={region} tabIndex={-1} role="region" aria-label={label} className="data-table">
        {renderHeading === undefined && onSort === undefined && rows.length > 0 && <SortBy {...sortBy} className="mb-2 justify-end" />}
        {/* The explicit roles repeat those of the elements, because browsers drop them when CSS turns a table into a grid. */}
        <table role="table" aria-label={label} aria-rowcount={isLong ? sorted.length + 1 : undefined} style={tableStyle(columns)}>
          <DataTableHead {...sortBy} positionBox={setPositionBox} />
          {isLong ? <VirtualRows {...rowsProps} label={label} total={total} positionBox={positionBox} /> : <PlainRows {...rowsProps} />}
        </table>
        {rows.length === 0 && empty}
      </div>
    </>
  )
}

interface DataTableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly positionBox: Ref<HTMLElement>
}

function DataTableHead<Row>({ columns, sort, onSort, positionBox }: DataTableHeadProps<Row>) {
  // The last column with room beside its title, before those at the end that a narrow window moves and a drawer beside the list covers.
  const roomy = columns.findLastIndex(({ share, align, priority }) => share !== undefined && align === undefined && priority !== 'low')
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, index) => (
          <th
            key={column.title}
            role="columnheader"
            scope="col"
            aria-label={column.title}
            aria-sort={column.sort === undefined ? undefined : sort?.column === column.title ? sort.direction : 'none'}
            {...headAttributes(columns, index)}
          >
            {column.sort === undefined ? (
              <span className={column.hideTitle ? 'sr-only' : undefined}>{column.title}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, column.title))}
                className="group relative inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-text touch:min-h-11 touch:min-w-11"
              >
                {column.title}
                <Arrow direction={sort?.column === column.title ? sort.direction : null} isHanging={column.align === 'right'} />
              </button>
            )}
            {index === roomy && <span ref={positionBox} aria-hidden className="float-right font-normal tabular-nums" />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface ArrowProps {
  readonly direction: Sort['direction'] | null
  /** In the padding before the title, which ends where the numbers below it end. */
  readonly isHanging: boolean
}

/** Beside the title. Only a sorted column shows its arrow all the time. */
function Arrow({ direction, isHanging }: ArrowProps) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  const opacity = direction === null ? 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60' : 'text-text'
  return <Icon aria-hidden className={cx('size-3.5 shrink-0', isHanging && 'absolute right-full mr-0.5', opacity)} />
}

interface RowsProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
  readonly current: string | number | undefined
}

const PlainRows = <Row,>({ rows, columns, rowKey, rowHref, current }: RowsProps<Row>) => (
  <tbody role="rowgroup">
    {rows.map((row) => {
      const id = rowKey(row)
      return <DataTableRow key={id} id={id} row={row} columns={columns} rowHref={rowHref} isCurrent={id === current} />
    })}
  </tbody>
)

/** The estimated height in pixels of a row that is not drawn yet: a row of one line, or a usual card. */
const rowHeight = { line: 44, card: 190 }

/** The measured heights of each table, so that Back finds each row at its place. Heights of another width do not count. */
const measuredRows = new Map<string, { readonly width: number; readonly rows: VirtualItem[] }>()

interface VirtualRowsProps<Row> extends RowsProps<Row> {
  /** The name of the table. */
  readonly label: string
  readonly total: string | undefined
  /** Where the header shows the position. */
  readonly positionBox: HTMLElement | null
}

/** Pixels of the window that the sticky headers of page and table cover. */
const coveredPx = 92

/** The rows of a long table. Only those near the window are in the page; a drawer scrolls by itself, so there all of them are. */
function VirtualRows<Row>({ label, rows, columns, rowKey, rowHref, current, total, positionBox }: VirtualRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const [isInDrawer, setInDrawer] = useState(false)
  const [before] = useState(() => measuredRows.get(label))
  const virtualizer = useWindowVirtualizer({
    enabled: !isInDrawer,
    count: rows.length,
    estimateSize: () => (window.innerWidth < limits.mobileBreakpointPx ? rowHeight.card : rowHeight.line),
    getItemKey: (index) => rowKey(rows[index]!),
    measureElement: heightOf,
    initialMeasurementsCache: before?.width === window.innerWidth ? before.rows : [],
    overscan: 5,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    const measureTop = () => {
      if (body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY)
    }
    measureTop()
    setInDrawer(body.current?.closest('[data-drawer-content]') instanceof Element)
    // The height of the page changes with that of the content above.
    const observer = new ResizeObserver(measureTop)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      measuredRows.set(label, { width: window.innerWidth, rows: virtualizer.takeSnapshot() })
    }
  }, [label, virtualizer])
  if (isInDrawer) return <PlainRows {...{ rows, columns, rowKey, rowHref, current }} />
  const drawn = virtualizer.getVirtualItems()
  const first = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + coveredPx)?.index ?? 0
  const last = virtualizer.range?.endIndex ?? first
  const above = (drawn[0]?.start ?? top) - top
  const below = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    // Scroll anchoring would follow the moving space below the rows and scroll the page to its end.
    <tbody role="rowgroup" ref={body} className="[overflow-anchor:none]">
      {above > 0 && <Space height={above} />}
      {drawn.map(({ index, key }) => {
        const row = { id: rowKey(rows[index]!), row: rows[index]!, columns, rowHref }
        return <DataTableRow key={key} {...row} isCurrent={row.id === current} index={index} measure={virtualizer.measureElement} />
      })}
      {below > 0 && <Space height={below} />}
      {total !== undefined &&
        positionBox !== null &&
        createPortal(`${formatCount(first + 1)}–${formatCount(last + 1)} of ${total}`, positionBox)}
    </tbody>
  )
}

/** The height of a row with the gap below a card. */
const heightOf = (row: HTMLElement): number => row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)

/** The space of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => <tr aria-hidden data-space style={{ height }} />

interface DataTableRowProps<Row> {
  readonly id: string | number
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
  readonly isCurrent: boolean
  /** The row's index in a long table, of which not every row is in the page. */
  readonly index?: number
  readonly measure?: Ref<HTMLTableRowElement>
}

/** One row. The link of its first named cell covers the whole row; buttons in other cells are above the link. */
function PlainRow<Row>({ id, row, columns, rowHref, isCurrent, index: place, measure }: DataTableRowProps<Row>) {
  const href = rowHref?.(row)
  const named = firstNamed(columns)
  const nameId = useId()
  return (
    <tr
      ref={measure}
      role="row"
      data-index={place}
      aria-rowindex={place === undefined ? undefined : place + 2}
      aria-current={isCurrent || undefined}
      onClick={openRow}
      onAuxClick={openRow}
      onMouseDown={keepFromScrolling}
      className={
        href === undefined
          ? undefined
          : 'scroll-mt-11 hover:bg-hover aria-current:bg-accent/10 aria-current:shadow-[inset_2px_0_0_var(--accent)] [&_a]:relative [&_button]:relative [&_button]:z-1'
      }
    >
      <RowName value={nameId}>
        {columns.map((column, index) => (
          <td key={column.title} id={index === named ? nameId : undefined} role="cell" {...cellAttributes(columns, index)}>
            {/* One box around the content, which is beside its label on a card. */}
            <div>
              {index === named && href !== undefined ? (
                <Link
                  {...(typeof href === 'string' ? { to: href } : { to: '.', search: href.search, resetScroll: false })}
                  data-row-link={id}
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
      </RowName>
    </tr>
  )
}

/** Memoised, so that a growing list renders only its new rows. */
const DataTableRow = memo(PlainRow) as typeof PlainRow
