import { addDays, dayOf, type DailySales, type PeriodSales } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { queriesOf } from '../../testing/databases/queries.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { listPeriodSales } from './statistics.service.ts'

const periodOf = async (app: TestApp, period: string, zone = 'UTC') =>
  dataOf(await app.call('GET', `/admin/purchases/by-product?time_zone=${zone}&${period}`)) as PeriodSales[]
/** Cost and profit of a product whose keys have no known cost. */
const free = (revenue: number, units: number) => ({ cost: 0, profit: revenue, units_without_cost: units })
/** What both periods sold, and that a change is calculated from all of it. */
const chartOf = async (app: TestApp, period: string, zone: string) =>
  dataOf(await app.call('GET', `/admin/purchases/daily?time_zone=${zone}&${period}`)) as DailySales[]

/** Two products of $10 and $5. Sells so many of each at each moment. Orders are numbered from 1. */
async function soldAt(...sales: readonly (readonly [at: string, first: number, second: number])[]) {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [first, second] = [await makeStock(app, 50), await makeStock(app, 50, { price: 5 })]
  for (const [at, ...counts] of sales) {
    app.clock.at = new Date(at)
    const cart = [first.id, second.id].map((id, index) => [id, counts[index]!] as const).filter(([, count]) => count > 0)
    await shop.sell(Object.fromEntries(cart))
  }
  app.clock.at = new Date('2030-01-01T00:00:00.000Z')
  return { app, shop, first: first.product_id, second: second.product_id }
}

test('a period sums up what each product sold in it; without sales in it a product is left out', async () => {
  const { app, first, second } = await soldAt(
    ['2029-11-30T23:59:59.999Z', 1, 1],
    ['2029-12-01T00:00:00.000Z', 2, 0],
    ['2029-12-31T23:59:59.999Z', 3, 4],
    ['2030-01-01T00:00:00.000Z', 5, 0],
  )
  const days = (ends: readonly [number, number]) => [ends[0], ...Array.from({ length: 29 }, () => 0), ends[1]]
  expect(await periodOf(app, 'from=2029-12-01&to=2029-12-31')).toEqual([
    { product_id: first, quantity: 5, ...free(50, 5), revenue: 50, before: { quantity: 1, revenue: 10 }, trend: days([20, 30]) },
    { product_id: second, quantity: 4, ...free(20, 4), revenue: 20, before: { quantity: 1, revenue: 5 }, trend: days([0, 20]) },
  ])
  // Today is not over, so nothing can be compared.
  const compared = { revenue: 0, before: { quantity: 0, revenue: 0 } }
  expect(await periodOf(app, 'days=1')).toEqual([
    { product_id: first, quantity: 5, revenue: 50, ...free(50, 5), before: { quantity: 3, revenue: 30 }, compared, trend: [50] },
    { product_id: second, quantity: 0, revenue: 0, ...free(0, 0), before: { quantity: 4, revenue: 20 }, compared, trend: [0] },
  ])
  for (const none of ['from=2029-12-12&to=2029-12-20', 'from=9999-12-01&to=9999-12-31', 'from=0000-01-01&to=0000-01-31'])
    expect(await periodOf(app, none)).toEqual([])
})

const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
const sum = (rows: readonly { readonly revenue: number }[]) => rows.reduce((all, { revenue }) => all + revenue, 0)

test('in every time zone the products of a period add up to its days in the chart', async () => {
  const moments = Array.from({ length: 14 }, (_, index) => new Date(Date.parse('2029-12-29T17:59:00.000Z') + index * 210 * 60_000))
  const { app } = await soldAt(...moments.map((at, index) => [at.toISOString(), 1, index % 3] as const))
  for (const zone of zones)
    for (const period of ['days=1', 'days=2', 'days=30', 'from=2029-12-30&to=2029-12-30', 'from=2029-12-30&to=2029-12-31'])
      expect(sum(await periodOf(app, period, zone)), `${zone} ${period}`).toBe(sum(await chartOf(app, period, zone)))
})

test('in every time zone a change is calculated from the days that are over and the same days before', async () => {
  const moments = Array.from({ length: 40 }, (_, index) => new Date(Date.parse('2029-12-25T17:59:00.000Z') + index * 210 * 60_000))
  const { app } = await soldAt(...moments.map((at, index) => [at.toISOString(), 1, index % 3] as const))
  for (const zone of zones)
    for (const days of [1, 2, 3, 5]) {
      const today = dayOf(app.clock.at, zone)
      const chart = await chartOf(app, `days=${days * 2}`, zone)
      const own = chart.slice(days)
      for (const period of [`days=${days}`, `from=${own[0]!.day}&to=${today}`]) {
        const compared = (await periodOf(app, period, zone)).map((row) => row.compared!)
        expect(sum(compared), `${zone} ${period}`).toBe(sum(own.filter(({ day }) => day < today)))
        expect(sum(compared.map(({ before }) => before)), `${zone} ${period}, before`).toBe(sum(chart.slice(0, days - 1)))
      }
    }
})

