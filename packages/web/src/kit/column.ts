import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** What the column sorts by; without it, it does not sort. Null goes last. */
  readonly sort?: (row: Row) => string | number | null
  /** The server's name for this order, for lists that are loaded page by page. */
  readonly sortKey?: string
  /** Numbers stand at the right. */
  readonly align?: 'right'
  /** The title is for screen readers alone, as over row actions. */
  readonly hideTitle?: boolean
  /** Its share of the room that is left; text wraps in it. Without it, the column is as wide as its content, on one line. */
  readonly share?: number
  /** High: stands on the first line of a card; two columns are. Low: moves to the row's second line where the screen is narrow. */
  readonly priority?: 'high' | 'low'
  /** Buttons, which say their names on a card. */
  readonly isActions?: boolean
}

/** Where a row leads: a path, or this page with another search part, as for a drawer. */
export type RowLink = string | { readonly search: (before: Record<string, unknown>) => Record<string, unknown> }

type Widths = Pick<Column<never>, 'align' | 'share' | 'priority' | 'isActions'>

/** The tracks of a grid that holds the columns. */
const tracks = (columns: readonly Widths[]): string =>
  columns
    .map(({ share, align }) =>
      share === undefined ? 'max-content' : `minmax(${align === 'right' ? 'max-content' : '6.5rem'}, ${share}fr)`,
    )
    .join(' ')

const isLow = ({ priority }: Widths): boolean => priority === 'low'

/** How the columns stand, as custom properties for styles/data-table.css: all on one line, or the low ones below the others. */
export const tableStyle = (columns: readonly Widths[]): Record<string, string> => ({
  '--one-line': tracks(columns),
  '--two-lines': tracks(columns.filter((column) => !isLow(column))),
})

/** The place of a low column on the second line, which they share evenly; actions stand beside both lines. */
export function cellStyle(columns: readonly Widths[], index: number): Record<string, string> | undefined {
  const low = columns.filter(isLow)
  const at = low.indexOf(columns[index]!)
  if (at < 0) return undefined
  const room = columns.filter((column) => !isLow(column) && column.isActions !== true).length
  const line = (place: number) => Math.round((place * room) / low.length) + 1
  return { '--second-line': `${line(at)} / ${line(at + 1)}` }
}
