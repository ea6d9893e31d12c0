import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { formatDateTime, viewerZone } from '../../kit/text/format.ts'
import { DashboardPage } from './page.tsx'

// jsdom has no layout, so the chart draws nothing; its values are also in a table.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null
})

const start = () => startShop(<DashboardPage />, '/')
const table = () => screen.findByRole('table', { name: 'Sales by product' })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(cells)
/** Cost and profit of a product whose keys were saved in a list. */
const unknown = ['-, not known', '-, not known']
/** Waits for the figures of the period. */
const findPeriod = () => waitFor(async () => expect((await rows())[0]?.[1]).toMatch(/\d/))
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent
/** The change of a figure, without the explanation in brackets. */
const changeOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!.lastElementChild!.textContent?.split('(')[0]

/** Aurora sold 3 for $2,000.00, Borealis 1 for $5.50, Nightfall nothing; one order is pending and one is refunded. */
async function sell({ addProduct, buy, complete, store }: Shop, batch = '') {
  const keysOf = (prefix: string) => ['A', 'B', 'C', 'D', 'E', 'F'].map((key) => batch + prefix + key)
  const aurora = await addProduct('Aurora', [
    { name: 'Day', price: 500, keys: keysOf('DAY-') },
    { name: 'Month', price: 1000, keys: keysOf('MONTH-') },
  ])
  const borealis = await addProduct('Borealis', [{ name: 'Day', price: 5.5, keys: keysOf('OTHER-') }])
  await addProduct('Nightfall', [])
  const [day, month] = aurora.variants
  const other = borealis.variants[0]!
  for (const order of [
    [
      [day!.id, 2],
      [month!.id, 1],
    ] as const,
    [[other.id, 1]] as const,
  ])
    await complete((await buy(order)).id)
  await buy([[other.id, 1]])
  const refunded = await buy([[other.id, 1]])
  await complete(refunded.id)
  await store(`/purchases/${refunded.id}/refund`, {})
  return { aurora, borealis }
}

test('the table has five columns and those of the period, in their formats, and links to the products', async () => {
  const shop = await start()
  const { aurora } = await sell(shop)
  await shop.go()
  const titles = within(await table())
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
  expect(titles).toEqual([
    'Product',
    'Quantity',
    'Revenue',
    'Cost',
    'Profit',
    'Trend',
    'Total Quantity',
    'Total Revenue',
    'Variants Sold',
    'Last Purchase',
  ])
  await findPeriod()
  expect(await rows()).toEqual([
    ['Aurora', '3', '$2,000.00', ...unknown, '', '3', '$2,000.00', '2', '1/1/2030'],
    ['Borealis', '1', '$5.50', ...unknown, '', '1', '$5.50', '1', '1/1/2030'],
    ['Nightfall', '0', '$0.00', '$0.00', '$0.00', '', '0', '$0.00', '0', 'Never'],
  ])
  const link = screen.getByRole('link', { name: 'Aurora' })
  expect(link.getAttribute('href')).toBe(`/products/${aurora.id}`)
  expect(within(await table()).getAllByText('1/1/2030')[0]!.dataset.tooltip).toContain('2030-01-01 00:00:00 UTC')
})

test('a deleted product keeps its row, with a mark and without a link', async () => {
  const shop = await start()
  const { aurora } = await sell(shop)
  await shop.server.call('DELETE', `/admin/products/${aurora.id}`)
  await shop.go()
  await table()
  await findPeriod()
  const [first, second] = within(await table())
    .getAllByRole('row')
    .slice(1)
  expect(cells(first!)).toEqual(['Aurora Deleted', '3', '$2,000.00', ...unknown, '', '3', '$2,000.00', '2', '1/1/2030'])
  expect(within(first!).queryByRole('link')).toBeNull()
  expect(within(second!).getByRole('link', { name: 'Borealis' })).toBeTruthy()
  expect(within(second!).queryByText('Deleted')).toBeNull()
})

test('every column sorts in both directions and announces it', async () => {
  const shop = await start()
  await sell(shop)
  await shop.go()
  const names = async () => (await rows()).map(([name]) => name)
  const sales = within(await table())
  const header = (name: string) => sales.getByRole('columnheader', { name })
  expect(await names()).toEqual(['Aurora', 'Borealis', 'Nightfall'])
  expect(header('Total Revenue').getAttribute('aria-sort')).toBe('descending')

  for (const title of ['Total Quantity', 'Total Revenue', 'Quantity', 'Revenue', 'Variants Sold']) {
    await shop.user.click(screen.getByRole('button', { name: title }))
    expect(await names()).toEqual(['Nightfall', 'Borealis', 'Aurora'])
    expect(header(title).getAttribute('aria-sort')).toBe('ascending')
  }
  await shop.user.click(screen.getByRole('button', { name: 'Product' }))
  await shop.user.click(screen.getByRole('button', { name: 'Product' }))
  expect(await names()).toEqual(['Nightfall', 'Borealis', 'Aurora'])
  await shop.user.click(screen.getByRole('button', { name: 'Last Purchase' }))
  expect((await names()).at(-1)).toBe('Nightfall')
})

