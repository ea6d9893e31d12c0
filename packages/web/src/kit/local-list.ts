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

/** A sort as the address and the server say it: `created_at`, or `-created_at` for the other way round. */
export function sortToText<Row>({ column, direction }: Sort, columns: readonly Column<Row>[]): string {
  const sorted = columns.find(({ title }) => title === column)
  return sorted === undefined ? '' : `${direction === 'descending' ? '-' : ''}${nameOf(sorted)}`
}

export function textToSort<Row>(text: string, columns: readonly Column<Row>[]): Sort | undefined {
  const isDescending = text.startsWith('-')
  const column = columns.find((each) => each.sort !== undefined && nameOf(each) === text.slice(Number(isDescending)))
  return column && { column: column.title, direction: isDescending ? 'descending' : 'ascending' }
}

const nameOf = <Row>({ title, sortKey }: Column<Row>): string => sortKey ?? title.toLowerCase().replaceAll(' ', '_')
