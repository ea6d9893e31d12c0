import { cx } from 'class-variance-authority'
import { ArrowUpDown } from 'lucide-react'
import type { Column, Sort } from './column.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly className?: string
}

const arrows = { ascending: '↑', descending: '↓' } as const
const directions = ['ascending', 'descending'] as const

/** Sorts a list whose column titles do not all show: cards, and rows with a second line. */
export function SortBy<Row>({ columns, sort, onSort, className }: Props<Row>) {
  const sortable = columns.filter((column) => column.sort !== undefined)
  if (sortable.length === 0) return null
  const options = sortable.flatMap(({ title: column }) => directions.map((direction): Sort => ({ column, direction })))
  return (
    <label className={cx('sort-by -my-1.5 items-center gap-1.5 text-table text-muted', className)}>
      <ArrowUpDown aria-hidden className="size-3.5 shrink-0" />
      <select
        aria-label="Sort by"
        value={sort === undefined ? '' : nameOf(sort)}
        onChange={({ target }) => {
          const chosen = options.find((option) => nameOf(option) === target.value)
          if (chosen !== undefined) onSort(chosen)
        }}
        className="control field-sizing-content max-w-44 min-w-0 appearance-none truncate rounded-sm bg-transparent text-text"
      >
        {sort === undefined && (
          <option value="" disabled>
            Sort by
          </option>
        )}
        {options.map((option) => (
          <option key={nameOf(option)} className="bg-raised text-text">
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

const nameOf = ({ column, direction }: Sort): string => `${column} ${arrows[direction]}`
