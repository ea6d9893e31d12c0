import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { cellStyle, type Column, type RowLink } from './column.ts'

interface Props<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowHref: ((row: Row) => RowLink | undefined) | undefined
  /** Of a long table, where not every row is in the page: the row's place, from 0. */
  readonly index: number | undefined
  readonly measure: Ref<HTMLTableRowElement> | undefined
}

/** One row. Where it leads somewhere, the link of its first cell covers it whole; buttons in other cells stay above the link. */
function PlainRow<Row>({ row, columns, rowHref, index: place, measure }: Props<Row>) {
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
export const DataTableRow = memo(PlainRow) as typeof PlainRow
