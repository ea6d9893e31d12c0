import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import type { Column } from './column.ts'
import { searchRows, sortToText, textToSort } from './local-list.ts'
import { LocalTable } from './local-table.tsx'
import { SearchInput } from './search-input.tsx'
import { useLocalList } from './use-local-list.ts'

interface Row {
  readonly id: number
}

const columns: readonly Column<Row>[] = [
  { title: 'Order ID', cell: ({ id }) => `row ${id}`, sort: ({ id }) => id },
  { title: 'Actions', cell: () => null },
]
const textOf = ({ id }: Row) => `Row ${id}`
const many = Array.from({ length: 250 }, (_, index) => ({ id: index + 1 }))

function Example() {
  const list = useLocalList({ rows: many, columns, textOf })
  return (
    <>
      <SearchInput label="Search" value={list.q} onChange={list.setQ} />
      <LocalTable label="Rows" list={list} columns={columns} rowKey={({ id }) => id} what="rows" empty="None" />
    </>
  )
}

const shown = () =>
  within(screen.getByRole('table', { name: 'Rows' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('every word must be there, in whatever case and order', () => {
  expect(searchRows(many, ' 25 ROW ', textOf)).toEqual([{ id: 25 }, { id: 125 }, { id: 225 }, { id: 250 }])
  expect(searchRows(many, '  ', textOf)).toBe(many)
})

test('a sort is written into the address and read again; what no column sorts by is ignored', () => {
  expect(sortToText({ column: 'Order ID', direction: 'descending' })).toBe('-order_id')
  expect(textToSort('-order_id', columns)).toEqual({ column: 'Order ID', direction: 'descending' })
  expect(textToSort('order_id', columns)).toEqual({ column: 'Order ID', direction: 'ascending' })
  expect(textToSort('actions', columns)).toBeUndefined()
  expect(textToSort('', columns)).toBeUndefined()
})

test('the whole list is sorted, as the address says', async () => {
  const { user, router } = await renderKit(<Example />)
  await waitFor(() => expect(shown()[0]).toBe('row 1'))
  await user.click(screen.getByRole('button', { name: 'Order ID' }))
  await user.click(screen.getByRole('button', { name: 'Order ID' }))
  await waitFor(() => expect(shown()[0]).toBe('row 250'))
  expect(router.state.location.search).toEqual({ sort: '-order_id' })
})

test('what is typed shows at once, and the address keeps a number as what was typed', async () => {
  const { user, router } = await renderKit(<Example />)
  await user.type(screen.getByRole('searchbox'), '025')
  expect(await screen.findByText('No rows match')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '250')
  await waitFor(() => expect(shown()).toEqual(['row 250']))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '250' }))
})
