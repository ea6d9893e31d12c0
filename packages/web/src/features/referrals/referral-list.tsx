import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Column } from '../../kit/column.ts'
import { countOf } from '../../kit/format.ts'
import { LoadedList } from '../../kit/loaded-list.tsx'
import { LocalTable } from '../../kit/local-table.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import type { Sort } from '../../kit/sort-rows.ts'
import { Toolbar } from '../../kit/toolbar.tsx'
import { useLocalList } from '../../kit/use-local-list.ts'

interface Texts<Row> {
  readonly label: string
  readonly noun: string
  readonly placeholder: string
  readonly columns: readonly Column<Row>[]
  /** What the search looks into; the same function each time. */
  readonly textOf: (row: Row) => string
  readonly sort?: Sort
}

interface Props<Row> extends Texts<Row> {
  readonly query: UseQueryResult<readonly Row[]>
  readonly failure: string
  readonly none: string
  readonly empty: ReactNode
}

/** What the four tabs have in common: search, count, table. */
export function ReferralList<Row extends { readonly id: number }>({ query, failure, none, empty, ...texts }: Props<Row>) {
  return (
    <LoadedList
      query={query}
      failure={failure}
      none={none}
      empty={empty}
      skeleton={<SkeletonTable rows={6} columns={texts.columns.length} />}
    >
      {(rows, shownEmpty) => <Searched rows={rows} empty={shownEmpty} {...texts} />}
    </LoadedList>
  )
}

interface SearchedProps<Row> extends Texts<Row> {
  readonly rows: readonly Row[]
  readonly empty: ReactNode
}

function Searched<Row extends { readonly id: number }>({
  rows,
  empty,
  label,
  noun,
  placeholder,
  columns,
  textOf,
  sort,
}: SearchedProps<Row>) {
  const list = useLocalList({ rows, columns, textOf, sort })
  return (
    <>
      <Toolbar count={countOf(list.found.length, rows.length, noun)}>
        <SearchInput label={`Search ${noun}s`} placeholder={placeholder} value={list.q} onChange={list.setQ} />
      </Toolbar>
      <LocalTable label={label} list={list} columns={columns} rowKey={({ id }) => id} what={`${noun}s`} empty={empty} />
    </>
  )
}
