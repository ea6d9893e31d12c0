import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { OrdersPage } from './page.tsx'

const path = '/purchases/orders'
const list = 'GET /admin/purchases/orders'
/** An order with only the fields that a foreign host must send. */
const bare = (id: number, status: string) => ({
  id,
  customer_email: `buyer${id}@example.com`,
  status,
  items: [{ id, quantity: 2, variant: { name: 'Month', product: { name: 'Aurora' } } }],
  total: 1234.5,
  created_at: '2026-11-20T12:00:00.000Z',
})

test.each([
  ['in an envelope', (orders: unknown) => ({ data: orders })],
  ['bare', (orders: unknown) => orders],
])('a plain list, %s, shows every column', async (_, wrap) => {
  const { requests } = await renderForeign(<OrdersPage />, {
    url: path,
    answers: { [list]: wrap([bare(12, 'completed'), bare(13, 'disputed')]) },
  })
  const table = await screen.findByRole('table', { name: 'Latest Orders' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(
    within(first!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['#12', 'buyer12@example.com', 'completed', 'Aurora - Month x2', '$1,234.50', '11/20/2026'])
  expect(within(second!).getByText('disputed').parentElement!.className).toContain('text-red')
  expect(screen.getByText('2 orders')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(requests).toEqual([list])
})

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('a bad order or a bad item is left out alone; numbers as text are numbers', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const texts = { ...bare(0, 'completed'), id: '14', total: '12.50', created_at: 'today' }
  const items = [null, { id: '14', quantity: '3', variant: { name: 'Week', product: { name: 'Borealis' } } }, { quantity: 1 }]
  const rows = [bare(12, 'completed'), null, 'x', { ...bare(13, 'completed'), id: null }, { ...texts, items }]
  await renderForeign(<OrdersPage />, { url: path, answers: { [list]: { data: rows, meta: { total: '2', next_cursor: 7 } } } })
  const table = await screen.findByRole('table', { name: 'Latest Orders' })
  const shown = within(table).getAllByRole('row').slice(1).map(cellsOf)
  expect(shown.map((cells) => cells[0])).toEqual(['#12', '#14'])
  expect(shown[1]!.slice(2, 5)).toEqual(['completed', 'Borealis - Week x3', '$12.50'])
  expect(document.body.textContent).not.toMatch(/Invalid|NaN/)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test("an order opens with the list's data; nothing else is fetched or offered", async () => {
  const { user, requests } = await renderForeign(<OrdersPage />, {
    url: `${path}?status=refunded&q=nobody`,
    answers: { [list]: { data: [bare(12, 'completed'), bare(13, 'pending')] } },
  })
  await user.click(await screen.findByRole('link', { name: '#12' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Order #12' }))
  expect(drawer.getByText('Aurora - Month')).toBeTruthy()
  expect(drawer.queryByText('Loading...')).toBeNull()
  expect(drawer.queryByRole('alert')).toBeNull()
  expect(drawer.queryByRole('link')).toBeNull()
  expect(drawer.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Previous order',
    'Next order',
    'Close',
    'Copy email',
  ])
  await user.keyboard('{Escape}')
  // The host cannot filter, so the filters of the address are ignored.
  expect(await screen.findByRole('link', { name: '#13' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  expect(requests).toEqual([list])
})

test('a host that only counts its orders is not polled for new ones', async () => {
  const { requests, user } = await renderForeign(<OrdersPage />, {
    url: path,
    answers: { [list]: { data: [bare(12, 'completed')], meta: { total: 1, next_cursor: null } } },
  })
  await user.click(await screen.findByRole('link', { name: '#12' }))
  await screen.findByRole('dialog', { name: 'Order #12' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await vi.advanceTimersByTimeAsync(61_000)
  vi.useRealTimers()
  expect(requests.filter((call) => call.includes('limit='))).toEqual([])
})

test('missing or null fields do no harm', async () => {
  const hollow = { id: 7, customer_email: null, status: null, items: null, total: null, created_at: null }
  await renderForeign(<OrdersPage />, { url: path, answers: { [list]: { data: [hollow], meta: null } } })
  expect(await screen.findByRole('link', { name: '#7' })).toBeTruthy()
  expect(screen.getByText('$0.00')).toBeTruthy()
})
