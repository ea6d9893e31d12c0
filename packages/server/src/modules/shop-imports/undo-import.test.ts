import { expect, onTestFinished, test, vi } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import {
  dataOf,
  expectRefusals,
  listProducts,
  makeProduct,
  readVariant,
  saveProduct,
  saveVariant,
  valuesOf,
} from '../../testing/shop/catalogue.ts'
import { entryOf } from '../../testing/shop/history.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { countBlocked } from '../../testing/databases/queries.ts'
import { csvOf, importOrders, importShop, listShopImports, sendShop, undoShop } from '../../testing/shop/shop-imports.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { lockValues } from '../keys/keys.service.ts'
import { refundOrder } from '../orders/refunds/refund.service.ts'
import { saveProduct as saveStored } from '../products/product-saving.service.ts'
import { requireStoredProduct } from '../products/products.service.ts'
import { noticeLowStock } from '../stock/runway.service.ts'
import { removeAbandoned } from './shop-imports.service.ts'

const products = (count: number, prefix = 'P') =>
  csvOf([
    ['Product', 'Variant', 'Price', 'Listed', 'Full description', 'Videos'],
    ...Array.from({ length: count }, (_, index) => [`${prefix}${index + 1}`, 'Day', '5', 'yes', '<p>Long</p>', 'vimeo.com/12']),
  ])

/** What an import stores and an undo removes. */
const tables = ['product', 'media_item', 'variant', 'license_key', 'key_import', 'orders', 'order_item', 'refund', 'refund_item'] as const
const sums = ['variant_sales', 'product_day_sales', 'quarter_hour_sales'] as const
async function stored({ deps: { db } }: TestApp) {
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
  const words = await db.selectFrom('search_word').selectAll().orderBy('kind').orderBy('thing_id').orderBy('word').execute()
  const demand = await db.selectFrom('variant_day').selectAll().orderBy('variant_id').orderBy('day').execute()
  const sold = await Promise.all(sums.map((table) => db.selectFrom(table).selectAll().execute()))
  // A sum of nothing may stay as a row.
  const counted = sold.map((each) =>
    each.filter((row) => Object.entries(row).some(([name, value]) => /quantity|orders|cents/.test(name) && value !== 0)),
  )
  return { rows, words, demand, counted }
}

test('an import that nobody has built on is undone without a trace, once', async () => {
  const app = await createTestApp()
  await makeProduct(app, { name: 'Mine', variants: [{ name: 'Day', price: 1, keys: ['MINE'] }] })
  const before = await stored(app)
  const { id } = await importShop(app, 'products', 'keydesk', products(30))
  expect(await listProducts(app)).toHaveLength(31)
  expect(await undoShop(app, id)).toEqual({ removed: 30, kept: 0, is_done: true })
  expect(await stored(app)).toEqual(before)
  expect(await listShopImports(app)).toMatchObject([
    { id, state: 'undone', stored: 30, kept: 0, undone_by: 'admin', file_name: 'shop.csv' },
  ])
  await expectRefusals(app, [
    { call: ['POST', `/admin/shop-imports/${id}/undo`], status: 409, says: { code: 'already_undone' } },
    { call: ['POST', `/admin/shop-imports/${id}/cancel`], status: 409, says: { code: 'not_running' } },
    { call: ['POST', '/admin/shop-imports/99/undo'], status: 404 },
  ])
  // It can be imported again.
  expect((await importShop(app, 'products', 'keydesk', products(30))).counts.new).toBe(30)
  expect(await examine(app.deps)).toEqual([])
})

