import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { NoResults } from './empty-state.tsx'
import type { LocalList } from './use-local-list.ts'

interface Props<Row> {
  readonly label: string
  readonly list: LocalList<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** Their plural name, for when the search finds none. */
  readonly what: string
  /** Shown when there are none at all. */
  readonly empty: ReactNode
}

/** The table of a `useLocalList`. */
export const LocalTable = <Row,>({ label, list, columns, rowKey, what, empty }: Props<Row>) => (
  <DataTable
    label={label}
    rows={list.shown}
    columns={columns}
    rowKey={rowKey}
    sort={list.sort}
    onSort={list.setSort}
    empty={list.q.trim() === '' ? empty : <NoResults what={what} onClear={() => list.setQ('')} />}
  />
)
