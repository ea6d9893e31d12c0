import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cellStyle, type Column } from './column.ts'
import { nextSort, type Sort } from './sort-rows.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

export function DataTableHead<Row>({ columns, sort, onSort }: Props<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, index) => (
          <th
            key={column.title}
            role="columnheader"
            scope="col"
            aria-sort={column.sort === undefined ? undefined : sort?.column === column.title ? sort.direction : 'none'}
            data-priority={column.priority}
            data-align={column.align}
            data-actions={column.isActions}
            style={cellStyle(columns, index)}
          >
            {column.sort === undefined ? (
              <span className={column.hideTitle ? 'sr-only' : undefined}>{column.title}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, column.title))}
                className={cx(
                  'inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-text touch:min-h-11 touch:min-w-11',
                  column.align === 'right' && 'flex-row-reverse',
                )}
              >
                {column.title}
                <Arrow direction={sort?.column === column.title ? sort.direction : null} />
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Arrow({ direction }: { readonly direction: Sort['direction'] | null }) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return <Icon aria-hidden className={cx('size-3.5 shrink-0', direction === null ? 'opacity-50' : 'text-text')} />
}
