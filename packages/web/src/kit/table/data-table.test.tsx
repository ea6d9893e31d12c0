import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { Button } from '../controls/button.tsx'
import { Drawer } from '../overlay/drawer.tsx'
import { type Sort, sortRows } from './column.ts'
import { type Column, DataTable } from './data-table.tsx'

interface Sale {
  readonly id: number
  readonly name: string
  readonly revenue: number
  readonly last: string | null
}

const rows: Sale[] = [
  { id: 1, name: 'Nightfall', revenue: 90, last: null },
  { id: 2, name: 'aurora 10', revenue: 1000, last: '2030-01-02' },
  { id: 3, name: 'Aurora 9', revenue: 90, last: '2030-01-01' },
]

const many = Array.from({ length: 120 }, (_, index): Sale => ({ id: index, name: `Product ${index}`, revenue: index, last: null }))

const columns: Column<Sale>[] = [
  { title: 'Product', cell: (row) => row.name, sort: (row) => row.name },
  { title: 'Revenue', cell: (row) => row.revenue, sort: (row) => row.revenue, align: 'right' },
  { title: 'Last', cell: (row) => row.last ?? 'Never', sort: (row) => row.last },
  { title: 'Actions', cell: () => <button type="button">Edit</button>, hideTitle: true },
]

const order = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent)
const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

const table = (extra: Partial<Parameters<typeof DataTable<Sale>>[0]> = {}) => (
  <DataTable label="Sales" rows={rows} columns={columns} rowKey={(row) => row.id} empty={<p>No sales</p>} {...extra} />
)

test('a column sorts ascending, then descending, and announces it', async () => {
  const { user } = await renderKit(table())
  expect(order()).toEqual(['Nightfall', 'aurora 10', 'Aurora 9'])
  expect(sortOf('Product')).toBe('none')

  await user.click(screen.getByRole('button', { name: 'Product' }))
  expect(order()).toEqual(['Aurora 9', 'aurora 10', 'Nightfall'])
  expect(sortOf('Product')).toBe('ascending')

  await user.click(screen.getByRole('button', { name: 'Product' }))
  expect(order()).toEqual(['Nightfall', 'aurora 10', 'Aurora 9'])
  expect(sortOf('Product')).toBe('descending')

  await user.click(screen.getByRole('button', { name: 'Revenue' }))
  expect(order()).toEqual(['Nightfall', 'Aurora 9', 'aurora 10'])
  expect(sortOf('Product')).toBe('none')
  expect(sortOf('Revenue')).toBe('ascending')
})

test('rows without a value are last in both directions', () => {
  const sorted = (direction: Sort['direction']) => sortRows(rows, columns, { column: 'Last', direction }).map((row) => row.id)
  expect(sorted('ascending')).toEqual([3, 2, 1])
  expect(sorted('descending')).toEqual([2, 3, 1])
})

test('a column without a sort value has no button', async () => {
  await renderKit(table())
  expect(screen.getByRole('columnheader', { name: 'Actions' }).getAttribute('aria-sort')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull()
})

test('with onSort the rows keep the given order', async () => {
  const sorts: Sort[] = []
  const { user } = await renderKit(table({ sort: { column: 'Revenue', direction: 'descending' }, onSort: (sort) => sorts.push(sort) }))
  expect(order()).toEqual(['Nightfall', 'aurora 10', 'Aurora 9'])
  expect(sortOf('Revenue')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Product' }))
  await user.click(screen.getByRole('button', { name: 'Revenue' }))
  expect(sorts).toEqual([
    { column: 'Product', direction: 'ascending' },
    { column: 'Revenue', direction: 'ascending' },
  ])
})

test('a row with an address has a real link', async () => {
  const { user, router } = await renderKit(table({ rowHref: () => '/elsewhere' }))
  const link = screen.getByRole('link', { name: 'Aurora 9' })
  expect(link.getAttribute('href')).toBe('/elsewhere')
  await user.click(link)
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/elsewhere')
})

test('a text above the link of its row opens it too; a button of the row does not', async () => {
  const noted: Column<Sale> = { title: 'Note', cell: ({ name }) => <span data-tooltip="Why">{`About ${name}`}</span> }
  const { user, router } = await renderKit(table({ columns: [...columns, noted], rowHref: () => '/elsewhere' }))
  await user.click(screen.getAllByRole('button', { name: 'Edit' })[0]!)
  expect(router.state.location.pathname).toBe('/')
  await user.click(screen.getByText('About Nightfall'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
})

test('such a text passes the keys and the middle button on, so that the link opens a new tab', async () => {
  const noted: Column<Sale> = { title: 'Note', cell: ({ name }) => <span data-tooltip="Why">{`About ${name}`}</span> }
  const { user, router } = await renderKit(table({ columns: [...columns, noted], rowHref: () => '/elsewhere' }))
  const clicks: (readonly boolean[])[] = []
  screen.getByRole('link', { name: 'Nightfall' }).addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    clicks.push([ctrlKey, metaKey, shiftKey])
    // This browser has no tabs.
    event.preventDefault()
  })
  const text = screen.getByText('About Nightfall')
  for (const key of ['Control', 'Meta', 'Shift']) {
    await user.keyboard(`{${key}>}`)
    await user.click(text)
    await user.keyboard(`{/${key}}`)
  }
  await user.pointer({ keys: '[MouseMiddle]', target: text })
  await user.pointer({ keys: '[MouseRight]', target: text })
  expect(clicks).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
  ])
  expect(router.state.location.pathname).toBe('/')
})