test('what was changed, sold, stocked or limited since stays', async () => {
  const app = await createTestApp()
  const { id } = await importShop(app, 'products', 'keydesk', products(6))
  const [p6, p5, p4, p3, p2] = await listProducts(app)
  await saveProduct(app, p6!.id, { description: 'Better' })
  await saveVariant(app, p5!.variants[0]!.id, { keys: ['K-1'] })
  await saveVariant(app, p4!.variants[0]!.id, { price: 6 })
  const coupon = { code: 'TEN', discount_type: 'percentage', discount_value: 10, expiration_date: '2031-06-01T12:00:00.000Z' }
  const limited = { max_usage: 0, max_usage_per_user: 1, applicable_to_all: false, applicable_products: [p3!.id] }
  dataOf(await app.call('POST', '/admin/coupons', { ...coupon, ...limited }))
  const order = ['2029-05-05', 'a@example.com', 'P2', 'Day', '5']
  await importShop(app, 'orders', 'keydesk', csvOf([['Date', 'Email', 'Product', 'Variant', 'Amount'], order]))
  expect(await undoShop(app, id)).toEqual({ removed: 1, kept: 5, is_done: true })
  expect((await listProducts(app)).map(({ name }) => name)).toEqual(['P6', 'P5', 'P4', 'P3', 'P2'])
  expect(p2!.name).toBe('P2')
  expect((await listShopImports(app)).at(-1)).toMatchObject({ state: 'undone', kept: 5 })
  expect(await examine(app.deps)).toEqual([])
})

test('products whose stock the server has noticed to be low are undone, too', async () => {
  const app = await createTestApp()
  const before = await stored(app)
  const file = csvOf([
    ['Product', 'Variant', 'Price', 'Low stock threshold'],
    ['Nova', 'Week', '5', '3'],
  ])
  const { id } = await importShop(app, 'products', 'keydesk', file)
  await noticeLowStock(app.deps)
  expect(await entryOf(app, 'variant.ran_low')).toMatchObject({ subject: { name: 'Week' } })
  expect(await undoShop(app, id)).toEqual({ removed: 1, kept: 0, is_done: true })
  expect(await stored(app)).toEqual(before)
})

test('keys and past orders are undone, except those that were sold or changed', async () => {
  const app = await createTestApp()
  const { variants } = await makeProduct(app, { name: 'Aurora', variants: [{ name: 'Day', price: 5, keys: [] }] })
  const before = await stored(app)
  const day = variants[0]!.id
  const keys = await importShop(
    app,
    'keys',
    'keydesk',
    csvOf([['Product', 'Variant', 'Key'], ...['A', 'B', 'C'].map((key) => ['Aurora', 'Day', key])]),
  )
  const rows = [1, 2, 3].map((nth) => [`2029-05-0${nth}`, `${nth}@example.com`, 'Aurora', '5', `OLD-${nth}`])
  const orders = await importShop(app, 'orders', 'keydesk', csvOf([['Date', 'Email', 'Product', 'Amount', 'Key'], ...rows]))
  const sold = await (await openShop(app)).sell({ [day]: 1 })
  dataOf(await app.call('POST', '/admin/purchases/orders/2/refund', {}))
  expect(await undoShop(app, keys.id)).toEqual({ removed: 2, kept: 1, is_done: true })
  expect(valuesOf(await readVariant(app, day))).toEqual([])
  expect(await undoShop(app, orders.id)).toEqual({ removed: 2, kept: 1, is_done: true })
  const { data } = (await app.call('GET', '/admin/purchases/orders')).body as { data: { id: number }[] }
  expect(data.map(({ id }) => id)).toEqual([sold.id, 2])
  expect(await examine(app.deps)).toEqual([])
  expect((await stored(app)).rows[0]).toEqual(before.rows[0])
})

test('a key that was reserved while its import was undone is not for sale again if its order ends unpaid', async () => {
  const app = await createTestApp()
  const { variants } = await makeProduct(app, { name: 'Aurora', variants: [{ name: 'Day', price: 5, keys: [] }] })
  const day = variants[0]!.id
  const file = csvOf([['Product', 'Variant', 'Key'], ...['A', 'B', 'C'].map((key) => ['Aurora', 'Day', key])])
  const { id } = await importShop(app, 'keys', 'keydesk', file)
  const shop = await openShop(app)
  const [cancelled, completed] = [await shop.buy({ [day]: 1 }), await shop.buy({ [day]: 1 })]
  const { version } = await readVariant(app, day)
  expect(await undoShop(app, id)).toEqual({ removed: 1, kept: 2, is_done: true })
  expect((await readVariant(app, day)).version).toBeGreaterThan(version!)
  await shop.cancel(cancelled.id)
  await shop.complete(completed.id)
  expect(await readVariant(app, day)).toMatchObject({ stock: 0, keys: [] })
  expect(dataOf(await app.call('GET', `/admin/variants/${day}/removed-keys`))).toMatchObject([{ value: 'A' }])
  expect(await examine(app.deps)).toEqual([])
})

