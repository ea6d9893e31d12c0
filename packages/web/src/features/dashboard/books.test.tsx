import { permissionsOf } from '@keydesk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { DashboardPage } from './page.tsx'

// jsdom has no layout, so the chart draws nothing; its values are also in a table.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null
})

// The calendar of the browser, which is that of the server here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

/** Products of $10: the keys of Aurora cost $4, those of Borealis are unknown. Today is January 1, 2030. */
async function openShop() {
  const shop = await startShop(<DashboardPage />, '/')
  const aurora = await shop.addProduct('Aurora', [{ name: 'Month', price: 10, keys: [] }])
  const borealis = await shop.addProduct('Borealis', [{ name: 'Month', price: 10, keys: ['B-1', 'B-2', 'B-3'] }])
  const [a, b] = [aurora.variants[0]!.id, borealis.variants[0]!.id]
  await shop.server.call('PUT', `/admin/variants/${a}`, {})
  await shop.server.call('POST', `/admin/variants/${a}/key-imports`, {
    name: 'keys.txt',
    values: ['A-1', 'A-2', 'A-3', 'A-4'],
    cost_per_key: 4,
  })
  return { shop, a, b, borealis }
}

/** Two of Aurora in November, one of each in December. */
async function sell({ shop, a, b }: { shop: Shop; a: number; b: number }) {
  const now = shop.server.clock.at
  for (const [at, wish] of [
    ['2029-11-20T12:00:00.000Z', [[a, 2]]],
    ['2029-12-10T12:00:00.000Z', [[a, 1]]],
    ['2029-12-20T12:00:00.000Z', [[b, 1]]],
  ] as const) {
    shop.server.clock.at = new Date(at)
    await shop.complete((await shop.buy(wish)).id)
  }
  shop.server.clock.at = now
}

const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
/** The cells of the period: quantity, revenue, cost, profit, trend. */
const periodCells = async () => (await rows('Sales by product')).map((cells) => [cells[0], ...cells.slice(1, 6)])

