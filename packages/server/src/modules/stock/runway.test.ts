import { daysUpTo, limits, type RunwayRow } from '@keydesk/contract'
import { array, assert, asyncProperty, constant, integer, nat, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, listProducts, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { move, moveDays } from '../../testing/shop/discord.ts'
import { importOrders, undoShop } from '../../testing/shop/shop-imports.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { startStockDay } from './runway.service.ts'

const listRunway = async (app: TestApp): Promise<RunwayRow[]> => dataOf(await app.call('GET', '/admin/stock/runway')) as RunwayRow[]

/** Moves the clock to noon of another day. The server starts each day in between. */
async function nextDay(app: TestApp, days = 1): Promise<TestApp> {
  for (let day = 1; day < days; day += 1) {
    await move(app, 24 * 3_600_000)
    await startStockDay(app.deps)
  }
  const now = await moveDays(app, 1)
  await startStockDay(now.deps)
  return now
}
/** At noon, so that the minute after midnight does not matter. */
async function openNoon(): Promise<TestApp> {
  const app = await createTestApp()
  app.clock.at = new Date('2030-01-01T11:00:00.000Z')
  return app
}
const everybody = { customer_email: 'buyer@example.com' }

test('on the day a variant is new, only this day counts', async () => {
  const app = await openNoon()
  const shop = await openShop(app)
  const { id, product_id } = await makeStock(app, 10)
  expect(await listRunway(app)).toMatchObject([{ available: 10, per_day: 0, days_left: null, is_low: false }])
  await shop.sell({ [id]: 2 })
  expect(await listRunway(app)).toEqual([
    {
      ...{ product_id, product_name: 'Aim', variant_id: id, variant_name: 'Month' },
      ...{ available: 8, per_day: 2, days_left: 4, is_low: true, has_sold: true },
    },
  ])
  expect((await listProducts(app))[0]!.variants).toMatchObject([{ stock: 8, is_low: true, days_left: 4 }])
})

test('the last 7 days count double, the 21 before once, and those before not at all', async () => {
  const start = await openNoon()
  const shop = await openShop(start)
  const { id } = await makeStock(start, 1000)
  await startStockDay(start.deps)
  await shop.sell({ [id]: 30 })
  expect((await listRunway(start))[0]).toMatchObject({ per_day: 30 })
  const seventh = await nextDay(start, 6)
  expect((await listRunway(seventh))[0]).toMatchObject({ per_day: Math.round((60 / 14) * 100) / 100 })
  const eighth = await nextDay(seventh)
  expect((await listRunway(eighth))[0]).toMatchObject({ per_day: 2 })
  const last = await nextDay(eighth, 20)
  expect((await listRunway(last))[0]).toMatchObject({ per_day: Math.round((30 / 35) * 100) / 100 })
  const after = await nextDay(last)
  expect((await listRunway(after))[0]).toMatchObject({ per_day: 0, days_left: null })
  expect(await examine(after.deps)).toEqual([])
})

test('days without stock are no days without demand', async () => {
  const start = await openNoon()
  const shop = await openShop(start)
  const { id } = await makeStock(start, 20)
  await shop.sell({ [id]: 10 })
  const second = await nextDay(start)
  await shop.sell({ [id]: 10 })
  const week = await nextDay(second, 7)
  expect((await listRunway(week))[0]).toMatchObject({ available: 0, per_day: 10, days_left: 0, is_low: true })
  await saveVariant(week, id, { keys: Array.from({ length: 35 }, (_, index) => `NEW-${index}`) })
  expect((await listRunway(week))[0]).toMatchObject({ available: 35, days_left: 3.5 })
})

test('what is sold out says whether it ever sold, after its sales are too old to count', async () => {
  const start = await openNoon()
  const shop = await openShop(start)
  const [old, refunded] = [await makeStock(start, 1), await makeStock(start, 1)]
  await shop.sell({ [old.id]: 1 })
  await shop.refund((await shop.sell({ [refunded.id]: 1 })).id)
  const app = await nextDay(start, limits.demandDays)
  const soldOut = { available: 0, days_left: null, is_low: false }
  expect(await listRunway(app)).toMatchObject([
    { variant_id: old.id, ...soldOut, has_sold: true },
    { variant_id: refunded.id, ...soldOut, has_sold: false },
  ])
})

test('a refunded sale does not count, on the day of the sale and later', async () => {
  const start = await openNoon()
  const shop = await openShop(start)
  const { id } = await makeStock(start, 100)
  const [first, second] = [await shop.sell({ [id]: 4 }), await shop.sell({ [id]: 6 })]
  await shop.refund(first.id)
  expect((await listRunway(start))[0]).toMatchObject({ per_day: 6 })
  const later = await nextDay(start, 10)
  await shop.refund(second.id)
  expect((await listRunway(later))[0]).toMatchObject({ per_day: 0, days_left: null })
  expect(await examine(later.deps)).toEqual([])
})

test('past orders of another shop are no demand, while they are there, after a refund and after an undo', async () => {
  const start = await openNoon()
  const shop = await openShop(start)
  const { id } = await makeStock(start, 100)
  await startStockDay(start.deps)
  const idle = await nextDay(start, 9)
  const days = ['2029-12-28', '2030-01-02', '2030-01-03']
  const past = await importOrders(
    idle,
    days.map((at, nth) => ({ at, email: `${nth}@example.com`, key: `OLD-${nth}` })),
  )
  expect((await listRunway(idle))[0]).toMatchObject({ available: 100, per_day: 0, days_left: null, has_sold: true })
  await shop.sell({ [id]: 34 })
  const expectOwn = async () => {
    expect((await listRunway(idle))[0]).toMatchObject({ available: 66, per_day: 4 })
    expect(await examine(idle.deps)).toEqual([])
  }
  await expectOwn()
  dataOf(await idle.call('POST', '/admin/purchases/orders/1/refund', {}))
  await expectOwn()
  expect(await undoShop(idle, past.id)).toMatchObject({ removed: 2, kept: 1 })
  await expectOwn()
})

test('what is sold out first, then fewest days, those of which nothing sells last; no drafts, nothing deleted', async () => {
  const app = await openNoon()
  const shop = await openShop(app)
  const [idle, slow, fast, gone] = [await makeStock(app, 9), await makeStock(app, 50), await makeStock(app, 50), await makeStock(app, 50)]
  await app.call('POST', '/admin/variants/', { product_id: idle.product_id, name: 'Draft', price: 1, keys: [''] })
  const out = await makeStock(app, 1)
  await saveVariant(app, out.id, { keys: [] })
  await shop.sell({ [slow.id]: 1, [fast.id]: 9, [gone.id]: 2 }, everybody)
  await app.call('DELETE', `/admin/products/${gone.product_id}`)
  expect((await listRunway(app)).map((row) => row.variant_id)).toEqual([out.id, fast.id, slow.id, idle.id])
})

test('what is sold out comes before what lasts some minutes', async () => {
  const app = await openNoon()
  const shop = await openShop(app)
  const [short, out] = [await makeStock(app, 50), await makeStock(app, 1)]
  await shop.sell({ [short.id]: 49, [out.id]: 1 }, everybody)
  expect(await listRunway(app)).toMatchObject([
    { variant_id: out.id, available: 0 },
    { variant_id: short.id, available: 1, days_left: 0 },
  ])
})

test('within some days: what is sold out and was sold before, low, or used up by then; and whether there is any stock', async () => {
  const app = await openNoon()
  const shop = await openShop(app)
  const within = async (days: number) => {
    const { body } = await app.call('GET', `/admin/stock/runway?within_days=${days}`)
    const { data, meta } = body as { data: RunwayRow[]; meta: { has_stock: boolean } }
    return { ids: data.map((row) => row.variant_id), hasStock: meta.has_stock }
  }
  const unsold = await makeStock(app, 1)
  await saveVariant(app, unsold.id, { keys: [] })
  expect(await within(14)).toEqual({ ids: [], hasStock: false })
  const [out, soon, plenty, few] = [await makeStock(app, 2), await makeStock(app, 10), await makeStock(app, 50), await makeStock(app, 4)]
  await shop.sell({ [out.id]: 2, [soon.id]: 1, [plenty.id]: 1 }, everybody)
  await app.call('PUT', `/admin/variants/${few.id}`, { low_stock_threshold: 4 })
  expect(await within(9)).toEqual({ ids: [out.id, soon.id, few.id], hasStock: true })
  expect(await within(8)).toEqual({ ids: [out.id, few.id], hasStock: true })
  const refused = await app.call('GET', '/admin/stock/runway?within_days=0')
  expect(refused).toMatchObject({ status: 400, body: { message: 'within_days must be from 1 to 366' } })
})

test('a threshold of its own makes a variant low; null takes it away', async () => {
  const app = await openNoon()
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  const isLow = async () => (await listRunway(app))[0]!.is_low
  expect(await saveVariant(app, id, { low_stock_threshold: 3 })).toMatchObject({ low_stock_threshold: 3, version: 2 })
  expect(await isLow()).toBe(true)
  expect(await saveVariant(app, id, { name: 'Week' })).toMatchObject({ low_stock_threshold: 3 })
  await saveVariant(app, id, { low_stock_threshold: 2 })
  expect(await isLow()).toBe(false)
  expect(await saveVariant(app, id, { low_stock_threshold: null })).toMatchObject({ low_stock_threshold: null })
  for (const wrong of [-1, 1.5, '3', 1_000_001])
    expect(await app.call('PUT', `/admin/variants/${id}`, { low_stock_threshold: wrong })).toMatchObject({
      status: 400,
      body: { fields: { low_stock_threshold: 'Low stock threshold must be a whole number from 0 to 1,000,000' } },
    })
})

/** Units sold per day for a variant that was in stock from the first day of the year. */
function recount(sales: readonly { day: string; quantity: number }[], today: string): number {
  const counted = daysUpTo(today, limits.demandDays).map((day, index) => ({ day, weight: index < 21 ? 1 : 2 }))
  const since = counted.filter(({ day }) => day >= '2030-01-01')
  const unitsOf = (day: string) => sales.filter((sale) => sale.day === day).reduce((sum, sale) => sum + sale.quantity, 0)
  const units = since.reduce((sum, { day, weight }) => sum + weight * unitsOf(day), 0)
  const days = since.reduce((sum, { weight }) => sum + weight, 0)
  return Math.round((units * 100) / days) / 100
}

/** `npm run soak` sets a higher number. */
const numRuns = Math.ceil(Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 40) / 10)

