import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Column, RowLink } from './column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { sortRows, type Sort } from './sort-rows.ts'

export type { Column }

interface Props<Row> {
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

/** Pixels, of a row whose texts need one line: `h-11` in data-table-row.tsx. */
const rowHeight = 44
/** Longer tables draw only the rows near the window. */
const longTable = 60

/** A table in a card: its header stays in sight, and on narrow screens it scrolls inside the card, never the page. */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, empty }: Props<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shownSort = onSort === undefined ? ownSort : sort
  const sorted = onSort === undefined ? sortRows(rows, columns, shownSort) : rows
  const isLong = sorted.length > longTable
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (isLong && body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY)
  }, [isLong])
  const virtualizer = useWindowVirtualizer({
    enabled: isLong,
    count: sorted.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(sorted[index]!),
    overscan: 10,
    scrollMargin: top,
  })
  const drawn = isLong ? virtualizer.getVirtualItems() : []
  const before = (drawn[0]?.start ?? top) - top
  const after = isLong ? virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top) : 0
  const indexes = isLong ? drawn.map(({ index }) => index) : sorted.keys()

  return (
    <div className="rounded-card border border-border bg-surface">
      <div
        role="region"
        aria-label={label}
        tabIndex={rowHref === undefined ? 0 : undefined}
        className="relative rounded-card max-xl:overflow-x-auto xl:overflow-x-clip"
      >
        <table
          aria-label={label}
          aria-rowcount={isLong ? sorted.length + 1 : undefined}
          className="w-full border-separate border-spacing-0 text-table"
        >
          <DataTableHead columns={columns} sort={shownSort} onSort={onSort ?? setOwnSort} />
          <tbody ref={body}>
            {before > 0 && <Space height={before} />}
            {[...indexes].map((index) => (
              <DataTableRow
                key={rowKey(sorted[index]!)}
                row={sorted[index]!}
                columns={columns}
                rowHref={rowHref}
                index={isLong ? index : undefined}
                measure={isLong ? virtualizer.measureElement : undefined}
              />
            ))}
            {after > 0 && <Space height={after} />}
          </tbody>
        </table>
        {rows.length === 0 && empty}
      </div>
    </div>
  )
}

/** Keeps the room of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)
