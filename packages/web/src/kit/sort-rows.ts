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

/** Orders texts as people expect: 'Key 2' before 'Key 10', capitals or not. */
export function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

/** The rows in the wanted order; equal ones keep theirs, and what has no value stands last either way. */
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

/** Another column starts ascending; the same one turns round. */
export const nextSort = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
})

/** A moment as something to sort by. */
export function timeOf(iso: string | null): number | null {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? null : time
}
