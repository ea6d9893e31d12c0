import { type ReactNode, createContext } from 'react'

/** What a skeleton knows of a column. Routes have the shapes of their lists, because a skeleton is shown before the screen's code. */
export interface ColumnShape {
  readonly title: string
  /** For numbers. */
  readonly align?: 'right'
  /** The title is for screen readers alone, for example above row actions. */
  readonly hideTitle?: boolean
  /** The share of the remaining width; text wraps. If it is left out, the column is as wide as its content, on one line. */
  readonly share?: number
  /** The least width in rem: that of usual content, so that the column keeps its place while rows load. */
  readonly width?: number
  /** A text that is too long for its share ends in an ellipsis instead of wrapping; hover shows the whole. */
  readonly isCut?: boolean
  /** High: on the first line of a card, for two columns. Low: on the row's second line when the screen is narrow. */
  readonly priority?: 'high' | 'low'
  /** Holds buttons, which show their names on a card. */
  readonly isActions?: boolean
}

export interface Column<Row> extends ColumnShape {
  readonly cell: (row: Row) => ReactNode
  /** The value to sort by; without it the column does not sort. Null is last. */
  readonly sort?: (row: Row) => string | number | null
  /** The server's name of this order, for lists that are loaded page by page. */
  readonly sortKey?: string
}

/** A column of a list that was fetched at a known moment, for states that follow from the time. */
export interface FetchedColumn<Row> extends Omit<Column<Row>, 'cell'> {
  readonly cell: (row: Row, fetchedAt: Date) => ReactNode
}

/** The link of a row: a path, or this page with other search parameters, for a drawer. */
export type RowLink = string | { readonly search: (before: Record<string, unknown>) => Record<string, unknown> }

/** The id of the cell that names the row, for buttons whose own names do not say what they act on. */
export const RowName = createContext<string | undefined>(undefined)

type Widths = Pick<ColumnShape, 'align' | 'share' | 'width' | 'priority' | 'isActions' | 'hideTitle'>

/** The grid tracks of the columns. */
const tracks = (columns: readonly Widths[]): string =>
  columns
    .map(({ share, align, width = 6.5 }) =>
      share === undefined ? 'max-content' : `minmax(${align === 'right' ? 'max-content' : `${width}rem`}, ${share}fr)`,
    )
    .join(' ')

const isLow = ({ priority }: Widths): boolean => priority === 'low'

/** The grid as custom properties for styles/data-table.css: all columns on one line, or the low ones below the others. */
export const tableStyle = (columns: readonly Widths[]): Record<string, string> => ({
  '--one-line': tracks(columns),
  '--two-lines': tracks(columns.filter((column) => !isLow(column))),
})

/** The index of the first column with a title to see: boxes to select may be before it. */
export const firstNamed = (columns: readonly Pick<Widths, 'hideTitle'>[]): number =>
  columns.findIndex(({ hideTitle }) => hideTitle !== true)

/** The part of the second line that a low column needs. */
const weightOf = ({ share, width = 0 }: Widths): number => Math.max(1, share === undefined ? width / 6 : share / 1.5)

/** The place of a low column on the second line, which begins below the first named column. Actions are beside both lines. */
export function cellStyle(columns: readonly Widths[], index: number): Record<string, string> | undefined {
  const low = columns.filter(isLow)
  const at = low.indexOf(columns[index]!)
  if (at < 0) return undefined
  const first = firstNamed(columns)
  const room = columns.filter((column) => !isLow(column) && column.isActions !== true).length - first
  const weight = (some: readonly Widths[]) => some.reduce((sum, column) => sum + weightOf(column), 0)
  const line = (place: number) => first + Math.round((weight(low.slice(0, place)) / weight(low)) * room) + 1
  return { '--second-line': `${line(at)} / ${line(at + 1)}` }
}

/** The attributes of a header cell, in a table and in its skeleton. */
export const headAttributes = (columns: readonly ColumnShape[], index: number) => {
  const { width, priority, align, isActions } = columns[index]!
  return {
    'data-priority': priority,
    'data-align': align,
    'data-actions': isActions,
    style: { ...cellStyle(columns, index), ...(width !== undefined && { '--width': `${width}rem` }) } as Record<string, string>,
  }
}

/** The attributes of a cell, in a table and in its skeleton. */
export const cellAttributes = (columns: readonly ColumnShape[], index: number) => {
  const { title, hideTitle, share, isCut, priority, align, isActions } = columns[index]!
  return {
    'data-label': hideTitle ? undefined : title,
    'data-priority': priority,
    'data-align': align,
    'data-fits': share === undefined,
    'data-cut': isCut,
    'data-actions': isActions,
    style: cellStyle(columns, index),
  }
}

export interface Sort {
  /** The column's title. */
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

interface Sortable<Row> {
  readonly title: string
  readonly sort?: (row: Row) => string | number | null
}

let collator: Intl.Collator | undefined

/** Natural order, ignoring case: 'Key 2' before 'Key 10'. */
export function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

/** Sorts the rows; equal ones keep their order, and those without a value are last in both directions. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Sortable<Row>[], sort: Sort | undefined): readonly Row[] {
  const valueOf = columns.find((column) => column.title === sort?.column)?.sort
  if (sort === undefined || valueOf === undefined) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : compareTexts(String(left), String(right)))
  })
}

/** Another column starts ascending; the same column reverses. */
export const nextSort = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
})

/** The sort value of a moment. */
export function timeOf(iso: string | null): number | null {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? null : time
}

/** The rows whose text contains every word, in any order and case. */
export function searchRows<Row>(rows: readonly Row[], text: string, textOf: (row: Row) => string): readonly Row[] {
  return text.trim() === '' ? rows : rows.filter((row) => hasWords(textOf(row), text))
}

/** Whether a text contains every word of a search, in any order and case. */
export function hasWords(text: string, search: string): boolean {
  const hay = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

/** A sort as text for the address and the server: `created_at`, or `-created_at` for descending. */
export function sortToText<Row>({ column, direction }: Sort, columns: readonly FetchedColumn<Row>[]): string {
  const sorted = columns.find(({ title }) => title === column)
  return sorted === undefined ? '' : `${direction === 'descending' ? '-' : ''}${nameOf(sorted)}`
}

export function textToSort<Row>(text: string, columns: readonly FetchedColumn<Row>[]): Sort | undefined {
  const isDescending = text.startsWith('-')
  const column = columns.find((each) => each.sort !== undefined && nameOf(each) === text.slice(Number(isDescending)))
  return column && { column: column.title, direction: isDescending ? 'descending' : 'ascending' }
}

const nameOf = <Row>({ title, sortKey }: FetchedColumn<Row>): string => sortKey ?? title.toLowerCase().replaceAll(' ', '_')