test('a row that opens a drawer keeps the rest of the address', async () => {
  const { user, router } = await renderKit(
    table({
      rowHref: (row) => (row.id === 1 ? undefined : { search: (before: Record<string, unknown>) => ({ ...before, sale: row.id }) }),
    }),
  )
  expect(screen.queryByRole('link', { name: 'Nightfall' })).toBeNull()
  await router.navigate({ to: '/', search: { q: 'a' } as object })
  const link = await screen.findByRole('link', { name: 'Aurora 9' })
  await waitFor(() => expect(link.getAttribute('href')).toBe('/?q=a&sale=3'))
  await user.click(link)
  expect(router.state.location.search).toEqual({ q: 'a', sale: '3' })
})

test('without rows the empty slot is shown under the header', async () => {
  await renderKit(table({ rows: [] }))
  expect(screen.getByText('No sales')).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(4)
})

test('when a row whose button had the focus is gone, the table gets it', async () => {
  function Shrinking() {
    const [left, setLeft] = useState(rows)
    const remove: Column<Sale> = {
      title: 'Actions',
      cell: ({ id }) => (
        <button type="button" onClick={() => setLeft((now) => now.filter((row) => row.id !== id))}>
          Delete {id}
        </button>
      ),
    }
    return table({ rows: left, columns: [columns[0]!, remove] })
  }
  const { user } = await renderKit(<Shrinking />)
  await user.click(screen.getByRole('button', { name: 'Delete 2' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sales' }))
})

test('a table below an open drawer does not take the focus from it', async () => {
  function Shrinking() {
    const [isOpen, setOpen] = useState(false)
    const [isDone, setDone] = useState(false)
    const button = (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    )
    const open: Column<Sale> = { title: 'Actions', cell: ({ id }) => id === 1 && button }
    return (
      <>
        {table({ rows: isDone ? rows.slice(1) : rows, columns: [columns[0]!, open] })}
        {isOpen && (
          <Drawer title="Sale" isBesidePage onClose={() => undefined}>
            {isDone ? null : <Button onClick={() => setDone(true)}>Cancel</Button>}
          </Drawer>
        )}
      </>
    )
  }
  const { user } = await renderKit(<Shrinking />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  expect(document.activeElement).not.toBe(screen.getByRole('region', { name: 'Sales' }))
})

test('rows that are added do not take the focus', async () => {
  function Growing() {
    const [shown, setShown] = useState(rows.slice(1))
    useEffect(() => {
      const add = () => setShown(rows)
      window.addEventListener('more-rows', add)
      return () => window.removeEventListener('more-rows', add)
    }, [])
    return table({ rows: shown })
  }
  await renderKit(<Growing />)
  act(() => void window.dispatchEvent(new Event('more-rows')))
  expect(order()).toHaveLength(rows.length)
  expect(document.activeElement).toBe(document.body)
})

test('only those of many rows that are near the window are in the page, and all on paper; sorting covers all of them', async () => {
  const { user } = await renderKit(table({ rows: many }))
  const shown = order()
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.length).toBeLessThan(many.length)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(many.length + 1))
  await user.click(screen.getByRole('button', { name: 'Revenue' }))
  await user.click(screen.getByRole('button', { name: 'Revenue' }))
  expect(order()[0]).toBe('Product 119')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(order()).toHaveLength(many.length)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(order().length).toBeLessThan(many.length)
})

test('in a drawer, which scrolls by itself, all of many rows are in the page', async () => {
  await renderKit(<div data-drawer-content>{table({ rows: many })}</div>)
  expect(order()).toHaveLength(many.length)
})