test('revenue and orders over time: sums, an accessible chart with its values, and the period in the address', async () => {
  const shop = await start()
  await sell(shop)
  await shop.go()
  expect(await screen.findByRole('img', { name: 'Revenue and orders of the last 30 days: $2,005.50 from 2 orders' })).toBeTruthy()
  expect(['Revenue', 'Orders', 'Average order value'].map(figure)).toEqual(['$2,005.50', '2', '$1,002.75'])
  const values = (step: string) => within(screen.getByRole('table', { name: `Revenue and orders by ${step}` })).getAllByRole('row')
  expect(values('day')).toHaveLength(31)
  expect(values('day').at(-1)!.textContent).toBe('Tue, Jan 1, 2030, so far$2,005.502$0.00')
  expect(screen.getByRole('radio', { name: '30 days', checked: true })).toBeTruthy()
  await findPeriod()
  expect(
    within(await table())
      .getAllByRole('img', { name: /^Lowest \$0\.00, highest/ })
      .map((trend) => trend.getAttribute('aria-label')),
  ).toEqual(['Lowest $0.00, highest $2,000.00', 'Lowest $0.00, highest $5.50'])

  await shop.user.click(screen.getByRole('radio', { name: '90 days' }))
  expect(await screen.findByRole('img', { name: /last 90 days/ })).toBeTruthy()
  expect(shop.router.state.location.search).toEqual({ days: '90' })
  await shop.user.selectOptions(screen.getByRole('combobox', { name: 'Steps' }), 'By week')
  await waitFor(() => expect(values('week').at(-1)!.textContent).toBe('Dec 31, 2029 to Jan 1, 2030, so far$2,005.502$0.00'))
  expect(shop.router.state.location.search).toEqual({ days: '90', step: 'week' })
  await shop.user.click(screen.getByRole('radio', { name: '30 days' }))
  await waitFor(() => expect(shop.router.state.location.search).toEqual({}))
  await shop.go({ days: 7 })
  expect(await screen.findByRole('img', { name: /last 7 days/ })).toBeTruthy()
  expect(shop.sent('GET', /daily/).map(({ url }) => url)).toEqual(
    ['60', '180', '14'].map((days) => `/admin/purchases/daily?days=${days}&time_zone=${encodeURIComponent(viewerZone())}`),
  )
})