test('removed keys of an import are undone, too, also those of a deleted variant', async () => {
  const app = await createTestApp()
  const variants = ['Day', 'Month'].map((name) => ({ name, price: 5, keys: [] }))
  const product = await makeProduct(app, { name: 'Aurora', variants })
  const [day, month] = product.variants.map(({ id }) => id) as [number, number]
  const rows = ['A', 'B', 'C', 'D'].map((key) => ['Aurora', key < 'C' ? 'Day' : 'Month', key])
  const file = csvOf([['Product', 'Variant', 'Key'], ...rows])
  const { id } = await importShop(app, 'keys', 'keydesk', file)
  await saveVariant(app, day, { name: 'Day', price: 5, keys: ['B'] })
  await app.call('DELETE', `/admin/variants/${month}`)
  expect(await undoShop(app, id)).toEqual({ removed: 4, kept: 0, is_done: true })
  expect((await stored(app)).rows[tables.indexOf('license_key')]).toEqual([])
  expect(await examine(app.deps)).toEqual([])
  expect((await importShop(app, 'keys', 'keydesk', file)).counts).toEqual({ new: 2, exists: 0, invalid: 2 })
})

test('a running import can be cancelled, and leaves nothing behind; meanwhile there is no second one', async () => {
  const app = await createTestApp()
  const before = await stored(app)
  const answer = sendShop(app, 'products', 'keydesk', products(3_000))
  await expect.poll(async () => (await listShopImports(app))[0]?.stored).toBeGreaterThan(0)
  const { id } = (await listShopImports(app))[0]!
  expect(await sendShop(app, 'products', 'keydesk', products(1, 'Q'))).toMatchObject({ status: 409, body: { code: 'import_running' } })
  expect(dataOf(await app.call('POST', `/admin/shop-imports/${id}/cancel`))).toEqual({ is_cancelling: true })
  expect(await answer).toMatchObject({ status: 201, body: { data: { id, state: 'cancelled' } } })
  await expect.poll(() => listShopImports(app)).toEqual([])
  expect(await stored(app)).toEqual(before)
  expect(await entryOf(app, 'shop_import.cancelled')).toMatchObject({ actor: { kind: 'admin', id: 1, name: 'admin' } })
  expect((await importShop(app, 'products', 'keydesk', products(1, 'Q'))).counts).toEqual({ new: 1, exists: 0, invalid: 0 })
})

test('a product that is changed while the import is removed stays', async () => {
  const app = await createTestApp()
  const { id } = await importShop(app, 'products', 'keydesk', products(600))
  await undoShop(app, id, '?wait=false')
  const changeHalfWay = () =>
    app.deps.db.transaction().execute(async (tx) => {
      // Locked first, so that the removal cannot come to it before it is changed.
      const last = await requireStoredProduct(tx, 600, { lock: true })
      if ((await app.call('GET', '/products/id/1')).status !== 404) return false
      await saveStored(tx, system, app.clock.at, last, { description: 'Better' })
      return true
    })
  await expect.poll(changeHalfWay, { interval: 1 }).toBe(true)
  await expect.poll(() => listShopImports(app), { timeout: 20_000 }).toMatchObject([{ state: 'undone', kept: 1 }])
  expect(await listProducts(app)).toMatchObject([{ id: 600, description: 'Better' }])
})

