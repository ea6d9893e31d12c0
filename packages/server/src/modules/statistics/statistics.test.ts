import type { DailySales, StatisticsRow } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/catalogue.ts'
import { makeCoupon } from '../../testing/coupons.ts'
import { queriesOf } from '../../testing/queries.ts'
import { makeStock, openShop } from '../../testing/shop.ts'
import { listDailySales, listProductSales } from './statistics.service.ts'

const products = async (app: TestApp) => dataOf(await app.call('GET', '/admin/purchases/stats')) as StatisticsRow[]
const daily = async (app: TestApp, days?: number) =>
  dataOf(await app.call('GET', `/admin/purchases/daily${days === undefined ? '' : `?days=${days}`}`)) as DailySales[]

async function open() {
  const app = await createTestApp()
  return { app, shop: await openShop(app) }
}

test('every product has a row, newest first; one that was never sold has zeros and no last purchase', async () => {
  const { app, shop } = await open()
  const one = await makeStock(app, 5)
  const other = await makeProduct(app, { name: 'Never sold' })
  await shop.sell({ [one.id]: 2 })
  expect(await products(app)).toEqual([
    {
      ...{ product_id: other.id, product_name: 'Never sold', is_deleted: false },
      ...{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null },
    },
    {
      product_id: one.product_id,
      product_name: 'Aim',
      total_quantity: 2,
      total_revenue: 20,
      variants_sold: 1,
      last_purchase_at: testNow.toISOString(),
      is_deleted: false,
    },
  ])
})

test('only completed orders count, from when they complete until they are refunded', async () => {
  const { app, shop } = await open()
  const { id } = await makeStock(app, 10)
  const at = (minute: number) => (app.clock.at = new Date(testNow.getTime() + minute * 60_000)).toISOString()
  const [first, second, third] = [await shop.buy({ [id]: 1 }), await shop.buy({ [id]: 2 }), await shop.buy({ [id]: 3 })]
  expect(await products(app)).toMatchObject([{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null }])
  const firstAt = at(1)
  await shop.complete(first.id)
  const secondAt = at(2)
  await shop.complete(second.id)
  await shop.complete(second.id)
  await shop.cancel(third.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 3, total_revenue: 30, variants_sold: 1, last_purchase_at: secondAt }])
  await shop.refund(second.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 1, total_revenue: 10, variants_sold: 1, last_purchase_at: firstAt }])
  await shop.refund(first.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null }])
})

test('revenue is what was paid, each discount shared over the items so that the cents add up', async () => {
  const { app, shop } = await open()
  const [one, other, third] = [
    await makeStock(app, 1, { price: 0.01 }),
    await makeStock(app, 1, { price: 3.33 }),
    await makeStock(app, 1, { price: 6.67 }),
  ]
  await makeCoupon(app, { discount_value: 33.33 })
  const order = await shop.sell({ [one.id]: 1, [other.id]: 1, [third.id]: 1 }, { coupon_code: 'TEN' })
  expect(order).toMatchObject({ subtotal: 10.01, discount: 3.34, total: 6.67 })
  const revenue = (await products(app)).map((row) => Math.round(row.total_revenue * 100))
  expect(revenue.reduce((sum, cents) => sum + cents)).toBe(667)
  expect(await daily(app, 1)).toEqual([{ day: '2030-01-01', orders: 1, revenue: 6.67 }])
})

test('variants are counted that were sold, also those that are deleted; so are deleted products', async () => {
  const { app, shop } = await open()
  const month = await makeStock(app, 2)
  const add = async (name: string) =>
    dataOf(await app.call('POST', '/admin/variants/', { product_id: month.product_id, name, price: 5, keys: [`${name}-1`] })) as {
      id: number
    }
  const [year, life] = [await add('Year'), await add('Life')]
  await shop.sell({ [month.id]: 1, [year.id]: 1 })
  const given = await shop.sell({ [life.id]: 1 })
  await shop.refund(given.id)
  await app.call('DELETE', `/admin/variants/${year.id}?permanent=true`)
  expect(await products(app)).toMatchObject([{ total_quantity: 2, total_revenue: 15, variants_sold: 2 }])

  const unsold = await makeProduct(app, { name: 'Gone' })
  await app.call('DELETE', `/admin/products/${unsold.id}`)
  await app.call('DELETE', `/admin/products/${month.product_id}`)
  expect(await products(app)).toMatchObject([{ product_id: month.product_id, product_name: 'Aim', total_quantity: 2, is_deleted: true }])
})

test('a deleted product whose sales were all refunded has no row', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await shop.refund(id)
  await app.call('DELETE', `/admin/products/${variant.product_id}`)
  expect(await products(app)).toEqual([])
})

