import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  infiniteQueryOptions,
  keepPreviousData,
} from '@tanstack/react-query'
import type { ListPage } from './answer.ts'

/** The search and the sort of a list; without them, the whole list in the server's order. */
export interface ListRequest {
  readonly q?: string
  readonly sort?: string
}

/** Rows of one page. */
const pageSize = 100

interface PageRequest extends ListRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Rows, page by page. A host without pages answers all of them as the first. */
export const pagesQuery = <Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: joinPages,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: hasFewPages,
  })

/** A list that the server searches and sorts, page by page. */
export const listQuery = <Row>(
  key: QueryKey,
  request: ListRequest,
  fetchPage: (page: PageRequest, signal: AbortSignal) => Promise<ListPage<Row>>,
) => pagesQuery([...key, request], (cursor, signal) => fetchPage({ ...request, limit: pageSize, cursor }, signal))

/** Whether a list is fetched again by itself, on a return to the tab or by polling: hundreds of pages are not worth the calls. */
export const hasFewPages = ({
  state,
}: {
  readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined }
}): boolean => (state.data?.pages.length ?? 0) <= 3

export type ListQuery<Row> = ReturnType<typeof listQuery<Row>>

const joinPages = <Row>({ pages }: InfiniteData<ListPage<Row>>) => ({
  rows: pages.flatMap((page) => page.rows),
  /** The number of rows on the server, if the host counts them. */
  total: pages[0]?.total,
})

export interface Identified {
  readonly id: number
}

/** A row as the list has it now, for a dialog that was opened with it. */
export const asListed = <Row extends Identified>(row: Row, listed: readonly Row[]): Row => listed.find(({ id }) => id === row.id) ?? row

/**
 * Writes a saved row into every cached page of a list. A foreign host may answer without the row: then the list is refetched.
 * @param name a field that is empty in no stored row
 */
export async function storeRow<Row extends Identified>(
  queries: QueryClient,
  key: QueryKey,
  row: Row | undefined,
  name: keyof Row,
): Promise<void> {
  if (row === undefined || row[name] === '') await queries.invalidateQueries({ queryKey: key })
  else changeRows(queries, key, (rows) => rows.map((each) => (each.id === row.id ? row : each)))
}

/** Removes a row from every cached page of a list. */
export function removeRow(queries: QueryClient, key: QueryKey, id: number): void {
  changeRows(queries, key, (rows) => rows.filter((each) => each.id !== id))
}

function changeRows(queries: QueryClient, key: QueryKey, change: (rows: readonly Identified[]) => readonly Identified[]): void {
  queries.setQueriesData<InfiniteData<ListPage<Identified>>>({ queryKey: key }, (data) => {
    if (data === undefined) return undefined
    const changed = data.pages.map(({ rows }) => change(rows))
    const removed = countRows(data.pages.map(({ rows }) => rows)) - countRows(changed)
    const pages = data.pages.map((page, index) => ({
      ...{ ...page, rows: changed[index]! },
      total: page.total === undefined ? undefined : page.total - removed,
    }))
    return { ...data, pages }
  })
  // A fetch in flight began before the change, and its answer would undo the change.
  const isInFlight = ({ state }: Query) => state.fetchStatus === 'fetching'
  void queries.invalidateQueries({ queryKey: key, predicate: (query) => isInFlight(query) && query.state.data !== undefined })
  void queries.resetQueries({ queryKey: key, predicate: (query) => isInFlight(query) && query.state.data === undefined })
}

const countRows = (pages: readonly (readonly unknown[])[]): number => pages.reduce((sum, rows) => sum + rows.length, 0)
