import type { BooksOfPeriod } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { addTeam } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'

const read = async (app: TestApp, period: string) => dataOf(await app.call('GET', `/admin/books?${period}`)) as BooksOfPeriod

async function download(app: TestApp, url: string) {
  const answer = await app.app.inject({ url, headers: { authorization: app.token } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body.startsWith('\ufeff')).toBe(true)
  return { name: answer.headers['content-disposition'], lines: answer.body.slice(1).split('\r\n').slice(0, -1) }
}

/**
 * Aim for $10 (keys for $4) and Wall for $5 (cost unknown). On December 30 an order with a coupon and a referral of both, of which one Aim is
 * refunded; on December 31 an order of Aim, and a payout.
 */
async function open() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const aim = await makeVariant(app, [], { price: 10 })
  await saveVariant(app, aim.id, {})
  await importKeyList(app, aim.id, ['A-1', 'A-2', 'A-3', 'A-4'], { cost_per_key: 4 })
  const { id: wallId } = await makeProduct(app, { name: '-Wall' })
  const wall = dataOf(await app.call('POST', '/admin/variants/', { product_id: wallId, name: 'Day', price: 5, keys: ['W-1', 'W-2'] })) as {
    id: number
  }
  await makeCoupon(app)
  const ada = await shop.addUser('ada')
  app.clock.at = new Date('2029-12-30T12:00:00.000Z')
  const order = await shop.sell({ [aim.id]: 2, [wall.id]: 1 }, { coupon_code: 'TEN', referral_code: ada.referral_code })
  app.clock.at = new Date('2029-12-31T20:00:00.000Z')
  await shop.sell({ [aim.id]: 1 })
  await shop.askPayout(ada.id, 1.5)
  dataOf(await app.call('PUT', '/admin/referrals/payout/1/status', { status: 'completed', transaction_id: 'tx' }))
  app.clock.at = testNow
  await shop.succeed('POST', `/purchases/${order.id}/refund`, { items: [{ id: order.items[0]!.id, quantity: 1 }] })
  return { app, shop }
}

const header =
  'Day (UTC),Product ID,Product,Units,Sales,Discounts,Refunded units,Refunds,Revenue,Commissions,Payouts,Cost,Keys without cost,Profit'

test('the books have a row for each day and product, the payouts of a day, and totals', async () => {
  const { app } = await open()
  const { name, lines } = await download(app, '/admin/books.csv?from=2029-12-30&to=2029-12-31')
  expect(name).toBe('attachment; filename="books-2029-12-30-to-2029-12-31.csv"')
  expect(lines).toEqual([
    header,
    // $25 less 10 % and 5 %: $21.37, of which 17.10 for Aim. The commission of $2.14 is reduced to the share of 12.82.
    '2029-12-30,1,Aim,2,20.00,2.90,1,8.55,8.55,0.85,0.00,8.00,0,0.55',
    "2029-12-30,2,'-Wall,1,5.00,0.73,0,0.00,4.27,0.43,0.00,,1,4.27",
    '2029-12-31,1,Aim,1,10.00,0.00,0,0.00,10.00,0.00,0.00,4.00,0,6.00',
    '2029-12-31,,Payouts,0,0.00,0.00,0,0.00,0.00,0.00,1.50,0.00,0,0.00',
    'Total,1,Aim,3,30.00,2.90,1,8.55,18.55,0.85,0.00,12.00,0,6.55',
    "Total,2,'-Wall,1,5.00,0.73,0,0.00,4.27,0.43,0.00,,1,4.27",
    'Total,,Payouts,0,0.00,0.00,0,0.00,0.00,0.00,1.50,0.00,0,0.00',
    'Total,,Everything,4,35.00,3.63,1,8.55,22.82,1.28,1.50,12.00,1,10.82',
  ])
})

test('the page has the same sums, by day of the zone', async () => {
  const { app } = await open()
  const books = await read(app, 'from=2029-12-30&to=2029-12-31')
  expect(books).toMatchObject({
    ...{ from: '2029-12-30', to: '2029-12-31' },
    totals: { units: 4, sales: 35, discounts: 3.63, refunded_units: 1, refunds: 8.55, revenue: 22.82, commissions: 1.28, payouts: 1.5 },
    by_day: [
      { day: '2029-12-30', revenue: 12.82, cost: 8, profit: 4.82, payouts: 0 },
      { day: '2029-12-31', revenue: 10, cost: 4, profit: 6, payouts: 1.5 },
    ],
    by_product: [
      { product_id: 1, product_name: 'Aim', revenue: 18.55, cost: 12, profit: 6.55, units_without_cost: 0 },
      { product_id: 2, product_name: '-Wall', revenue: 4.27, cost: 0, profit: 4.27, units_without_cost: 1 },
    ],
  })
  // 20:00 of December 31 is the next day in Kathmandu.
  const inKathmandu = await read(app, 'from=2029-12-30&to=2029-12-31&time_zone=Asia/Kathmandu')
  expect(inKathmandu.by_day.map(({ day }) => day)).toEqual(['2029-12-30'])
  expect(await read(app, 'from=2029-11-01&to=2029-11-30')).toMatchObject({ totals: { units: 0, profit: 0 }, by_day: [], by_product: [] })
})

