import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../../testing.ts'
import { makeCoupon } from '../../../testing/shop/coupons.ts'
import { importKeyList } from '../../../testing/shop/key-imports.ts'
import { queriesOf } from '../../../testing/databases/queries.ts'
import { makeStock, openShop } from '../../../testing/shop/shop.ts'

async function download(app: TestApp, query = '') {
  const url = `/admin/purchases/orders/export.csv${query}`
  const answer = await app.app.inject({ method: 'GET', url, headers: { authorization: app.token } })
  expect(answer.statusCode).toBe(200)
  return answer
}
const linesOf = async (app: TestApp, query = '') => (await download(app, query)).body.split('\r\n').slice(1, -1)

test('the orders come as a file for spreadsheets', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  await makeCoupon(app)
  const user = await shop.addUser('ada')
  await shop.buy({ [variant.id]: 2 }, { coupon_code: 'TEN', referral_code: user.referral_code })
  await shop.complete(1, 'pay-1')
  await shop.buy({ [variant.id]: 1 })

  const answer = await download(app)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-2030-01-01.csv"',
    'cache-control': 'no-store',
  })
  expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const at = testNow.toISOString()
  expect(answer.body.replace(/^\ufeff/, '').split('\r\n')).toEqual([
    'Order ID,Customer,Status,Items,Subtotal,Discount,Total,Coupon,Referral,Payment Reference,Created At,Completed At,Refunded,Refund date,Refund reason,Completed by hand,Imported',
    `2,buyer@example.com,pending,Aim - Month x1,10.00,0.00,10.00,,,,${at},,0.00,,,,`,
    `1,buyer@example.com,completed,Aim - Month x2,20.00,2.90,17.10,TEN,${user.referral_code},pay-1,${at},${at},0.00,,,,`,
    '',
  ])
})

test('with rows=lines each line of an order has a row, with its discount, refund and cost', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [month, day] = [await makeStock(app, 1), await makeStock(app, 3, { price: 5, name: 'Day' })]
  await importKeyList(app, month.id, ['I-1', 'I-2'], { cost_per_key: 2.5 })
  await makeCoupon(app)
  const { id, items } = await shop.sell({ [month.id]: 2, [day.id]: 1 }, { coupon_code: 'TEN' })
  for (const reason of ['Broken', 'Late'])
    await shop.succeed('POST', `/purchases/${id}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }], reason })
  await shop.buy({ [day.id]: 1 })
  const at = testNow.toISOString()
  const answer = await download(app, '?rows=lines')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="order-lines-2030-01-01.csv"')
  expect(answer.body.replace(/^\ufeff/, '').split('\r\n')).toEqual([
    'Order ID,Customer,Status,Product,Variant,Quantity,Price,Subtotal,Discount,Total,Refunded quantity,Refunded,Cost,Keys without cost,Coupon,Referral,Payment Reference,Created At,Completed At,Refund date,Refund reason,Completed by hand,Imported',
    `2,buyer@example.com,pending,Aim,Day,1,5.00,5.00,0.00,5.00,0,0.00,,,,,,${at},,,,,`,
    `1,buyer@example.com,completed,Aim,Month,2,10.00,20.00,2.00,18.00,2,18.00,2.50,1,TEN,,,${at},${at},${at},Broken; Late,,`,
    `1,buyer@example.com,completed,Aim,Day,1,5.00,5.00,0.50,4.50,0,0.00,,1,TEN,,,${at},${at},,,,`,
    '',
  ])
})

test('with a time zone the file has its days, and its moments as its clocks show them', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  for (const moment of ['2029-12-31T07:59:59.999Z', '2029-12-31T08:00:00.000Z', '2030-01-01T07:59:59.999Z', '2030-01-01T08:00:00.000Z']) {
    app.clock.at = new Date(moment)
    await shop.sell({ [variant.id]: 1 })
  }
  app.clock.at = testNow
  const answer = await download(app, '?time_zone=America/Los_Angeles&from=2029-12-31&to=2029-12-31')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="orders-2029-12-31.csv"')
  const cells = answer.body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
  expect(cells.map((line) => [line[0], ...line.slice(10, 12)])).toEqual([
    ['3', '2029-12-31T23:59:59-08:00', '2029-12-31T23:59:59-08:00'],
    ['2', '2029-12-31T00:00:00-08:00', '2029-12-31T00:00:00-08:00'],
  ])
})

test('without orders only the titles come', async () => {
  expect(await linesOf(await createTestApp())).toEqual([])
})

test('cells are quoted where they must be, and none can be a formula', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 20, { name: 'One "day", or\ntwo' })
  const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '=cmd|"/c calc"!A1', "it's", 'a=1', '-']
  for (const reference of formulas) {
    const { id } = await shop.buy({ [variant.id]: 1 })
    await shop.complete(id, reference)
  }
  // The store API would trim this.
  const { id } = await shop.sell({ [variant.id]: 1 })
  await app.deps.db.updateTable('orders').set({ payment_reference: '\t=1', coupon_code: '\r=2' }).where('id', '=', id).execute()

  const { body } = await download(app, '?sort=id')
  const items = '"Aim - One ""day"", or\ntwo x1"'
  const references = [`'=1+1`, `'+1`, `'-1`, `'@SUM(1)`, `"'=cmd|""/c calc""!A1"`, `it's`, 'a=1', `'-`]
  const at = testNow.toISOString()
  for (const [index, reference] of references.entries())
    expect(body).toContain(`\r\n${index + 1},buyer@example.com,completed,${items},10.00,0.00,10.00,,,${reference},${at},${at},0.00,,,,\r\n`)
  expect(body).toContain(`,"'\r=2",,'\t=1,`)
})

