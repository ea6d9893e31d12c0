import { useState, type ReactNode } from 'react'
import type { Column, RowLink } from './column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { ShowMore } from './show-more.tsx'
import { sortRows, type Sort } from './sort-rows.ts'
import { usePortions } from './use-portions.ts'

export type { Column }

interface Props<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** Where a row leads, if anywhere. Its first cell becomes a link that fills the row. Kept outside the component, it lets rows that stay be skipped. */
  readonly rowHref?: (row: Row) => RowLink | undefined
  /** Where sorting starts; with `onSort` the rows come sorted, as many as are to be shown, and this says how. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** How many of them show at first, and come with each request for more: a thousand at once take half a second to draw. All, where left out. */
  readonly step?: number
  /** Shown in place of rows: an EmptyState, or NoResults when a filter is on. */
  readonly empty: ReactNode
}

/** Pixels, of a row whose texts need one line: `h-11` in data-table-row.tsx. */
const rowHeight = 44

/** A table in a card: its header stays in sight, and on narrow screens it scrolls inside the card, never the page. */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, step = Infinity, empty }: Props<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const isControlled = onSort !== undefined
  const shownSort = isControlled ? sort : ownSort
  const [limit, setLimit] = useState(step)
  const sorted = isControlled ? rows : sortRows(rows, columns, shownSort)
  const shown = isControlled ? sorted : sorted.slice(0, limit)
  const drawn = usePortions(shown.length)

  return (
    <>
      <div className="rounded-card border border-border bg-surface">
        <div
          role="region"
          aria-label={label}
          tabIndex={rowHref === undefined ? 0 : undefined}
          className="relative rounded-card max-xl:overflow-x-auto xl:overflow-x-clip"
          // The page is as high as it will be: what comes after the table is not near before its time.
          style={drawn < shown.length ? { paddingBottom: (shown.length - drawn) * rowHeight } : undefined}
        >
          <table aria-label={label} className="w-full border-separate border-spacing-0 text-table">
            <DataTableHead columns={columns} sort={shownSort} onSort={onSort ?? setOwnSort} />
            <tbody>
              {shown.slice(0, drawn).map((row) => (
                <DataTableRow key={rowKey(row)} row={row} columns={columns} rowHref={rowHref} />
              ))}
            </tbody>
          </table>
          {rows.length === 0 && empty}
        </div>
      </div>
      {shown.length < sorted.length && <ShowMore shown={shown.length} total={sorted.length} onMore={() => setLimit(limit + step)} />}
    </>
  )
}