test('the days are without gaps, up to today in UTC', async () => {
  const { app, shop } = await open()
  const { id } = await makeStock(app, 10)
  for (const [moment, quantity] of [
    ['2029-12-27T23:59:59.999Z', 1],
    ['2029-12-29T00:00:00.000Z', 2],
    ['2029-12-29T23:59:59.999Z', 3],
    ['2030-01-01T00:00:00.000Z', 4],
  ] as const) {
    app.clock.at = new Date(moment)
    await shop.sell({ [id]: quantity })
  }
  expect(await daily(app, 5)).toEqual([
    { day: '2029-12-28', orders: 0, revenue: 0 },
    { day: '2029-12-29', orders: 2, revenue: 50 },
    { day: '2029-12-30', orders: 0, revenue: 0 },
    { day: '2029-12-31', orders: 0, revenue: 0 },
    { day: '2030-01-01', orders: 1, revenue: 40 },
  ])
  const month = await daily(app)
  expect(month).toHaveLength(30)
  expect(month[0]?.day).toBe('2029-12-03')
  expect(month.reduce((sum, day) => sum + day.orders, 0)).toBe(4)
  expect(await daily(app, 366)).toHaveLength(366)
})

test('a refund counts against the day of the sale', async () => {
  const { app, shop } = await open()
  const { id } = await makeStock(app, 2)
  app.clock.at = new Date('2029-12-31T12:00:00.000Z')
  const order = await shop.sell({ [id]: 1 })
  await shop.sell({ [id]: 1 })
  app.clock.at = testNow
  await shop.refund(order.id)
  expect(await daily(app, 2)).toEqual([
    { day: '2029-12-31', orders: 1, revenue: 10 },
    { day: '2030-01-01', orders: 0, revenue: 0 },
  ])
})

const dailyIn = async (app: TestApp, zone: string, days: number) =>
  dataOf(await app.call('GET', `/admin/purchases/daily?days=${days}&time_zone=${zone}`)) as DailySales[]

/** Sells one for $10 at each moment. */
async function soldAt(...moments: readonly string[]) {
  const { app, shop } = await open()
  const { id } = await makeStock(app, moments.length)
  for (const moment of moments) {
    app.clock.at = new Date(moment)
    await shop.sell({ [id]: 1 })
  }
  app.clock.at = testNow
  return { app, shop }
}

test.each([
  [
    'America/Los_Angeles',
    ['2029-12-30T07:59:59.999Z', '2029-12-30T08:00:00.000Z', '2029-12-31T07:59:59.999Z', '2029-12-31T08:00:00.000Z'],
    { '2029-12-29': 1, '2029-12-30': 2, '2029-12-31': 1 },
  ],
  [
    'Asia/Kathmandu',
    ['2029-12-30T18:14:59.999Z', '2029-12-30T18:15:00.000Z', '2029-12-31T18:14:59.999Z', '2029-12-31T18:15:00.000Z'],
    { '2029-12-30': 1, '2029-12-31': 2, '2030-01-01': 1 },
  ],
  // Lord Howe is 11 hours ahead in its summer.
  ['Australia/Lord_Howe', ['2029-12-30T12:59:59.999Z', '2029-12-30T13:00:00.000Z'], { '2029-12-30': 1, '2029-12-31': 1, '2030-01-01': 0 }],
])('the days of %s begin at its midnights, and its today is the last', async (zone, moments, days) => {
  const { app } = await soldAt(...moments)
  expect(await dailyIn(app, zone, 3)).toEqual(Object.entries(days).map(([day, orders]) => ({ day, orders, revenue: orders * 10 })))
})

test('days of 23 and 25 hours hold all their orders', async () => {
  // In Los Angeles clocks go forward on 11 March 2029 and back on 4 November. An order in the last hour of the day before,
  // in the first and the last of the day, around its change, and in the first of the day after.
  const inHours = (first: string, ...hours: number[]) => hours.map((hour) => new Date(Date.parse(first) + hour * 3_600_000).toISOString())
  const { app } = await soldAt(
    ...inHours('2029-03-11T07:45:00Z', 0, 1, 2, 3, 23, 24),
    ...inHours('2029-11-04T06:45:00Z', 0, 1, 2, 3, 25, 26),
  )
  const days = new Map((await dailyIn(app, 'America/Los_Angeles', 366)).map(({ day, orders }) => [day, orders]))
  expect(['2029-03-10', '2029-03-11', '2029-03-12'].map((day) => days.get(day))).toEqual([1, 4, 1])
  expect(['2029-11-03', '2029-11-04', '2029-11-05'].map((day) => days.get(day))).toEqual([1, 4, 1])
})