test('a change of a running quarter is calculated from the same days of the one before', async () => {
  const { app } = await soldAt(
    ['2029-07-01T12:00:00.000Z', 1, 0],
    // The 81st day of its quarter, as December 20 is, but the same day as December 19.
    ['2029-09-19T12:00:00.000Z', 2, 0],
    ['2029-09-20T12:00:00.000Z', 4, 0],
    ['2029-09-21T12:00:00.000Z', 8, 0],
    ['2029-12-19T12:00:00.000Z', 1, 0],
    ['2029-12-20T12:00:00.000Z', 3, 0],
  )
  app.clock.at = new Date('2029-12-20T20:00:00.000Z')
  expect(await periodOf(app, 'from=2029-10-01&to=2029-12-20&calendar=quarter')).toMatchObject([
    { revenue: 40, before: { quantity: 7, revenue: 70 }, compared: { revenue: 10, before: { quantity: 3, revenue: 30 } } },
  ])
})

test.each([
  ['UTC', 12],
  ['America/Los_Angeles', 20],
  ['Asia/Kathmandu', 6],
])('the trend has the revenue of each day in %s, whose noon is at %i:00 UTC or soon after', async (zone, hour) => {
  const noon = (day: string) => `${day}T${String(hour).padStart(2, '0')}:15:00.000Z`
  const { app } = await soldAt([noon('2029-12-30'), 1, 0], [noon('2029-12-31'), 2, 0], [noon('2030-01-01'), 3, 0])
  expect(await periodOf(app, 'from=2029-12-29&to=2030-01-02', zone)).toMatchObject([{ trend: [0, 10, 20, 30, 0] }])
})

test('the trend of a long period has at most 31 points of equal length, the last up to its end', async () => {
  const { app } = await soldAt(['2029-12-01T12:00:00.000Z', 1, 0], ['2029-12-03T12:00:00.000Z', 2, 0], ['2030-01-01T00:00:00.000Z', 3, 0])
  const trendOf = async (days: number) => (await periodOf(app, `days=${days}`))[0]!.trend
  expect(await trendOf(31)).toHaveLength(31)
  // The first of 33 days is the rest of 16 points of two days.
  expect(await trendOf(33)).toEqual([10, 20, ...Array.from({ length: 13 }, () => 0), 30])
  expect(await trendOf(90)).toHaveLength(30)
  expect(await trendOf(366)).toHaveLength(30)
  expect(await trendOf(732)).toHaveLength(30)
})

test('a refund is taken out of the period of the sale, also one that was asked about before', async () => {
  const { app, shop, first, second } = await soldAt(['2029-12-30T12:00:00.000Z', 1, 2], ['2029-12-31T12:00:00.000Z', 1, 0])
  const month = () => periodOf(app, 'days=30', 'Asia/Kathmandu')
  expect(await month()).toHaveLength(2)
  await shop.refund(1)
  expect(await month()).toMatchObject([
    { product_id: first, quantity: 1, revenue: 10 },
    { product_id: second, quantity: 0, revenue: 0, units_without_cost: 2 },
  ])
  await shop.refund(2)
  expect(await month()).toMatchObject([
    { product_id: first, quantity: 0, revenue: 0, units_without_cost: 2 },
    { product_id: second, quantity: 0, revenue: 0 },
  ])
})

test('a period up to today moves on at the midnight of its zone', async () => {
  const { app } = await soldAt(['2029-12-31T12:00:00.000Z', 1, 0])
  // 23:59 and midnight in Kathmandu.
  app.clock.at = new Date('2029-12-31T18:14:59.999Z')
  expect(await periodOf(app, 'days=1', 'Asia/Kathmandu')).toHaveLength(1)
  app.clock.at = new Date('2029-12-31T18:15:00.000Z')
  expect(await periodOf(app, 'days=1', 'Asia/Kathmandu')).toMatchObject([{ quantity: 0, before: { quantity: 1 } }])
})

test.each([
  ['from=2029-12-29&to=2029-12-30', 'two days with the two before', 1],
  ['from=2029-12-01&to=2029-12-31', 'December with November', 2],
  ['from=2029-10-01&to=2029-12-31', 'a quarter with the one before', 4],
  ['from=2029-12-01&to=2029-12-05&calendar=month', 'the beginning of December with that of November', 8],
  ['from=2029-01-01&to=2029-10-31&calendar=year', 'the first ten months of a year with those of the one before', 17],
  ['from=2029-12-01&to=2029-12-05', 'five days with the five before', 16],
])('%s: %s', async (period, _, units) => {
  const { app } = await soldAt(
    ['2029-12-28T12:00:00.000Z', 1, 0],
    ['2029-11-15T12:00:00.000Z', 2, 0],
    ['2029-09-30T12:00:00.000Z', 4, 0],
    ['2029-11-03T12:00:00.000Z', 8, 0],
    ['2029-11-27T12:00:00.000Z', 16, 0],
    ['2028-02-15T12:00:00.000Z', 17, 0],
  )
  const [row] = await periodOf(app, period)
  // November holds several of them.
  const expected = units === 2 ? 2 + 8 + 16 : units
  expect(row?.before).toEqual({ quantity: expected, revenue: expected * 10 })
})