test('the days are those of the zone of the shop, whatever zone is asked for', async () => {
  const { app } = await open()
  await app.call('PUT', '/admin/shop', { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: 'Asia/Kathmandu' })
  const books = await read(app, 'from=2029-12-30&to=2030-01-01&time_zone=America/New_York')
  expect(books).toMatchObject({
    time_zone: 'Asia/Kathmandu',
    by_day: [{ day: '2029-12-30' }, { day: '2030-01-01', revenue: 10, payouts: 1.5 }],
  })
  const { name, lines } = await download(app, '/admin/books.csv?days=1&time_zone=America/New_York')
  expect(name).toBe('attachment; filename="books-2030-01-01-to-2030-01-01.csv"')
  expect(lines[1]).toMatch(/^2030-01-01,1,Aim,1,10\.00/)
})

test('a named period is that of today in the zone of the books, or in the one asked for', async () => {
  const { app } = await open()
  // Where it is December 31.
  const asked = 'time_zone=America/New_York'
  expect(await read(app, `period=this_month&${asked}`)).toMatchObject({ from: '2029-12-01', to: '2029-12-31', totals: { units: 4 } })
  expect(await read(app, `period=last_month&${asked}`)).toMatchObject({ from: '2029-11-01', to: '2029-11-30' })
  const { name } = await download(app, `/admin/books.csv?period=this_year&${asked}`)
  expect(name).toBe('attachment; filename="books-2029-01-01-to-2029-12-31.csv"')
  await app.call('PUT', '/admin/shop', { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: 'Asia/Kathmandu' })
  expect(await read(app, `period=this_month&${asked}`)).toMatchObject({ from: '2030-01-01', to: '2030-01-01', time_zone: 'Asia/Kathmandu' })
  const message = 'period must be one of: this_month, last_month, this_quarter, this_year'
  expect(await app.call('GET', '/admin/books?period=next_month')).toMatchObject({ status: 400, body: { fields: { period: message } } })
})

test('a loss has a minus that no spreadsheet takes for a formula, and a product that is sold at a loss stays', async () => {
  const { app, shop } = await open()
  await shop.refund(2)
  const { lines } = await download(app, '/admin/books.csv?from=2029-12-31&to=2029-12-31')
  expect(lines[1]).toBe('2029-12-31,1,Aim,1,10.00,0.00,1,10.00,0.00,0.00,0.00,4.00,0,-4.00')
})

test('the sales by product come as a file with the period before, for marketing without cost and profit', async () => {
  const { app } = await open()
  const { marketing } = await addTeam(app)
  const url = '/admin/purchases/by-product?from=2029-12-31&to=2029-12-31&format=csv'
  const { name, lines } = await download(app, url)
  expect(name).toBe('attachment; filename="sales-by-product-2029-12-31-to-2029-12-31.csv"')
  expect(lines).toEqual([
    'Product ID,Product,Units,Revenue,Cost,Profit,Keys without cost,Units before,Revenue before',
    '1,Aim,1,10.00,4.00,6.00,0,1,8.55',
    "2,'-Wall,0,0.00,0.00,0.00,0,1,4.27",
  ])
  const before = await download(app, '/admin/purchases/by-product?from=2029-12-30&to=2029-12-30&format=csv')
  expect(before.lines).toContain("2,'-Wall,1,4.27,,4.27,1,0,0.00")
  const seen = await download({ ...app, token: marketing.token }, url)
  expect(seen.lines.slice(0, 2)).toEqual(['Product ID,Product,Units,Revenue,Units before,Revenue before', '1,Aim,1,10.00,1,8.55'])
})

test('exports of the books and of the sales are recorded with their period', async () => {
  const { app } = await open()
  await download(app, '/admin/books.csv?from=2029-12-30&to=2029-12-31')
  await download(app, '/admin/purchases/by-product?days=7&format=csv')
  const list = async () =>
    (dataOf(await app.call('GET', '/admin/activity?kind=export')) as { action: string; changes: object }[]).toReversed()
  await expect.poll(list).toHaveLength(2)
  expect(await list()).toMatchObject([
    { action: 'books.exported', changes: { from: { after: '2029-12-30' }, to: { after: '2029-12-31' } } },
    { action: 'sales.exported', changes: { days: { after: 7 } } },
  ])
})

test.each(['/admin/books', '/admin/books.csv', '/admin/purchases/by-product'])('%s refuses a period that is none', async (path) => {
  const { call } = await createTestApp()
  for (const [period, message] of [
    ['from=2030-01-02', 'from must not be after to'],
    ['from=2027-12-30&to=2029-12-31', 'The period has at most 732 days'],
  ])
    expect(await call('GET', `${path}?${period}`)).toMatchObject({ status: 400, body: { message, fields: { from: message } } })
})
