import { limits } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { Identified, ListQuery, ListRequest } from '../../api/list-query.ts'
import { Button } from '../controls/button.tsx'
import { SearchInput } from '../controls/search-input.tsx'
import { EmptyState, NoResults } from '../feedback/empty-state.tsx'
import { Failed, Outdated, reasonOf, useFailureToast } from '../feedback/failed.tsx'
import { Loading, SkeletonTable, useRestart } from '../feedback/loading.tsx'
import { Toolbar } from '../layout/toolbar.tsx'
import { countOf, formatCount, plural } from '../text/format.ts'
import { type SearchParams, useSearchParams, useSearchText, useSetSearchParams } from '../search-params.ts'
import { type Column, type FetchedColumn, type Sort, searchRows, sortRows, sortToText, textToSort } from './column.ts'
import { DataTable } from './data-table.tsx'
import { LoadMore } from './load-more.tsx'
import { SortBy } from './sort-by.tsx'

interface Filters {
  readonly inputs: ReactNode
  /** How many of them are set. */
  readonly count: number
  /** What removes them from the address. */
  readonly unset: SearchParams
}

interface Props<Row extends Identified> {
  /** The query of the list, with the server's search and sort. */
  readonly query: (request: ListRequest) => ListQuery<Row>
  readonly label: string
  /** The singular: 'coupon'. */
  readonly noun: string
  readonly placeholder: string
  readonly columns: readonly FetchedColumn<Row>[]
  /** The text that the search looks in while the whole list is loaded. Must be the same function each time. */
  readonly textOf: (row: Row, fetchedAt: Date) => string
  /** The default order, while the address names none: a column's, or one that no column has. */
  readonly sort?: Sort
  readonly order?: (rows: readonly Row[]) => readonly Row[]
  /** The toast of a failure. */
  readonly failure: string
  /** The sentence for an empty list. */
  readonly none: string
  readonly empty: ReactNode
  /** Filters beside the search. */
  readonly filters?: Filters | false
  /** Actions on the shown rows. */
  readonly renderTools?: (shown: readonly Row[]) => ReactNode
  /** A part that needs the loaded rows, such as the drawer of one of them. */
  readonly children?: (loaded: readonly Row[]) => ReactNode
}

/**
 * A table with a search; search and sort are in the address (`?q=…&sort=-uses`). A completely loaded list is searched and sorted here;
 * while there are more pages, the server does it.
 */
export function SearchedList<Row extends Identified>(props: Props<Row>) {
  const { query, columns, textOf, noun, failure, none, empty, order = asTheyCome } = props
  const filters = props.filters || undefined
  const search = useSearchParams()
  const change = useSetSearchParams()
  const [q, setQ] = useSearchText()
  const searched = useDeferredValue(q)
  const wanted = { q: search.q ?? '', sort: search.sort ?? '' }

  const all = useInfiniteQuery(query({}))
  const restart = useRestart()
  useFailureToast(all, failure)
  const isWhole = !all.hasNextPage
  const sortable = useMemo(
    () => (isWhole ? columns : columns.map((column) => ({ ...column, sort: column.sortKey === undefined ? undefined : column.sort }))),
    [isWhole, columns],
  )
  const wantedSort = textToSort(wanted.sort, sortable)
  const sort = wantedSort ?? props.sort
  // A list that was whole may have been sorted by a column that the server cannot sort by.
  const request = { ...(wanted.q !== '' && { q: wanted.q }), ...(wantedSort && { sort: wanted.sort }) }
  const isNarrowed = wanted.q !== '' || wantedSort !== undefined
  const narrowed = useInfiniteQuery({ ...query(request), enabled: !isWhole && isNarrowed })
  const shownQuery = isWhole || !isNarrowed ? all : narrowed

  const loaded = shownQuery.data?.rows ?? noRows
  // Before the first answer of a search, the rows are older.
  const moment = Math.max(all.dataUpdatedAt, shownQuery.dataUpdatedAt)
  const fetchedAt = useMemo(() => new Date(moment), [moment])
  const found = useMemo(
    () => (isWhole ? searchRows(loaded, searched, (row) => textOf(row, fetchedAt)) : loaded),
    [isWhole, loaded, searched, textOf, fetchedAt],
  )
  const shownColumns = useMemo(
    () => sortable.map((column): Column<Row> => ({ ...column, cell: (row) => column.cell(row, fetchedAt) })),
    [sortable, fetchedAt],
  )
  const rows = !isWhole ? found : sort === undefined ? order(found) : sortRows(found, columns, sort)

  // The server has not answered the search yet, so there is nothing to say about results.
  const isUnknown = all.isPending || (shownQuery === narrowed && narrowed.data === undefined)
  const total = shownQuery.data?.total ?? loaded.length
  const failed = { error: shownQuery.error, isTrying: shownQuery.isFetching, onRetry: () => void shownQuery.refetch() }
  const count =
    shownQuery.data === undefined
      ? undefined
      : isWhole
        ? countOf(found.length, loaded.length, noun)
        : `${formatCount(loaded.length)} of ${plural(total, noun)}`
  const isFiltered = q !== '' || (filters?.count ?? 0) > 0
  const clear = () => {
    setQ('')
    void change({ q: undefined, ...filters?.unset })
  }
  const whenEmpty =
    all.data === undefined ? (
      <NotLoaded none={none} error={all.error} onRetry={() => void all.refetch()} />
    ) : searched.trim() === '' ? (
      empty
    ) : (
      <NoResults what={`${noun}s`} onClear={clear} />
    )
  const setSort = (next: Sort) => void change({ sort: sortToText(next, columns) })
  return (
    <>
      <Toolbar
        count={count}
        filters={filters?.inputs}
        filterCount={filters?.count}
        onClear={isFiltered ? clear : undefined}
        isEmpty={!isUnknown && rows.length === 0}
        tools={props.renderTools?.(rows)}
        sort={<SortBy columns={shownColumns} sort={sort} onSort={setSort} className="max-md:ml-auto" />}
      >
        <SearchInput label={`Search ${noun}s`} placeholder={props.placeholder} maxLength={limits.listSearch} value={q} onChange={setQ} />
      </Toolbar>
      <div aria-busy={shownQuery.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
        {shownQuery.isRefetchError && <Outdated {...failed} />}
        {isUnknown ? (
          shownQuery.isPending ? (
            <Loading onRetry={restart}>
              <SkeletonTable rows={10} columns={columns} />
            </Loading>
          ) : (
            <Failed title={failure} {...failed} />
          )
        ) : (
          <DataTable label={props.label} rows={rows} columns={shownColumns} rowKey={idOf} sort={sort} onSort={setSort} empty={whenEmpty} />
        )}
        <LoadMore query={shownQuery} />
      </div>
      {props.children?.(loaded)}
    </>
  )
}

/** A constant, for the memo above. */
const noRows: readonly never[] = []

const idOf = ({ id }: Identified) => id

const asTheyCome = <Row,>(rows: readonly Row[]) => rows

interface NotLoadedProps {
  readonly none: string
  readonly error: unknown
  readonly onRetry: () => void
}

/** Stays in place of the list after the toast of the failure has gone. */
function NotLoaded({ none, error, onRetry }: NotLoadedProps) {
  const { Icon, hint, helps } = reasonOf(error)
  const action = (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <EmptyState
      icon={<Icon className="text-red" />}
      title={none}
      hint={`The list could not be loaded. ${hint ?? ''}`}
      action={helps && action}
    />
  )
}
