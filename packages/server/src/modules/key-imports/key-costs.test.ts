import type { KeyImport, PeriodSales } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { importKeyList, listKeyImports } from '../../testing/shop/key-imports.ts'
import { addTeam } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

const keysOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`)

/** A variant of $10 without keys, for sale. */
async function open() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, [], { price: 10 })
  await saveVariant(app, id, {})
  return { app, shop, id }
}

const setCost = async (app: TestApp, importId: number, body: object) =>
  dataOf(await app.call('PUT', `/admin/key-imports/${importId}/cost`, body)) as KeyImport

const profitOf = async (app: TestApp, period = 'days=1') => {
  const [row] = dataOf(await app.call('GET', `/admin/purchases/by-product?${period}`)) as PeriodSales[]
  return row && { quantity: row.quantity, revenue: row.revenue, cost: row.cost, profit: row.profit, unknown: row.units_without_cost }
}

test('an import has a cost in total or per key, and the list shows both', async () => {
  const { app, id } = await open()
  expect(await importKeyList(app, id, keysOf('A', 3), { cost_total: 10 })).toMatchObject({ added: 3, cost_total: 10, cost_per_key: 3.33 })
  expect(await importKeyList(app, id, keysOf('B', 4), { cost_per_key: 2.5 })).toMatchObject({ added: 4, cost_total: 10, cost_per_key: 2.5 })
  expect(await importKeyList(app, id, keysOf('C', 1))).toMatchObject({ cost_total: null, cost_per_key: null })
  expect(await importKeyList(app, id, keysOf('D', 1), { cost_total: null, cost_per_key: 0 })).toMatchObject({
    cost_total: 0,
    cost_per_key: 0,
  })
  // Nothing is new, so no key has a cost.
  expect(await importKeyList(app, id, keysOf('A', 3), { cost_total: 5 })).toMatchObject({ added: 0, cost_total: 5, cost_per_key: null })
  expect((await listKeyImports(app, id)).map(({ cost_total, cost_per_key }) => [cost_total, cost_per_key])).toEqual([
    [5, null],
    [0, 0],
    [null, null],
    [10, 2.5],
    [10, 3.33],
  ])
})

test('a total is divided over the keys to the cent: the first ones cost the cents that are left over', async () => {
  const { app, shop, id } = await open()
  await importKeyList(app, id, keysOf('A', 7), { cost_total: 10 })
  const costs: (number | null | undefined)[] = []
  for (let nth = 0; nth < 7; nth += 1) {
    await shop.sell({ [id]: 1 })
    costs.push((await profitOf(app))?.cost)
  }
  expect(costs).toEqual([1.43, 2.86, 4.29, 5.72, 7.15, 8.58, 10])
})

test('a sale counts the cost of its keys, and how many have none; a refund and a replacement leave it', async () => {
  const { app, shop, id } = await open()
  await importKeyList(app, id, keysOf('A', 2), { cost_per_key: 4 })
  await importKeyList(app, id, keysOf('B', 1))
  await importKeyList(app, id, keysOf('C', 5), { cost_per_key: 3 })
  const { id: order } = await shop.sell({ [id]: 3 })
  expect(await profitOf(app)).toEqual({ quantity: 3, revenue: 30, cost: 8, profit: 22, unknown: 1 })
  const { items } = await shop.find(order)
  await shop.succeed('POST', `/purchases/${order}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }] })
  expect(await profitOf(app)).toEqual({ quantity: 2, revenue: 20, cost: 8, profit: 12, unknown: 1 })
  dataOf(await app.call('POST', `/admin/purchases/orders/${order}/keys/1/replace`, { reason: 'not_working' }))
  expect(await profitOf(app)).toEqual({ quantity: 2, revenue: 20, cost: 11, profit: 9, unknown: 1 })
  await shop.refund(order)
  expect(await profitOf(app)).toEqual({ quantity: 0, revenue: 0, cost: 11, profit: -11, unknown: 1 })
  expect(await examine(app.deps)).toEqual([])
})

test('a replacement counts at the day of the sale', async () => {
  const { app, shop, id } = await open()
  await importKeyList(app, id, keysOf('A', 2), { cost_per_key: 4 })
  app.clock.at = new Date('2029-12-20T12:00:00.000Z')
  const { id: order } = await shop.sell({ [id]: 1 })
  app.clock.at = testNow
  dataOf(await app.call('POST', `/admin/purchases/orders/${order}/keys/1/replace`, { reason: 'other' }))
  expect(await profitOf(app, 'from=2029-12-20&to=2029-12-20')).toMatchObject({ cost: 8 })
  expect(await profitOf(app)).toBeUndefined()
})

