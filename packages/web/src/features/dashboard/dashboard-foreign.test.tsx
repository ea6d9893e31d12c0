import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const stats = 'GET /admin/purchases/stats'
const daily = 'GET /admin/purchases/daily'
const row = { product_id: 7, product_name: 'Aurora', total_quantity: 3, total_revenue: 30, variants_sold: 2, last_purchase_at: null }

test.each([
  ['no such call', undefined],
  ['a refusal of its own', Response.json({ message: 'Unknown call' }, { status: 404 })],
  ['an answer of another shape', { data: { monday: 12 } }],
  ['nothing by day', { data: [] }],
])('a host with %s has the table alone', async (_, answer) => {
  const { requests } = await renderForeign(<DashboardPage />, { url: '/', answers: { [stats]: { data: [row] }, [daily]: answer } })
  const table = await screen.findByRole('table', { name: 'Sales by product' })
  expect(within(table).getByRole('link', { name: 'Aurora' }).getAttribute('href')).toBe('/products/7')
  expect(within(table).getByText('Never')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Revenue and orders' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.toSorted()).toEqual([`${daily}?days=30`, stats])
})
