import type { Column, RowLink } from './column.ts'
import { DataTableRow } from './data-table-row.tsx'

export interface RowsProps<Row> {
  /** Of the table. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
}

export const PlainRows = <Row,>({ rows, columns, rowKey, rowHref }: RowsProps<Row>) => (
  <tbody role="rowgroup">
    {rows.map((row) => (
      <DataTableRow key={rowKey(row)} row={row} columns={columns} rowHref={rowHref} index={undefined} measure={undefined} />
    ))}
  </tbody>
)
