import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { storedAs } from '../../session/session.ts'
import { DashboardPage } from './page.tsx'

const stats = 'GET /admin/purchases/stats'
const row = { product_id: 7, product_name: 'Aurora', total_quantity: 3, total_revenue: 30, variants_sold: 2, last_purchase_at: null }

test('a host with the basic calls gets the table alone, and no other calls', async () => {
  const { requests } = await renderForeign(<DashboardPage />, { url: '/', answers: { [stats]: { data: [row] } } })
  const table = await screen.findByRole('table', { name: 'Sales by product' })
  expect(within(table).getByRole('link', { name: 'Aurora' }).getAttribute('href')).toBe('/products/7')
  expect(within(table).getByText('Never')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Revenue and orders' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Running out' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests).toEqual([stats])
})

test('a rejected token ends the session on a basic call', async () => {
  const answers = { [stats]: Response.json({ message: 'Who are you?' }, { status: 401 }) }
  await renderForeign(<DashboardPage />, { url: '/', answers })
  await waitFor(() => expect(localStorage.getItem(storedAs.token)).toBeNull())
})

test.each([
  ['in an envelope', (rows: unknown) => ({ data: rows })],
  ['bare', (rows: unknown) => rows],
])('numbers as text are numbers, a bad row is left out alone, an invalid date is never: a list %s', async (_, wrap) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const texts = { product_id: '8', product_name: 'Borealis', total_quantity: '1200', total_revenue: '1234.5', variants_sold: '3' }
  await renderForeign(<DashboardPage />, { url: '/', answers: { [stats]: wrap([null, { ...texts, last_purchase_at: 'soon' }, 'x', row]) } })
  const table = await screen.findByRole('table', { name: 'Sales by product' })
  const shown = within(table).getAllByRole('row').slice(1)
  expect(
    shown.map((each) =>
      within(each)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Borealis', '1,200', '$1,234.50', '3', 'Never'],
    ['Aurora', '3', '$30.00', '2', 'Never'],
  ])
  expect(within(table).getByRole('link', { name: 'Borealis' }).getAttribute('href')).toBe('/products/8')
})
