import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import type { Column, RowLink } from './column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { PlainRows, type RowsProps } from './plain-rows.tsx'
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

/** Longer tables draw only the rows near the window. */
const longTable = 60
/** More than a window is high. */
const firstRows = 40

// Without its code a long table is slow, but whole.
const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(
    (module) => ({ default: module.VirtualRows }),
    () => ({ default: PlainRows }),
  ),
)

/** A table in a card: its header stays in sight, and on narrow screens it scrolls inside the card, never the page. */
export function DataTable<Row>({ label, rows, columns, rowKey, rowHref, sort, onSort, empty }: Props<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shownSort = onSort === undefined ? ownSort : sort
  const sorted = onSort === undefined ? sortRows(rows, columns, shownSort) : rows
  const isLong = sorted.length > longTable
  const given = { columns, rowKey, rowHref }
  const Virtual = VirtualRows as ComponentType<RowsProps<Row>>
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
          {isLong ? (
            <Suspense fallback={<PlainRows rows={sorted.slice(0, firstRows)} {...given} />}>
              <Virtual rows={sorted} {...given} />
            </Suspense>
          ) : (
            <PlainRows rows={sorted} {...given} />
          )}
        </table>
        {rows.length === 0 && empty}
      </div>
    </div>
  )
}