test('while a restore holds keys or messages, owners read it above everything, with the way to decide', async () => {
  const shop = await start()
  await sell(shop)
  await shop.call('POST', '/admin/announcements', { title: 'Sale', content: 'Half price', publish_at: '2030-02-01T00:00:00.000Z' })
  const { db } = shop.server.deps
  const hold = (keys: readonly string[]) => db.updateTable('license_key').set({ state: 'withheld' }).where('value', 'in', keys).execute()
  await hold(['DAY-E', 'DAY-F'])
  await db.updateTable('outbox').set({ status: 'failed', reason: 'Held after a restore', held_at: '2030-01-01T00:00:00.000Z' }).execute()
  await shop.go()
  const notice = await screen.findByRole('note')
  expect(notice.textContent).toBe('2 keys and 1 message are held since a restore. They are not sold or sent until you decide.Review')
  const setup = await screen.findByRole('list', { name: 'Set up your shop' })
  expect(notice.compareDocumentPosition(setup)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(notice).getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/?panel=restore-holds')
  await shop.call('POST', '/admin/restore-holds/messages', { decision: 'send' })
  await shop.call('POST', '/admin/restore-holds/keys', { decision: 'release' })
  await hold(['DAY-F'])
  await shop.queries.invalidateQueries()
  await waitFor(() => expect(notice.textContent).toMatch(/^1 key is held since a restore\. It is not sold or sent until you decide\./))
  await shop.call('POST', '/admin/restore-holds/keys', { decision: 'strike' })
  await shop.queries.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})

test('while a webhook is disabled, owners read below everything which has received nothing since when', async () => {
  const shop = await start()
  const make = async (url: string) => await shop.call('POST', '/admin/webhooks', { url, events: ['order.completed'], active: true })
  await make('https://shop.example/hook?secret=1')
  await shop.go()
  const content = await screen.findByText('No sales to show yet')
  const { db } = shop.server.deps
  const disabled_reason = 'Disabled after 3 days of failures'
  await db.updateTable('webhook').set({ disabled_reason, last_success_at: '2030-01-01T00:00:00.000Z' }).execute()
  await make('https://other.example/hook')
  await shop.queries.invalidateQueries()
  const notice = await screen.findByRole('region', { name: 'Disabled webhooks' })
  const since = formatDateTime('2030-01-01T00:00:00.000Z')
  expect(notice.textContent).toBe(`1 webhook is disabled after failures. Nothing was received by shop.example since ${since}.Review`)
  expect(content.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(notice).getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/?panel=webhooks')
  // Nothing is known of the answers to the other one, and a paused one was stopped by a person.
  await db.updateTable('webhook').set({ disabled_reason }).execute()
  await shop.queries.invalidateQueries()
  await waitFor(() => expect(notice.textContent).toMatch(/^2 webhooks are disabled .* by other\.example since .* and shop\.example since /))
  await db.updateTable('webhook').set({ active: 0 }).execute()
  await shop.queries.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Disabled webhooks' })).toBeNull())
})

test('a shop without sales gets a hint, and without products what to do', async () => {
  const shop = await start()
  await shop.go()
  expect(await screen.findByText('No sales to show yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Products' }).getAttribute('href')).toBe('/products')
  expect(await screen.findByText('No sales yet')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('a range is compared with as many days before it, and says if it has no sales', async () => {
  const shop = await start()
  const now = shop.server.clock.at
  shop.server.clock.at = new Date('2029-12-20T12:00:00.000Z')
  await sell(shop, 'FIRST-')
  shop.server.clock.at = new Date('2029-12-26T12:00:00.000Z')
  await sell(shop, 'SECOND-')
  shop.server.clock.at = now
  await shop.go()
  await screen.findByRole('img', { name: /last 30 days/ })
  await shop.user.click(screen.getByRole('button', { name: 'Range' }))
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2029-12-03')
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2030-01-01')
  expect(shop.router.state.location.search).toEqual({})
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2029-12-25' } })
  await waitFor(() => expect(shop.router.state.location.search).toEqual({ from: '2029-12-25', to: '2030-01-01' }))
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2029-12-28' } })
  expect(await screen.findByRole('img', { name: /of Dec 25 to Dec 28, 2029: \$2,005\.50 from 2 orders/ })).toBeTruthy()
  expect(screen.getByText('The period is Dec 25 to Dec 28, 2029; totals are of all time.')).toBeTruthy()
  const auroras = async () =>
    (await rows()).filter(([name]) => name === 'Aurora').map(([, ...row]) => [...row.slice(0, 2), ...row.slice(5, 7)].join(' '))
  await waitFor(async () => expect((await auroras()).toSorted()).toEqual(['0 $0.00 3 $2,000.00', '3 $2,000.00 3 $2,000.00']))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2029-12-21' } })
  expect(await screen.findByRole('img', { name: /of Dec 21 to Dec 28/ })).toBeTruthy()
  expect(['Revenue', 'Orders', 'Average order value'].map(changeOf)).toEqual(Array.from({ length: 3 }, () => '0% on the period before'))
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2029-12-24' } })
  expect(await screen.findByText('No sales in this period')).toBeTruthy()
  expect(shop.sent('GET', /daily/).at(-1)!.url).toContain('from=2029-12-17&to=2029-12-24')
  // An earlier year, with too many days until both are typed.
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2028-01-01' } })
  expect(screen.getByRole('alert').textContent).toBe('These are more than 366 days.')
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2028-12-31' } })
  await waitFor(() => expect(shop.router.state.location.search).toEqual({ from: '2028-01-01', to: '2028-12-31' }))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2028-01-01')
})

test('failed statistics replace their table alone, and Try again loads them', async () => {
  const shop = await start()
  await sell(shop)
  shop.network.failNext(/\/stats/)
  await shop.go()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch sales statistics')
  expect(screen.queryByRole('table', { name: 'Sales by product' })).toBeNull()
  expect(screen.queryByText('No sales to show yet')).toBeNull()
  expect(await screen.findByRole('img', { name: /\$2,005\.50 from 2 orders/ })).toBeTruthy()
  expect(await within(screen.getByRole('region', { name: 'Running out' })).findAllByText(/Aurora/)).not.toHaveLength(0)
  await shop.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeTruthy()
})

test('a failed part replaces itself alone, and Try again loads it', async () => {
  const shop = await start()
  await sell(shop)
  for (const call of [/\/daily/, /\/by-product/, /\/runway/]) shop.network.failNext(call)
  await shop.go()
  const failures = ['Failed to fetch revenue and orders', 'Failed to fetch the sales of the period', 'Failed to fetch what is running out']
  for (const failure of failures) expect(await screen.findByText(failure)).toBeTruthy()
  expect(await rows()).toHaveLength(3)
  expect(screen.getByText('All time.')).toBeTruthy()
  for (const failure of failures) {
    const alert = screen.getByText(failure).closest<HTMLElement>('[role="alert"]')!
    await shop.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
  }
  expect(await screen.findByText(/^The period is/)).toBeTruthy()
  await findPeriod()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Running out' }).textContent).toContain('Aurora'))
  expect(figure('Revenue')).toBe('$2,005.50')
})
