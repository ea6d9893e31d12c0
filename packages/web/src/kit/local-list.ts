import type { Column } from './column.ts'
import type { Sort } from './sort-rows.ts'

/** The rows that hold every word, wherever and however it is written. */
export function searchRows<Row>(rows: readonly Row[], text: string, textOf: (row: Row) => string): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const hay = textOf(row).toLowerCase()
    return words.every((word) => hay.includes(word))
  })
}

/** A sort as the address says it: `created_at`, or `-created_at` for the other way round. */
export const sortToText = ({ column, direction }: Sort): string => `${direction === 'descending' ? '-' : ''}${nameOf(column)}`

export function textToSort<Row>(text: string, columns: readonly Column<Row>[]): Sort | undefined {
  const isDescending = text.startsWith('-')
  const column = columns.find(({ title, sort }) => sort !== undefined && nameOf(title) === text.slice(Number(isDescending)))
  return column && { column: column.title, direction: isDescending ? 'descending' : 'ascending' }
}

const nameOf = (title: string): string => title.toLowerCase().replaceAll(' ', '_')
