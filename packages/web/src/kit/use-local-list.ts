import { useDeferredValue, useMemo } from 'react'
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

/** A list that was loaded whole: searched and sorted here as the address says (`?q=…&sort=-uses`). */
export function useLocalList<Row>({ rows, columns, textOf, sort: usual }: Options<Row>) {
  const address = useAddress()
  const [q, setQ] = useAddressText('q')
  // The list follows the typing without holding it up.
  const searched = useDeferredValue(q)
  const sort = textToSort(address.get('sort'), columns) ?? usual
  const found = useMemo(() => searchRows(rows, searched, textOf), [rows, searched, textOf])
  const sorted = sortRows(found, columns, sort)
  return {
    q,
    setQ,
    found,
    shown: sorted,
    sort,
    setSort: (next: Sort) => void address.change({ sort: sortToText(next) }),
  }
}

export type LocalList<Row> = ReturnType<typeof useLocalList<Row>>
