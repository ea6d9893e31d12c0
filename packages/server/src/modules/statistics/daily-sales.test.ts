import type { DailySales } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'

const daily = async (app: TestApp, days?: number) =>
  dataOf(await app.call('GET', `/admin/purchases/daily${days === undefined ? '' : `?days=${days}`}`)) as DailySales[]

async function open() {
  const app = await createTestApp()
  return { app, shop: await openShop(app) }
}

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

/** Sells one unit for $10 at each moment. */
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
  // Lord Howe is 11 hours ahead of UTC in its summer.
  ['Australia/Lord_Howe', ['2029-12-30T12:59:59.999Z', '2029-12-30T13:00:00.000Z'], { '2029-12-30': 1, '2029-12-31': 1, '2030-01-01': 0 }],
])('the days of %s begin at its midnights, and its today is the last', async (zone, moments, days) => {
  const { app } = await soldAt(...moments)
  expect(await dailyIn(app, zone, 3)).toEqual(Object.entries(days).map(([day, orders]) => ({ day, orders, revenue: orders * 10 })))
})

test('days of 23 and 25 hours hold all their orders', async () => {
  // In Los Angeles clocks go forward on 11 March 2029 and back on 4 November. The orders are in the last hour of the day before, in the
  // first and the last hour of the day, around the clock change, and in the first hour of the day after.
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

test('an unknown time zone is refused with a message', async () => {
  const { call } = await createTestApp()
  const message = 'time_zone must be the name of a time zone, such as Asia/Kathmandu'
  for (const zone of ['Nowhere', '+05:45', ''])
    for (const path of ['daily', 'orders', 'orders/export.csv'])
      expect(await call('GET', `/admin/purchases/${path}?time_zone=${encodeURIComponent(zone)}`), zone).toMatchObject({
        status: 400,
        body: { message, fields: { time_zone: message } },
      })
})

test('an invalid number of days is refused with a message', async () => {
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
  expect(await listed('from=9999-12-30&to=9999-12-31')).toEqual(['9999-12-30 0', '9999-12-31 0'])
  expect(await listed('from=0000-01-01&to=0000-01-02')).toEqual(['0000-01-01 0', '0000-01-02 0'])
})

test.each([
  ['from=2030-01-02', 'from must not be after to'],
  ['from=2029-12-31&to=2029-12-30', 'from must not be after to'],
  ['from=2027-12-30&to=2029-12-31', 'The period has at most 732 days'],
  ['from=2029-13-01', 'A day must be written as YYYY-MM-DD'],
])('the period %s is refused', async (period, message) => {
  const { call } = await createTestApp()
  expect(await call('GET', `/admin/purchases/daily?${period}`)).toMatchObject({ status: 400, body: { message, fields: { from: message } } })
})
