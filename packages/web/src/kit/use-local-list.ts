import { useMemo, useState } from 'react'
import type { Column } from './column.ts'
import { searchRows, sortToText, textToSort } from './local-list.ts'
import { sortRows, type Sort } from './sort-rows.ts'
import { useAddress, useAddressText } from './use-address.ts'

interface Options<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** What the search looks into. */
  readonly textOf: (row: Row) => string
  /** How it is sorted while the address says nothing. */
  readonly sort?: Sort
}

/** More rows at once only slow the page down. */
const step = 100

/** A list that was loaded whole: searched and sorted here as the address says (`?q=…&sort=-uses`), and shown a part at a time. */
export function useLocalList<Row>({ rows, columns, textOf, sort: usual }: Options<Row>) {
  const address = useAddress()
  const [q, setQ] = useAddressText('q')
  // The list is drawn with the address: a letter is painted before it.
  const searched = address.get('q')
  const [limit, setLimit] = useState(step)
  const sort = textToSort(address.get('sort'), columns) ?? usual
  const found = useMemo(() => searchRows(rows, searched, textOf), [rows, searched, textOf])
  const sorted = sortRows(found, columns, sort)
  return {
    q,
    setQ,
    found,
    shown: sorted.slice(0, limit),
    sort,
    setSort: (next: Sort) => void address.change({ sort: sortToText(next) }),
    showMore: found.length > limit ? () => setLimit(limit + step) : undefined,
  }
}

export type LocalList<Row> = ReturnType<typeof useLocalList<Row>>
