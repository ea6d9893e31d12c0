import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import type { Column } from './column.ts'

interface Props<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly href: string | undefined
}

/** One row. Where it leads somewhere, the link of its first cell covers it whole; buttons in other cells stay above the link. */
export function DataTableRow<Row>({ row, columns, href }: Props<Row>) {
  return (
    <tr className={cx('group', href !== undefined && 'relative')}>
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
              to={href}
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
