import { useState, type ReactNode } from 'react'
import type { Column, RowLink } from './column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { PlainRows } from './plain-rows.tsx'
import { sortRows, type Sort } from './sort-rows.ts'
import { VirtualRows } from './virtual-rows.tsx'

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

/** Longer tables draw only the rows near the window. */
const longTable = 60
/** A table in a card: its header stays in sight, and on narrow screens it scrolls inside the card, never the page. */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, empty }: Props<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shownSort = onSort === undefined ? ownSort : sort
  const sorted = onSort === undefined ? sortRows(rows, columns, shownSort) : rows
  const isLong = sorted.length > longTable
  const Rows = isLong ? VirtualRows : PlainRows
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
          <Rows rows={sorted} columns={columns} rowKey={rowKey} rowHref={rowHref} />
        </table>
        {rows.length === 0 && empty}
      </div>
    </div>
  )
}