/** Collects the files that the page saves. */
function watchDownloads() {
  const saved: { name: string; text: Promise<string> }[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push({ name: '', text: blob.text() })}`,
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.at(-1)!.name = this.download
  })
  return saved
}

test('last month beside the month before, with cost and profit, as a table and as a file: three presses', async () => {
  const open = await openShop()
  await sell(open)
  const { shop } = open
  await shop.go()
  await screen.findByRole('table', { name: 'Sales by product' })
  const saved = watchDownloads()
  await shop.user.click(screen.getByRole('button', { name: 'Range' }))
  await shop.user.click(await screen.findByRole('button', { name: 'Last month' }))
  await waitFor(() => expect(shop.router.state.location.search).toEqual({ period: 'last_month' }))
  expect(screen.queryByRole('dialog', { name: 'Range' })).toBeNull()
  await waitFor(async () =>
    expect(await periodCells()).toEqual([
      ['Aurora', '1', '$10.00', '$4.00', '$6.00', '−50% on $20.00 in the period before'],
      ['Borealis', '1', '$10.00', '-, not known', '-, not known', ''],
    ]),
  )
  expect(screen.getByText('The period is last month (Dec 1 to Dec 31, 2029); totals are of all time.')).toBeTruthy()
  const hint = 'No cost is known for 1 key. Set it at the imports of a variant; keys saved in a list and past orders have none.'
  expect(screen.getByText(hint)).toBeTruthy()
  expect(await screen.findByRole('img', { name: /of Dec 1 to Dec 31, 2029: \$20\.00 from 2 orders/ })).toBeTruthy()
  // November has no 31st.
  const days = within(screen.getByRole('table', { name: 'Revenue and orders by day' })).getAllByRole('row')
  expect(days.slice(-2).map(({ textContent }) => textContent)).toEqual(['Sun, Dec 30, 2029$0.000$0.00', 'Mon, Dec 31, 2029$0.000-'])
  expect(screen.getByText('Revenue', { selector: 'dt' }).parentElement!.textContent).toContain('0% on the period before')
  await shop.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toBe('sales-by-product-2029-12-01-to-2029-12-31.csv')
  expect((await saved[0]!.text).replace(/^\ufeff/, '').split('\r\n')).toEqual([
    'Product ID,Product,Units,Revenue,Cost,Profit,Keys without cost,Units before,Revenue before',
    '1,Aurora,1,10.00,4.00,6.00,0,2,20.00',
    '2,Borealis,1,10.00,,10.00,1,0,0.00',
    '',
  ])
})

test('a profit that lacks the cost of some keys has a sign that says for how many', async () => {
  const open = await openShop()
  const { shop, a } = open
  await shop.server.call('POST', `/admin/variants/${a}/key-imports`, { name: 'more.txt', values: ['C-1'] })
  await shop.complete((await shop.buy([[a, 5]])).id)
  await shop.go()
  await waitFor(async () =>
    expect((await periodCells())[0]!.slice(0, 5)).toEqual(['Aurora', '5', '$50.00', '$16.00', '$34.00, 1 key without a known cost']),
  )
})

test('today, which is not over, is in no change: a product that sells the same each day has 0%, as the figures above', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  const keys = Array.from({ length: 20 }, (_, nth) => `DAILY-${nth}`)
  const { variants } = await shop.addProduct('Daily', [{ name: 'Month', price: 100, keys }])
  const now = shop.server.clock.at
  for (let day = 19; day <= 31; day += 1) {
    shop.server.clock.at = new Date(`2029-12-${day}T12:00:00.000Z`)
    await shop.complete((await shop.buy([[variants[0]!.id, 1]])).id)
  }
  shop.server.clock.at = now
  await shop.go({ days: 7 })
  const change = async () => (await periodCells())[0]![5]
  await waitFor(async () => expect(await change()).toBe('0% on $600.00 on the same days before'))
  const revenue = screen.getByText('Revenue', { selector: 'dt' }).parentElement!
  expect(revenue.textContent).toMatch(/^Revenue\$600\.000% on the period before/)
  const tooltip = 'Days that are over, against $600.00 for 6 units on the same days before'
  expect(within(screen.getByRole('table', { name: 'Sales by product' })).getByText('0%').dataset.tooltip).toBe(tooltip)
  // On the first of a month no day of it is over.
  await shop.go({ period: 'this_month' })
  await waitFor(async () => expect((await periodCells())[0]!.slice(1)).toEqual(['0', '$0.00', '$0.00', '$0.00', '']))
})

test.each([
  ['a month by hand', { from: '2029-12-01', to: '2029-12-31' }, '30 days'],
  ['a number of days, of which today is not over', { days: 30 }, '29 days'],
  ['a calendar period', { period: 'last_month' }, 'the same days'],
])('the figures say what they are compared with: %s', async (_, search, days) => {
  const open = await openShop()
  await sell(open)
  await open.shop.go(search)
  const figures = (await screen.findByText('Average order value')).closest('dl')!
  expect(within(figures).getAllByText(`(Days that are over, against ${days} of the period before)`)).toHaveLength(3)
})

test('keys without a cost are counted in the rows of the table, so not for a deleted product that was refunded', async () => {
  const { shop, a, b, borealis } = await openShop()
  await shop.complete((await shop.buy([[a, 1]])).id)
  const { id } = await shop.buy([[b, 1]])
  await shop.complete(id)
  await shop.store(`/purchases/${id}/refund`, {})
  await shop.go()
  const hint = /^No cost is known for 1 key\./
  expect(await screen.findByText(hint)).toBeTruthy()
  await shop.server.call('DELETE', `/admin/products/${borealis.id}`)
  await shop.queries.invalidateQueries()
  await waitFor(async () => expect((await periodCells()).map(([name]) => name)).toEqual(['Aurora']))
  expect(screen.queryByText(hint)).toBeNull()
})

test('this month, this quarter and this year end today, and are compared with the same days of the one before', async () => {
  const open = await openShop()
  const { shop, a } = open
  await shop.complete((await shop.buy([[a, 1]])).id)
  for (const [period, before] of [
    ['this_month', '2029-12-01'],
    ['this_quarter', '2029-10-01'],
    ['this_year', '2029-01-01'],
  ] as const) {
    await shop.go({ period })
    await waitFor(() => expect(shop.sent('GET', /daily/).at(-1)!.url).toContain(`from=${before}&to=2030-01-01`))
    expect(shop.sent('GET', /by-product/).at(-1)!.url).toContain(`from=2030-01-01&to=2030-01-01&calendar=${period.slice(5)}`)
  }
  expect(await screen.findByRole('button', { name: 'This year' })).toBeTruthy()
})

test('the books of a period: totals, products and days, as a file, on paper', async () => {
  const open = await openShop()
  await sell(open)
  const { shop } = open
  await shop.go({ period: 'last_month' })
  await shop.user.click(await screen.findByRole('button', { name: 'Books' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Books' }))
  expect(shop.router.state.location.search).toEqual({ period: 'last_month', books: '1' })
  expect(drawer.getByText(/^Last month \(Dec 1 to Dec 31, 2029\), in days of UTC\. A refund counts at the day of its sale\.$/)).toBeTruthy()
  await drawer.findByRole('table', { name: 'Totals' })
  const totals = drawer.getAllByRole('row').slice(0, 8)
  expect(totals.map((row) => row.textContent)).toEqual([
    'Sales at list prices · 2 units$20.00',
    'Discounts$0.00',
    'Refunds$0.00',
    'Revenue$20.00',
    'Cost of keys · not known for 1 key−$4.00',
    'Profit$16.00, 1 key without a known cost',
    'Commissions of referrers$0.00',
    'Paid out to referrers$0.00',
  ])
  expect(await rows('By product')).toEqual([
    ['Aurora', '$10.00', '$0.00', '$0.00', '$10.00', '$0.00', '$4.00', '$6.00'],
    ['Borealis', '$10.00', '$0.00', '$0.00', '$10.00', '$0.00', '-, not known', '-, not known'],
  ])
  expect((await rows('By day')).map(([day]) => day)).toEqual(['Mon, Dec 10, 2029', 'Thu, Dec 20, 2029'])

  const saved = watchDownloads()
  await shop.user.click(drawer.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved[0]?.name).toBe('books-2029-12-01-to-2029-12-31.csv'))
  expect((await saved[0]!.text).split('\r\n')).toHaveLength(7)
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await shop.user.click(drawer.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()

  const isPrintOff = () => drawer.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled
  const release = shop.network.holdNext(/\/books\?/)
  await shop.user.click(drawer.getByRole('radio', { name: '30 days' }))
  // Its title is that of the new period, its figures are still the old ones.
  await waitFor(() => expect(isPrintOff()).toBe(true))
  release()
  await waitFor(() => expect(isPrintOff()).toBe(false))

  await shop.user.click(drawer.getByRole('radio', { name: '7 days' }))
  expect(await drawer.findByText('Nothing to book in this period')).toBeTruthy()
  expect(isPrintOff()).toBe(true)
  await shop.user.keyboard('{Escape}')
  await waitFor(() => expect(shop.router.state.location.search).toEqual({ days: '7' }))
})

test('without a known cost the books have no profit, as the Dashboard', async () => {
  const { shop, b } = await openShop()
  await shop.complete((await shop.buy([[b, 1]])).id)
  await shop.go({ books: '1' })
  const totals = (await rows('Totals')).map(([amount]) => amount)
  expect(totals.slice(2, 5)).toEqual(['$10.00', '-, not known', '-, not known'])
})

test('the books say whose days they have, if the shop has a zone of its own', async () => {
  const { shop } = await openShop()
  const settings = { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: 'Asia/Kathmandu' }
  await shop.server.call('PUT', '/admin/shop', settings)
  await shop.go({ books: '1' })
  const drawer = within(await screen.findByRole('dialog', { name: 'Books' }))
  expect(await drawer.findByText(/in days of Asia\/Kathmandu\./)).toBeTruthy()
})

test.each([
  [{ period: 'this_month' }, 'This month (Dec 1 to Dec 31, 2029)'],
  [{ period: 'last_month' }, 'Last month (Nov 1 to Nov 30, 2029)'],
  [{ days: 30 }, 'The last 30 days (Dec 2 to Dec 31, 2029)'],
  [{ from: '2029-12-01', to: '2030-01-01' }, 'Dec 1, 2029 to Jan 1, 2030'],
])('the books say their days, which end with today in their zone, where the year is not over yet: %o', async (search, days) => {
  const { shop } = await openShop()
  const settings = { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: 'America/New_York' }
  await shop.server.call('PUT', '/admin/shop', settings)
  await shop.go({ ...search, books: '1' })
  const drawer = within(await screen.findByRole('dialog', { name: 'Books' }))
  expect(await drawer.findByText(`${days}, in days of America/New_York. A refund counts at the day of its sale.`)).toBeTruthy()
})

test('books that cannot be fetched say so, and Try again fetches them', async () => {
  const { shop } = await openShop()
  shop.network.failNext(/\/books\?/)
  await shop.go({ books: '1' })
  const drawer = within(await screen.findByRole('dialog', { name: 'Books' }))
  expect(await drawer.findByText('Failed to fetch the books')).toBeTruthy()
  await shop.user.click(drawer.getByRole('button', { name: 'Try again' }))
  expect(await drawer.findByText('Nothing to book in this period')).toBeTruthy()
})

test('a role that may not see the books has neither them nor cost and profit', async () => {
  const open = await openShop()
  await sell(open)
  const { shop } = open
  act(() => shop.session.viewAs({ role: 'marketing', name: 'Marketing', permissions: permissionsOf.marketing }))
  await shop.go({ books: '1', period: 'last_month' })
  await waitFor(async () => expect((await rows('Sales by product'))[0]?.[2]).toBe('$10.00'))
  expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Profit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Books' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