test('an answer does not outlive the day of its zone', async () => {
  const { app } = await soldAt('2029-12-31T12:00:00.000Z')
  const lastDay = async () => (await dailyIn(app, 'Asia/Kathmandu', 1))[0]
  // 23:59 and midnight in Kathmandu.
  app.clock.at = new Date('2029-12-31T18:14:59.999Z')
  expect(await lastDay()).toEqual({ day: '2029-12-31', orders: 1, revenue: 10 })
  app.clock.at = new Date('2029-12-31T18:15:00.000Z')
  expect(await lastDay()).toEqual({ day: '2030-01-01', orders: 0, revenue: 0 })
})

test('a refund counts against the quarter hour of the sale, and so against its day in every zone', async () => {
  const { app, shop } = await soldAt('2029-12-31T18:14:00.000Z', '2029-12-31T18:15:00.000Z')
  await shop.refund(1)
  expect(await dailyIn(app, 'Asia/Kathmandu', 2)).toMatchObject([{ orders: 0 }, { orders: 1 }])
  expect(await dailyIn(app, 'UTC', 2)).toMatchObject([{ orders: 1 }, { orders: 0 }])
})

test('a time zone that is none is refused with a sentence', async () => {
  const { call } = await createTestApp()
  const message = 'time_zone must be the name of a time zone, such as Asia/Kathmandu'
  for (const zone of ['Nowhere', '+05:45', ''])
    for (const path of ['daily', 'orders', 'orders/export.csv'])
      expect(await call('GET', `/admin/purchases/${path}?time_zone=${encodeURIComponent(zone)}`), zone).toMatchObject({
        status: 400,
        body: { message, fields: { time_zone: message } },
      })
})

test('a number of days that is none is refused with a sentence', async () => {
  const { call } = await createTestApp()
  const sentences = {
    '0': 'days must be from 1 to 732',
    '733': 'days must be from 1 to 732',
    '1.5': 'days must be a whole number',
    week: 'days must be a number',
  }
  for (const [days, message] of Object.entries(sentences))
    expect(await call('GET', `/admin/purchases/daily?days=${days}`)).toMatchObject({
      status: 400,
      body: { message, fields: { days: message } },
    })
})

test('a period goes from one day to another of the zone, both included, and says which day is today', async () => {
  const { app } = await soldAt(
    '2029-12-29T18:14:59.999Z',
    '2029-12-29T18:15:00.000Z',
    '2029-12-31T18:14:59.999Z',
    '2029-12-31T18:15:00.000Z',
  )
  const ask = (period: string) => app.call('GET', `/admin/purchases/daily?time_zone=Asia/Kathmandu&${period}`)
  const listed = async (period: string) => (dataOf(await ask(period)) as DailySales[]).map(({ day, orders }) => `${day} ${orders}`)
  const days = ['2029-12-30 1', '2029-12-31 1']
  expect((await ask('days=1')).body).toMatchObject({ data: [{ day: '2030-01-01', orders: 1 }], meta: { today: '2030-01-01' } })
  expect(await listed('from=2029-12-30&to=2029-12-31')).toEqual(days)
  expect(await listed('days=2&to=2029-12-31')).toEqual(days)
  expect(await listed('from=2029-12-31')).toEqual(['2029-12-31 1', '2030-01-01 1'])
  expect(await listed('from=2027-12-31&to=2029-12-31')).toHaveLength(732)
})

test.each([
  ['from=2030-01-02', 'from must not be after to'],
  ['from=2029-12-31&to=2029-12-30', 'from must not be after to'],
  ['from=2027-12-30&to=2029-12-31', 'from must be at most 732 days before to'],
  ['from=2029-13-01', 'A day must be written as YYYY-MM-DD'],
])('the period %s is refused', async (period, message) => {
  const { call } = await createTestApp()
  expect(await call('GET', `/admin/purchases/daily?${period}`)).toMatchObject({ status: 400, body: { message, fields: { from: message } } })
})

test('no query of the statistics looks at an order', async () => {
  const { app } = await open()
  const queries = await queriesOf(app.deps.db, async (db) => {
    await listProductSales({ ...app.deps, db })
    await listDailySales({ ...app.deps, db }, { days: 30, time_zone: 'Asia/Kathmandu' })
  })
  const touched = queries.map(({ sql }) => sql).join('\n')
  expect(touched).toMatch(/"product_sales"[^]*"quarter_hour_sales"/)
  expect(touched).not.toMatch(/"(purchase|license_key|referral)/)
})
