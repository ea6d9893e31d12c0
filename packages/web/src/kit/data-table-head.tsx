import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Column } from './column.ts'
import { nextSort, type Sort } from './sort-rows.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

export function DataTableHead<Row>({ columns, sort, onSort }: Props<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            aria-sort={column.sort === undefined ? undefined : sort?.column === column.title ? sort.direction : 'none'}
            className={cx(
              'z-10 h-10 xl:sticky xl:top-(--header-height) border-b border-border bg-surface px-4 text-left text-caption font-medium whitespace-nowrap text-muted first:rounded-tl-card last:rounded-tr-card',
              column.align === 'right' && 'text-right',
              column.className,
            )}
          >
            {column.sort === undefined ? (
              <span className={column.hideTitle ? 'sr-only' : undefined}>{column.title}</span>
            ) : (
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, column.title))}
                className={cx(
                  'inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-text max-md:min-h-11',
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
  return <Icon aria-hidden className={cx('size-3.5', direction === null ? 'opacity-50' : 'text-text')} />
}