test('a number of days is compared with as many days, as in the chart, even if it is a whole month', async () => {
  const { app } = await soldAt(['2029-10-01T12:00:00.000Z', 1, 0], ['2029-10-02T12:00:00.000Z', 2, 0], ['2029-11-30T12:00:00.000Z', 4, 0])
  app.clock.at = new Date('2029-11-30T20:00:00.000Z')
  const [row] = await periodOf(app, 'days=30')
  expect(row).toMatchObject({ quantity: 4, before: { quantity: 2 } })
  const chart = await chartOf(app, 'days=60', 'UTC')
  expect(sum(chart.slice(0, 30))).toBe(row!.before.revenue)
  expect(await periodOf(app, 'from=2029-11-01&to=2029-11-30')).toMatchObject([{ before: { quantity: 3 } }])
})

test('sales of the partial UTC days at both ends are in the revenue over time, unless their days are left out of it', async () => {
  const { app } = await soldAt(
    ['2029-11-28T20:00:00.000Z', 1, 0],
    ['2029-12-29T20:00:00.000Z', 1, 0],
    ['2029-12-30T12:00:00.000Z', 2, 0],
    ['2029-12-31T10:00:00.000Z', 4, 0],
  )
  const trendOf = async (from: string, to: string) => {
    const [row] = await periodOf(app, `from=${from}&to=${to}`, 'Asia/Kathmandu')
    return { revenue: row!.revenue, trend: row!.trend.filter((dollars) => dollars > 0) }
  }
  expect(await trendOf('2029-12-30', '2029-12-31')).toEqual({ revenue: 70, trend: [30, 40] })
  // 32 days in points of two.
  expect(await trendOf('2029-11-29', '2029-12-30')).toEqual({ revenue: 40, trend: [10, 30] })
  // 33 days in points of two: the first day fills none. The days in the middle are those of UTC.
  expect(await trendOf('2029-11-29', '2029-12-31')).toEqual({ revenue: 80, trend: [10, 60] })
})

test('a long period is read by its days, and only its ends by their orders', async () => {
  const { app } = await soldAt(['2029-12-31T12:00:00.000Z', 1, 0])
  const queries = await queriesOf(app.deps.db, async (db) => {
    await listPeriodSales({ ...app.deps, db }, { days: 366, time_zone: 'Asia/Kathmandu' }, true)
  })
  const isTime = (value: unknown): value is string => typeof value === 'string' && /^20\d\d-/.test(value)
  const times = queries.map(({ parameters }) => parameters.filter(isTime))
  const days = times.map((each) => each.filter((time) => time.length === 10)).filter((each) => each.length > 0)
  // The queries run at the same time, in any order. The period is read in parts, the one before at once.
  const [before, parts] = days.toSorted((one, other) => one.length - other.length)
  expect(before).toEqual(['2028-01-01', '2028-12-30'])
  // The parts follow one another without gaps: the days before the first point of the trend, then its points.
  const [firsts, lasts] = [0, 1].map((end) => parts!.filter((_, nth) => nth % 2 === end))
  expect(firsts!.slice(1)).toEqual(lasts!.slice(0, -1).map((day) => addDays(day, 1)))
  expect([firsts![0], firsts![1], lasts!.at(-1)]).toEqual(['2029-01-01', '2029-01-07', '2029-12-31'])
  const ends = ['2028-12-31T18:15:00.000Z', '2029-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2030-01-01T18:15:00.000Z']
  const endsBefore = ['2027-12-31T18:15:00.000Z', '2028-01-01T00:00:00.000Z', '2028-12-31T00:00:00.000Z', '2028-12-31T18:15:00.000Z']
  const leftOut = ['2028-12-30T18:15:00.000Z', '2028-12-31T18:15:00.000Z', '2029-12-31T18:15:00.000Z', '2030-01-01T18:15:00.000Z']
  // The sales of both periods, the costs of the first one, and today and its day before, which a change leaves out.
  const moments = times.flat().filter((time) => time.length > 10)
  expect(moments.toSorted()).toEqual([...ends, ...ends, ...endsBefore, ...leftOut].toSorted())
})

test.each([
  ['days=0', 'days', 'days must be from 1 to 732'],
  ['from=2030-01-02', 'from', 'from must not be after to'],
  ['from=2027-12-30&to=2029-12-31', 'from', 'The period has at most 732 days'],
])('the period %s is refused', async (period, field, message) => {
  const { call } = await createTestApp()
  expect(await call('GET', `/admin/purchases/by-product?${period}`)).toMatchObject({
    status: 400,
    body: { message, fields: { [field]: message } },
  })
})
