import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { memo, type Ref } from 'react'
import type { Column, RowLink } from './column.ts'

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
      data-index={place}
      aria-rowindex={place === undefined ? undefined : place + 2}
      className={cx('group', href !== undefined && 'relative')}
    >
      {columns.map((column, index) => (
        <td
          key={column.title}
          className={cx(
            'h-11 border-border px-4 py-1 group-not-last:border-b group-last:first:rounded-bl-card group-last:last:rounded-br-card',
            href !== undefined && 'group-hover:bg-hover [&_a]:relative [&_button]:relative [&_button]:z-1',
            column.align === 'right' && 'text-right tabular-nums',
            column.className,
          )}
        >
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
        </td>
      ))}
    </tr>
  )
}

/** Memoised: a list that grows page by page draws only its new rows. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow
