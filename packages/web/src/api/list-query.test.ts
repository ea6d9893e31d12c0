import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ListPage } from './answer.ts'
import { listQuery, removeRow } from './list-query.ts'

interface Row {
  readonly id: number
}

/** A list of three pages of two rows on a host, and the rows that a screen shows. */
function host() {
  const queries = new QueryClient()
  let stored: readonly Row[] = [1, 2, 3, 4, 5, 6].map((id) => ({ id }))
  let held: Promise<void> | undefined
  const fetchPage = async ({ cursor }: { readonly cursor?: string }): Promise<ListPage<Row>> => {
    const from = Number(cursor ?? 0)
    const page = {
      rows: stored.slice(from, from + 2),
      nextCursor: from + 2 < stored.length ? String(from + 2) : null,
      total: stored.length,
    }
    await held
    return page
  }
  const query = listQuery(['rows'], {}, fetchPage)
  const cached = () => query.select!(queries.getQueryData(query.queryKey)!)
  const remove = (id: number) => {
    stored = stored.filter((row) => row.id !== id)
    removeRow(queries, ['rows'], id)
  }
  /** Holds the answers made from now on until the result is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return () => {
      held = undefined
      resolve()
    }
  }
  return { queries, query, cached, remove, hold }
}

test('a row removed from the second page is not counted', async () => {
  const { queries, query, cached, remove } = host()
  await queries.fetchInfiniteQuery({ ...query, pages: 2 })
  expect(cached().total).toBe(6)
  remove(4)
  expect(cached()).toEqual({ rows: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 5 })
})

test('a removed row does not come back with an answer in flight', async () => {
  const { queries, query, cached, remove, hold } = host()
  const shown = new InfiniteQueryObserver(queries, query)
  shown.subscribe(() => undefined)
  await queries.fetchInfiniteQuery(query)
  const release = hold()
  const poll = queries.refetchQueries({ queryKey: query.queryKey })
  remove(2)
  expect(cached().rows).toEqual([{ id: 1 }])
  release()
  await poll
  while (queries.isFetching() > 0) await Promise.resolve()
  expect(cached()).toEqual({ rows: [{ id: 1 }, { id: 3 }], total: 5 })
})
