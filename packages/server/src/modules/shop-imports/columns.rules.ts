import type { CsvRow } from './csv-file.ts'

/** A field of a layout, with the titles that its column may have. */
export type Titles<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** A row of a file, by the fields of its layout. A missing column is read as empty. */
export interface Cells<Field extends string> {
  readonly row: number
  readonly get: (field: Field) => string
  /** Columns with numbered titles, such as `Option1 Value`, in their order. One of the patterns for which the columns were found. */
  readonly list: (pattern: RegExp) => string[]
  /** More cells than titles: a cell of the row was cut in two. */
  readonly isRagged: boolean
}

export interface Columns<Field extends string> {
  readonly has: (field: Field) => boolean
  readonly read: (row: CsvRow) => Cells<Field>
  /** The titles that nothing reads. */
  readonly unused: readonly string[]
}

/** `Order ID` and `order_id` are one title. */
const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

/** @param numbered titles of columns that a layout reads by `list` */
export function findColumns<Field extends string>(
  titles: readonly string[],
  fields: Titles<Field>,
  numbered: readonly RegExp[] = [],
): Columns<Field> {
  const keys = titles.map(keyOf)
  const places = new Map<Field, number>()
  for (const [field, names] of Object.entries(fields) as [Field, readonly string[]][]) {
    const place = names.map((name) => keys.indexOf(keyOf(name))).find((index) => index !== -1)
    if (place !== undefined) places.set(field, place)
  }
  const read = new Set(places.values())
  const numberedPlaces = new Map(
    numbered.map((pattern) => [pattern, titles.flatMap((title, index) => (pattern.test(title) ? [index] : []))]),
  )
  for (const index of [...numberedPlaces.values()].flat()) read.add(index)
  return {
    has: (field) => places.has(field),
    unused: titles.filter((title, index) => title !== '' && !read.has(index)),
    read: ({ row, cells }) => ({
      row,
      get: (field) => unescape(cells[places.get(field) ?? -1] ?? '').trim(),
      list: (pattern) => (numberedPlaces.get(pattern) ?? []).map((index) => unescape(cells[index] ?? '').trim()),
      isRagged: cells.slice(titles.length).some((cell) => cell.trim() !== ''),
    }),
  }
}

/** A file may have an apostrophe before what a spreadsheet would run as a formula. WooCommerce and our own files have. */
const unescape = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** Text for a cell of our own files: `unescape` brings back exactly this text. */
export const escapeCell = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
