import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { OrdersPage } from './page.tsx'

const path = '/purchases/orders'
const start = () => startShop(<OrdersPage />, path)
const keys = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`)

async function stock({ addProduct }: Shop, count = 5) {
  const { variants } = await addProduct('Aurora', [
    { name: 'Day', price: 1000, keys: keys('DAY', count) },
    { name: 'Month', price: 0.5, keys: keys('MONTH', count) },
  ])
  return { day: variants[0]!.id, month: variants[1]!.id }
}

const table = () => screen.findByRole('table', { name: 'Latest Orders' })
const row = async (id: number) => (await screen.findByRole('link', { name: `#${id}` })).closest('tr')!
const cellsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const shownIds = () => screen.getAllByRole('link', { name: /^#\d+$/ }).map((link) => link.textContent)
const shows = (...ids: string[]) => waitFor(() => expect(shownIds()).toEqual(ids))

test('an order is new until it is shown, wherever its time puts it', async () => {
  const shop = await start()
  const { day } = await stock(shop)
  await shop.buy([[day, 1]])
  await shop.go()
  await shows('#1')
  shop.server.clock.at = new Date(shop.server.clock.at.getTime() - 1)
  await shop.buy([[day, 1]])
  await shop.queries.invalidateQueries({ queryKey: queryKeys.newestOrders({}) })
  await shop.user.click(await screen.findByRole('button', { name: '1 new order' }))
  await shows('#1', '#2')
  expect(screen.queryByRole('button', { name: /new order/ })).toBeNull()
})

test('shows the columns, their formats and the colour of every status', async () => {
  const shop = await start()
  const { day, month } = await stock(shop)
  const completed = await shop.buy([
    [day, 1],
    [month, 2],
  ])
  await shop.complete(completed.id)
  await shop.buy([[month, 1]], { customer_email: 'bo@example.com' })
  const cancelled = await shop.buy([[month, 1]])
  await shop.store(`/purchases/${cancelled.id}/cancel`, {})
  const refunded = await shop.buy([[month, 1]])
  await shop.complete(refunded.id)
  await shop.store(`/purchases/${refunded.id}/refund`, {})
  await shop.go()

  expect(await screen.findByRole('heading', { name: 'Latest Orders' })).toBeTruthy()
  const titles = within(await table()).getAllByRole('columnheader')
  expect(titles.map((title) => title.textContent)).toEqual(['Order ID', 'Customer', 'Status', 'Items', 'Total', 'Date'])
  expect(shownIds()).toEqual(['#4', '#3', '#2', '#1'])
  expect(cellsOf(await row(1))).toEqual([
    '#1',
    'ann@example.com',
    'completed',
    'Aurora - Day x1, Aurora - Month x2',
    '$1,001.00',
    '1/1/2030',
  ])
  expect(within(await row(1)).getByText('1/1/2030').dataset.tooltip).toContain('2030-01-01 00:00:00 UTC')
  const tones = [
    [1, 'completed', 'text-green'],
    [2, 'pending', 'text-yellow'],
    [3, 'cancelled', 'text-red'],
    [4, 'refunded', 'text-red'],
  ] as const
  for (const [id, status, tone] of tones) expect(within(await row(id)).getByText(status).parentElement!.className).toContain(tone)
  expect(screen.getByText('4 orders')).toBeTruthy()
})

test('a right-to-left name is isolated, so that the words beside it keep their places', async () => {
  const shop = await start()
  const { variants } = await shop.addProduct('שלום', [{ name: '1 Month', price: 10, keys: ['MONTH-1'] }])
  await shop.buy([[variants[0]!.id, 1]])
  await shop.go()
  expect(cellsOf(await row(1))).toContain('\u2068שלום\u2069 - 1 Month x1')
})

test('an empty list says where orders come from', async () => {
  const shop = await start()
  await shop.go()
  expect(await screen.findByText('No orders yet')).toBeTruthy()
  expect(screen.getByText(/store API/)).toBeTruthy()
})

test('a failure replaces the content, and Try again loads it', async () => {
  const shop = await start()
  const mend = await shop.breakTable('orders')
  await shop.go()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch orders')
  expect(screen.queryByRole('table')).toBeNull()
  await mend()
  await shop.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No orders yet')).toBeTruthy()
})

test('the search finds by email, order id and key, waits for a pause, and is in the address', async () => {
  const shop = await start()
  const { day } = await stock(shop)
  for (const name of ['ann', 'bo', 'bob']) await shop.complete((await shop.buy([[day, 1]], { customer_email: `${name}@example.com` })).id)
  await shop.go()
  await row(1)
  const search = screen.getByRole('searchbox', { name: 'Search orders' })

  await shop.user.type(search, 'bo')
  await shows('#3', '#2')
  expect(shop.router.state.location.search).toEqual({ q: 'bo' })
  expect(shop.sent('GET', /q=/).map(({ url }) => url)).toEqual(['/admin/purchases/orders?q=bo'])

  await shop.user.clear(search)
  await shop.user.type(search, 'DAY-1')
  await shows('#1')
  // The list under the key is that of all orders.
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  await shop.user.clear(search)
  await shop.user.type(search, '2')
  await shows('#2')

  await shop.user.clear(search)
  await shop.user.type(search, 'nobody')
  expect(await screen.findByText('No orders match')).toBeTruthy()
  await shop.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await shows('#3', '#2', '#1')
  expect((search as HTMLInputElement).value).toBe('')
  expect(shop.router.state.location.search).toEqual({})

  await shop.go({ q: 'bob' })
  await shows('#3')
  expect((search as HTMLInputElement).value).toBe('bob')

  await shop.user.clear(search)
  await shop.user.click(search)
  await shop.user.paste('a whole paragraph '.repeat(20))
  expect(await screen.findByText('No orders match')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy()
})

test('status and days filter the list, the address and the export', async () => {
  const shop = await start()
  const { month } = await stock(shop)
  const now = shop.server.clock.at
  shop.server.clock.at = new Date('2029-12-31T23:59:59.999Z')
  await shop.buy([[month, 1]])
  shop.server.clock.at = now
  await shop.complete((await shop.buy([[month, 1]])).id)
  await shop.buy([[month, 1]])
  await shop.go()
  await row(1)

  await shop.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Pending')
  await shows('#3', '#1')
  await shop.user.click(screen.getByRole('button', { name: 'Any date' }))
  await shop.user.type(await screen.findByLabelText('From'), '2030-01-01')
  await shows('#3')
  await shop.user.type(screen.getByLabelText('To'), '2030-01-31')
  expect(await screen.findByRole('button', { name: 'Jan 1, 2030 – Jan 31, 2030' })).toBeTruthy()
  await waitFor(() => expect(shop.router.state.location.search).toEqual({ status: 'pending', from: '2030-01-01', to: '2030-01-31' }))

  const saved: { name: string; text: Promise<string> }[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push({ name: '', text: blob.text() })}`,
      revokeObjectURL: () => undefined,
    }),
  )
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.at(-1)!.name = this.download
  })
  await shop.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(clicks).toHaveBeenCalledOnce())
  clicks.mockRestore()
  const request = shop.requests.find(({ url }) => url.includes('export.csv'))!
  expect(request.url).toBe('/admin/purchases/orders/export.csv?status=pending&from=2030-01-01&to=2030-01-31&time_zone=UTC')
  expect(request.headers.authorization).toBe(shop.server.token)
  expect(saved[0]!.name).toBe('orders-2030-01-01.csv')
  const lines = (await saved[0]!.text).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^3,ann@example\.com,pending,/)
})

test('the other export has one row per line', async () => {
  const shop = await start()
  const { month } = await stock(shop, 3)
  await shop.complete((await shop.buy([[month, 2]])).id)
  await shop.go({ status: 'completed' })
  await screen.findByText('1 order')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await shop.user.click(screen.getByRole('button', { name: 'Other exports' }))
  await shop.user.click(await screen.findByRole('menuitem', { name: /^One row per line/ }))
  await waitFor(() => expect(clicks).toHaveBeenCalledOnce())
  expect(shop.requests.find(({ url }) => url.includes('export.csv'))!.url).toBe(
    '/admin/purchases/orders/export.csv?status=completed&rows=lines&time_zone=UTC',
  )
})

test('an export that fails says so', async () => {
  const shop = await start()
  await shop.go()
  await screen.findByText('No orders yet')
  await shop.server.close()
  await shop.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Failed to export orders')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(false)
})

test('loads further pages on request, each order once', async () => {
  const shop = await start()
  const { month } = await stock(shop, 103)
  for (let index = 0; index < 103; index += 1) await shop.buy([[month, 1]], { customer_email: `buyer${index}@example.com` })
  await shop.go()
  expect(await screen.findByText('100 of 103 orders')).toBeTruthy()
  await shop.user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('103 orders')).toBeTruthy()
  expect((await table()).getAttribute('aria-rowcount')).toBe('104')
  expect(shownIds().slice(0, 3)).toEqual(['#103', '#102', '#101'])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
}, 40_000)

test('a step past the last loaded order loads the next page', async () => {
  const shop = await start()
  const { month } = await stock(shop, 101)
  for (let index = 0; index < 101; index += 1) await shop.buy([[month, 1]], { customer_email: `buyer${index}@example.com` })
  await shop.go({ order: 2 })
  await screen.findByRole('dialog', { name: 'Order #2' })
  expect(await screen.findByText('100 of 101 orders')).toBeTruthy()
  await shop.user.keyboard('j')
  expect(await screen.findByRole('dialog', { name: 'Order #1' })).toBeTruthy()
  expect(screen.getByText('101 orders')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next order' }).ariaDisabled).toBe('true')
}, 40_000)

test('orders of one API key name it, and all orders are shown again by one press', async () => {
  const shop = await startShop(<OrdersPage />, '/purchases/orders')
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['A-1', 'A-2'] }])
  await shop.buy([[variants[0]!.id, 1]])
  await shop.go({ api_key: 2 })
  expect(await screen.findByText(/No orders match/)).toBeTruthy()
  await shop.go({ api_key: 1 })
  expect(await screen.findByRole('link', { name: '#1' })).toBeTruthy()
  await shop.user.click(await screen.findByRole('button', { name: 'With API key storefront: show all' }))
  await waitFor(() => expect(shop.router.state.location.search).toEqual({}))
})
