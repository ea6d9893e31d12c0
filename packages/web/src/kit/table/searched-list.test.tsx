import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import type { ListPage } from '../../api/answer.ts'
import { listQuery } from '../../api/list-query.ts'
import { type Column, searchRows, sortToText, textToSort } from './column.ts'
import { SearchedList } from './searched-list.tsx'

interface Row {
  readonly id: number
}
const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
const columns: Column<Row>[] = [
  { title: 'Order ID', cell: ({ id }) => `row ${id}`, sort: ({ id }) => id, sortKey: 'id' },
  { title: 'Text', cell: ({ id }) => `text of ${id}`, sort: ({ id }) => id },
  { title: 'Actions', cell: () => null },
]
const textOf = ({ id }: Row) => `Row ${id}`

/** A list on a host; `requests` holds its requests. With `pageSize` the host pages, searches and sorts. */
function host(count: number, pageSize = Infinity) {
  const requests: object[] = []
  let failure: Error | null = null
  const fetchPage = async (page: { q?: string; sort?: string; cursor?: string; limit: number }): Promise<ListPage<Row>> => {
    requests.push(page)
    if (failure !== null) throw failure
    const found = pageSize === Infinity ? rowsTo(count) : rowsTo(count).filter(({ id }) => String(id).includes(page.q ?? ''))
    if (page.sort === '-id') found.reverse()
    const from = Number(page.cursor ?? 0)
    const next = from + pageSize
    return { rows: found.slice(from, next), nextCursor: next < found.length ? String(next) : null, total: found.length }
  }
  const list = (
    <SearchedList
      query={(request) => listQuery(['rows'], request, fetchPage)}
      label="Rows"
      noun="row"
      placeholder="Search"
      columns={columns}
      textOf={textOf}
      failure="Failed to fetch rows"
      none="No rows found"
      empty={<p>No rows found</p>}
    />
  )
  return { requests, list, breakDown: () => void (failure = new Error('Away')), mend: () => void (failure = null) }
}

const shown = () =>
  within(screen.getByRole('table', { name: 'Rows' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent)

test('every word must match, in any case and order', () => {
  expect(searchRows(rowsTo(250), ' 25 ROW ', textOf)).toEqual([{ id: 25 }, { id: 125 }, { id: 225 }, { id: 250 }])
})

test('the address holds the sort by its server name', () => {
  expect(sortToText({ column: 'Order ID', direction: 'descending' }, columns)).toBe('-id')
  expect(textToSort('-id', columns)).toEqual({ column: 'Order ID', direction: 'descending' })
  expect(textToSort('text', columns)).toEqual({ column: 'Text', direction: 'ascending' })
  expect(textToSort('actions', columns)).toBeUndefined()
  expect(textToSort('', columns)).toBeUndefined()
})

test('a completely loaded list is searched and sorted here', async () => {
  const { requests, list } = host(25)
  const { user, router } = await renderKit(list)
  await waitFor(() => expect(shown()[0]).toBe('row 1'))
  expect(screen.getByText('25 rows')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Text' }))
  await user.click(screen.getByRole('button', { name: 'Text' }))
  await waitFor(() => expect(shown()[0]).toBe('row 25'))
  await user.type(screen.getByRole('searchbox'), '25')
  await waitFor(() => expect(shown()).toEqual(['row 25']))
  expect(screen.getByText('1 of 25 rows')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '25', sort: '-text' }))
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('No rows match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(shown()).toHaveLength(25))
  expect(requests).toEqual([{ limit: 100 }])
})

test('with more pages the server searches and sorts, by its own orders', async () => {
  const { requests, list } = host(250, 100)
  const { user } = await renderKit(list)
  expect(await screen.findByText('100 of 250 rows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Text' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Order ID' }))
  await user.click(screen.getByRole('button', { name: 'Order ID' }))
  await waitFor(() => expect(shown()[0]).toBe('row 250'))
  await user.type(screen.getByRole('searchbox'), '25')
  await waitFor(() => expect(shown()).toEqual(['row 250', 'row 225', 'row 125', 'row 25']))
  expect(requests.at(-1)).toEqual({ q: '25', sort: '-id', limit: 100 })
})

test('a sort that the server does not know is left out', async () => {
  const { requests, list } = host(250, 100)
  await renderKit(list, createMemoryHistory({ initialEntries: ['/?sort=-text&q=25'] }))
  await waitFor(() => expect(shown()).toEqual(['row 25', 'row 125', 'row 225', 'row 250']))
  expect(requests).toEqual([{ limit: 100 }, { q: '25', limit: 100 }])
})

test('a failed search or sort shows the failure instead of no results, and Try again works', async () => {
  const { list, breakDown, mend } = host(250, 100)
  const { user } = await renderKit(list)
  await screen.findByText('100 of 250 rows')
  breakDown()
  await user.click(screen.getByRole('button', { name: 'Order ID' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch rows')
  expect(screen.queryByText('No rows found')).toBeNull()
  expect(screen.queryByText(/ of /)).toBeNull()
  await user.type(screen.getByRole('searchbox'), '25')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to fetch rows'))
  mend()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shown()).toEqual(['row 25', 'row 125', 'row 225', 'row 250']))
  expect(screen.queryByText('No rows match')).toBeNull()
})

test('an address with a search does not say that there are no results while it loads', async () => {
  const { list } = host(250, 100)
  const texts = new Set<string>()
  const watch = new MutationObserver(() => texts.add(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true })
  await renderKit(list, createMemoryHistory({ initialEntries: ['/?q=25'] }))
  await waitFor(() => expect(shown()).toEqual(['row 25', 'row 125', 'row 225', 'row 250']))
  watch.disconnect()
  expect([...texts].filter((text) => text.includes('No rows'))).toEqual([])
})

test('loads pages on request until the list is complete', async () => {
  const { requests, list } = host(150, 100)
  const { user } = await renderKit(list)
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('150 rows')).toBeTruthy()
  expect(requests).toEqual([{ limit: 100 }, { limit: 100, cursor: '100' }])
  expect(screen.getByRole('button', { name: 'Text' })).toBeTruthy()
})