test('storing and removing go on after the time of the call that began them', async () => {
  const app = await createTestApp()
  // The limit of a call is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { body } = await sendShop(app, 'products', 'keydesk', products(120), '?wait=false')
  vi.advanceTimersByTime(120_000)
  await expect.poll(() => listShopImports(app)).toMatchObject([{ state: 'done', stored: 120 }])
  const { id } = (body as { data: { id: number } }).data
  expect(await undoShop(app, id, '?wait=false')).toEqual({ removed: 0, kept: 0, is_done: false })
  vi.advanceTimersByTime(120_000)
  await expect.poll(() => listShopImports(app)).toMatchObject([{ state: 'undone', kept: 0 }])
  expect(await listProducts(app)).toEqual([])
})

test('what an import had stored when its process ended is removed by the housekeeping', async () => {
  const app = await createTestApp()
  const before = await stored(app)
  const { id } = await importShop(app, 'products', 'keydesk', products(70))
  const { db } = app.deps
  await db.updateTable('shop_import').set({ state: 'running' }).where('id', '=', id).execute()
  await removeAbandoned(app.deps)
  expect(await listProducts(app)).toHaveLength(70)
  app.clock.at = new Date(app.clock.at.getTime() + 31_000)
  await removeAbandoned(app.deps)
  expect(await stored(app)).toEqual(before)
  expect(await listShopImports(app)).toMatchObject([{ id, state: 'failed', kept: 0, undone_by: 'system' }])
  await expectRefusals(app, [{ call: ['POST', `/admin/shop-imports/${id}/undo`], status: 409, says: { code: 'already_undone' } }])
})

test('an import is undone for two years: then it is not known any more what was changed since', async () => {
  const app = await createTestApp()
  const { id } = await importShop(app, 'products', 'keydesk', products(1))
  const undo = async () => {
    const token = await startSessionOf(app, 1)
    return app.call('POST', `/admin/shop-imports/${id}/undo`, undefined, { token })
  }
  app.clock.at = new Date('2032-01-01T00:00:00.001Z')
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'undo_over' } })
  app.clock.at = new Date('2032-01-01T00:00:00.000Z')
  expect(await undo()).toMatchObject({ status: 200, body: { data: { removed: 1 } } })
})

const isOnPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'

test.runIf(isOnPostgres)('a past order that is being refunded while its import is undone stays, and is counted once', async () => {
  const app = await createTestApp()
  await makeStock(app, 1)
  const { id } = await importOrders(app, [{ at: '2029-05-01', email: 'a@example.com', key: 'OLD-1' }])
  const { undone } = await app.deps.db.transaction().execute(async (tx) => {
    await refundOrder(tx, app.deps, system, 1, {})
    const undoing = undoShop(app, id)
    await expect.poll(() => countBlocked(tx)).toBe(1)
    return { undone: undoing }
  })
  expect(await undone).toEqual({ removed: 0, kept: 1, is_done: true })
  expect(dataOf(await app.call('GET', '/admin/purchases/orders/1'))).toMatchObject({ status: 'refunded' })
  expect(await examine(app.deps)).toEqual([])
})

test.runIf(isOnPostgres)('an import waits for a save of keys that takes longer than a transaction waits', async () => {
  const app = await createTestApp()
  const { variants } = await makeProduct(app, { name: 'Aurora', variants: [{ name: 'Day', price: 5, keys: [] }] })
  // How long a transaction waits is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { answer } = await app.deps.db.transaction().execute(async (tx) => {
    await lockValues(tx)
    const sent = sendShop(app, 'keys', 'keydesk', 'Product,Variant,Key\nAurora,Day,A\n')
    await expect.poll(() => countBlocked(tx)).toBe(1)
    vi.advanceTimersByTime(10_000)
    app.clock.at = new Date(app.clock.at.getTime() + 10_000)
    const going = tx.selectFrom('shop_import').select(['state', 'beat_at'])
    await expect.poll(() => going.execute()).toEqual([{ state: 'running', beat_at: app.clock.at.toISOString() }])
    return { answer: sent }
  })
  expect(await answer).toMatchObject({ status: 201, body: { data: { state: 'done' } } })
  expect(valuesOf(await readVariant(app, variants[0]!.id))).toEqual(['A'])
})