test('an address that is a formula is harmless too', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  await shop.buy({ [variant.id]: 1 }, { customer_email: '+ada@example.com' })
  expect(await linesOf(app)).toEqual([expect.stringMatching(/^1,'\+ada@example\.com,/)])
})

test('the file holds exactly what the filters let through, in the order of the list', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 20)
  for (const [index, name] of ['ada', 'bob', 'ada', 'adam'].entries()) {
    app.clock.at = new Date(testNow.getTime() + index * 86_400_000)
    await shop.buy({ [variant.id]: index + 1 }, { customer_email: `${name}@example.com` })
  }
  // Reset the clock: by now the administrator's session would have expired.
  app.clock.at = testNow
  await shop.complete(3)
  const ids = async (query: string) => (await linesOf(app, query)).map((line) => Number(line.split(',')[0]))
  expect(await ids('')).toEqual([4, 3, 2, 1])
  expect(await ids('?q=ada@')).toEqual([3, 1])
  expect(await ids('?q=ada&sort=total')).toEqual([1, 3, 4])
  expect(await ids('?status=completed')).toEqual([3])
  expect(await ids('?from=2030-01-02&to=2030-01-03')).toEqual([3, 2])
  expect(await ids('?q=KEY-1')).toEqual([1])
  // The export ignores the page size.
  expect(await ids('?limit=1')).toEqual([4, 3, 2, 1])
})

test('more orders than one page holds come out complete and once each, and nothing is counted', async () => {
  const app = await createTestApp()
  const at = testNow.toISOString()
  const rows = Array.from({ length: 1_201 }, () => ({
    ...{ customer_email: 'a@example.com', customer_key: 'a@example.com', status: 'cancelled' as const, created_at: at, reserved_until: at },
    ...{ subtotal_cents: 100, coupon_discount_cents: 0, referral_discount_cents: 0, total_cents: 100 },
  }))
  for (let start = 0; start < rows.length; start += 400)
    await app.deps.db
      .insertInto('orders')
      .values(rows.slice(start, start + 400))
      .execute()
  let lines: string[] = []
  const queries = await queriesOf(app.deps.db, async () => (lines = await linesOf(app)))
  expect(queries.map(({ sql }) => sql).join('\n')).not.toContain('count(')
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: 1_201 }, (_, index) => 1_201 - index))
})