test(
  'whatever is sold and refunded on whatever days, the figures are those of a recount',
  { timeout: 60_000 + numRuns * 2_000 },
  async () => {
    const steps = array(
      oneof(
        record({ is: constant('sell' as const), quantity: integer({ min: 1, max: 5 }) }),
        record({ is: constant('refund' as const), which: nat() }),
        record({ is: constant('days' as const), count: integer({ min: 1, max: 12 }) }),
      ),
      { minLength: 5, maxLength: 15 },
    )
    await assert(
      asyncProperty(steps, async (list) => {
        const start = await openNoon()
        const shop = await openShop(start)
        const { id } = await makeStock(start, 100)
        await startStockDay(start.deps)
        const sales: { id: number; day: string; quantity: number }[] = []
        let app = start
        for (const step of list) {
          const day = app.clock.at.toISOString().slice(0, 10)
          if (step.is === 'sell') sales.push({ id: (await shop.sell({ [id]: step.quantity })).id, day, quantity: step.quantity })
          else if (step.is === 'days') app = await nextDay(app, step.count)
          else if (sales.length > 0) await shop.refund(sales.splice(step.which % sales.length, 1)[0]!.id)
        }
        const today = app.clock.at.toISOString().slice(0, 10)
        expect((await listRunway(app))[0]!.per_day).toBe(recount(sales, today))
        expect(await examine(app.deps)).toEqual([])
        await start.close()
      }),
      { numRuns },
    )
  },
)