test('a cost that is set later counts for the keys that are sold already, at the days of their sales', async () => {
  const { app, shop, id } = await open()
  const { id: importId } = await importKeyList(app, id, keysOf('A', 3))
  app.clock.at = new Date('2029-12-20T12:00:00.000Z')
  await shop.sell({ [id]: 1 })
  app.clock.at = testNow
  const { id: order } = await shop.sell({ [id]: 1 })
  await shop.refund(order)
  expect(await profitOf(app, 'days=30')).toMatchObject({ cost: 0, unknown: 2 })
  expect(await setCost(app, importId, { cost_total: 10 })).toMatchObject({ id: importId, added: 3, left: 1, sold: 2, cost_per_key: 3.33 })
  expect(await profitOf(app, 'from=2029-12-20&to=2029-12-20')).toMatchObject({ cost: 3.34, profit: 6.66, unknown: 0 })
  expect(await profitOf(app)).toMatchObject({ quantity: 0, cost: 3.33, unknown: 0 })
  await setCost(app, importId, { cost_per_key: 1 })
  await shop.sell({ [id]: 1 })
  expect(await profitOf(app, 'days=30')).toMatchObject({ cost: 3, unknown: 0 })
  expect(await setCost(app, importId, {})).toMatchObject({ cost_total: null, cost_per_key: null })
  expect(await profitOf(app, 'days=30')).toMatchObject({ cost: 0, unknown: 3 })
  expect(await examine(app.deps)).toEqual([])
  // The history of a variant is open to people who may not see the books.
  expect((await activityOf(app, 'variant')).at(-1)).toMatchObject({ changes: { import_cost: { before: null, after: 'keys.txt' } } })
})

test('a sale and a correction of the cost at once count each key once', async () => {
  const { app, shop, id } = await open()
  const { id: importId } = await importKeyList(app, id, keysOf('A', 40))
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => shop.buy({ [id]: 2 }, { customer_email: `${Math.random()}@example.com` })),
  )
  await Promise.all([
    ...orders.map(({ id: order }) => shop.complete(order)),
    ...[3, 5, 7].map((cost_per_key) => setCost(app, importId, { cost_per_key })),
  ])
  expect(await examine(app.deps)).toEqual([])
  expect(await profitOf(app)).toMatchObject({ quantity: 40, unknown: 0 })
})

test('a role that may not see the books sees no cost, and sets none', async () => {
  const { app, shop, id } = await open()
  const { stock, marketing, manager } = await addTeam(app)
  const path = `/admin/variants/${id}/key-imports`
  const list = { name: 'keys.txt', values: keysOf('A', 2) }
  await expectRefusals(app, [
    { call: ['POST', path, { ...list, cost_total: 1 }, stock], status: 403, says: { message: 'You may not set what keys cost' } },
    { call: ['POST', path, { ...list, cost_per_key: 0 }, stock], status: 403 },
    { call: ['PUT', '/admin/key-imports/1/cost', { cost_total: 1 }, stock], status: 403 },
    { call: ['PUT', '/admin/key-imports/9/cost', { cost_total: 1 }], status: 404 },
  ])
  expect((await app.call('POST', path, { ...list, cost_total: null }, stock)).status).toBe(201)
  expect((await app.call('POST', path, { ...list, values: ['B'], cost_total: 5 }, manager)).status).toBe(201)
  const seen = dataOf(await app.call('GET', path, undefined, stock)) as KeyImport[]
  expect(seen.map((each) => 'cost_total' in each || 'cost_per_key' in each)).toEqual([false, false])
  await shop.sell({ [id]: 3 })
  const [row] = dataOf(await app.call('GET', '/admin/purchases/by-product?days=1', undefined, marketing)) as PeriodSales[]
  expect(row).toMatchObject({ quantity: 3, revenue: 30, cost: null, profit: null, units_without_cost: null })
})

test('an invalid cost is refused with a message', async () => {
  const { app, id } = await open()
  const path = `/admin/variants/${id}/key-imports`
  const send = (more: object) => ['POST', path, { name: 'keys.txt', values: ['A'], ...more }] as const
  const rule = 'Cost must be a number from 0 to 1,000,000 with at most 2 decimals'
  await expectRefusals(app, [
    { call: send({ cost_total: -1 }), status: 400, says: { fields: { cost_total: rule } } },
    { call: send({ cost_per_key: 0.001 }), status: 400, says: { fields: { cost_per_key: rule } } },
    { call: send({ cost_total: '5' }), status: 400 },
    {
      call: send({ cost_total: 5, cost_per_key: 1 }),
      status: 400,
      says: { fields: { cost_total: 'Send the cost either in total or per key' } },
    },
  ])
  expect(await listKeyImports(app, id)).toEqual([])
})
