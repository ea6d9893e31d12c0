import { useState, type ReactNode } from 'react'
import { tableStyle, type Column, type RowLink } from './column.ts'
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
/**
 * A table in a card. Wide, each row is one line below a header that stays in sight; narrow, its columns of low priority stand on a second
 * line; on phones each row is a card. styles/data-table.css does all of it, so that the page holds one table of one shape.
 */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, empty }: Props<Row>) {
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
