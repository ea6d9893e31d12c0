import { setImmediate } from 'node:timers/promises'
import type { Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { isPostgres } from '../db/engine.ts'
import { createTestApp, type TestApp } from '../testing.ts'
import { dataOf, listProducts, makeProduct, makeVariant, saveProduct } from '../testing/shop/catalogue.ts'
import { openBeside } from '../testing/databases/fresh-database.ts'
import { queriesOf } from '../testing/databases/queries.ts'
import { openShop } from '../testing/shop/shop.ts'
import { ResponseCache } from './response-cache.ts'

/** PostgreSQL has one state name for all its databases: writes of other tests may add a read, but never remove one. */
const atLeast = ({ deps }: TestApp, reads: number): unknown =>
  isPostgres(deps.db) ? expect.toSatisfy((seen: number) => seen >= reads) : reads

const between = ({ deps }: TestApp, least: number, most: number): unknown =>
  isPostgres(deps.db) ? expect.toSatisfy((seen: number) => seen >= least && seen <= most) : least

/** Renames a product through another connection, as another process would. */
async function rename(app: TestApp, id: number, name: string): Promise<void> {
  const beside = await openBeside(app)
  await beside.updateTable('product').set({ name }).where('id', '=', id).execute()
  await beside.destroy()
}

const namesOf = async (app: TestApp): Promise<string[]> => (await listProducts(app)).map((product) => product.name)

test('a cached list shows every change at once, whoever made it', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim' })
  expect([await namesOf(app), await namesOf(app)]).toEqual([['Aim'], ['Aim']])
  await saveProduct(app, id, { name: 'Bolt' })
  expect(await namesOf(app)).toEqual(['Bolt'])
  await rename(app, id, 'Crow')
  expect(await namesOf(app)).toEqual(['Crow'])
  expect(dataOf(await app.call('GET', `/products/id/${id}`))).toMatchObject({ name: 'Crow' })
})

test('an administrator and a stranger are not answered the same', async () => {
  const app = await createTestApp()
  const { product_id: id } = await makeVariant(app, ['KEY-1'])
  const stockAs = async (token?: null) =>
    (dataOf(await app.call('GET', `/products/id/${id}`, undefined, { token })) as Product).variants[0]?.stock
  expect([await stockAs(), await stockAs(null), await stockAs(), await stockAs(null)]).toEqual([1, undefined, 1, undefined])
  await app.deps.db.updateTable('product').set({ unlisted: 1 }).execute()
  expect((await app.call('GET', `/products/id/${id}`)).status).toBe(200)
  expect((await app.call('GET', `/products/id/${id}`, undefined, { token: null })).status).toBe(404)
})

test("a storefront's list of products shows each sale", async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['KEY-1', 'KEY-2'])
  const stock = async () => (await shop.succeed<Product[]>('GET', '/products'))[0]?.variants[0]?.stock
  expect([await stock(), await stock()]).toEqual([2, 2])
  await shop.sell({ [id]: 1 })
  expect([await stock(), await stock()]).toEqual([1, 1])
})

test('a session that ends in the database has ended', async () => {
  const app = await createTestApp()
  expect((await app.call('GET', '/admin/products')).status).toBe(200)
  await app.deps.db.updateTable('session').set({ ended_at: app.deps.now().toISOString() }).execute()
  expect((await app.call('GET', '/admin/products')).status).toBe(401)
})

test('coupons expire by the clock, without a change in the database', async () => {
  const app = await createTestApp()
  const coupon = { code: 'SOON', discount_type: 'percentage', discount_value: 10, expiration_date: '2030-01-01T00:00:30.000Z' }
  await app.call('POST', '/admin/coupons', { ...coupon, max_usage: 0, max_usage_per_user: 0, applicable_to_all: true })
  const codes = async () =>
    (dataOf(await app.call('GET', '/admin/coupons?include_expired=false')) as { code: string }[]).map(({ code }) => code)
  expect([await codes(), await codes()]).toEqual([['SOON'], ['SOON']])
  app.clock.at = new Date('2030-01-01T00:00:31.000Z')
  expect(await codes()).toEqual([])
})

/** A cache of the products' names that counts its reads. */
function openCache({ deps: { db } }: TestApp) {
  const cache = new ResponseCache(db)
  const counts = { reads: 0 }
  const read = async (meanwhile?: () => Promise<unknown>): Promise<string> => {
    const body = await cache.get(async () => {
      counts.reads += 1
      const rows = await db.selectFrom('product').select('name').execute()
      await meanwhile?.()
      return rows.map(({ name }) => name).join()
    })
    return body.plain.toString()
  }
  return { read, counts }
}

test('what was read while somebody wrote is not cached, nor is a failed read', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim' })
  const { read, counts } = openCache(app)
  // The lookup began after its request came, so it answers that request, but no later one.
  expect(await read(() => rename(app, id, 'Bolt'))).toBe('Aim')
  expect(await read()).toBe('Bolt')
  expect(await read()).toBe('Bolt')
  expect(counts.reads).toEqual(atLeast(app, 2))
  await rename(app, id, 'Crow')
  await expect(read(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect([await read(), await read(), counts.reads]).toEqual(['Crow', 'Crow', atLeast(app, 4)])
})

test.each([
  [undefined, { status: 'fulfilled', value: 'Aim' }],
  [new Error('broken'), { status: 'rejected', reason: new Error('broken') }],
])('requests that come during a read share the next one, though it ends with %s', async (failure, end) => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim' })
  const { read, counts } = openCache(app)
  const isOpen = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  const first = read(async () => {
    hasBegun.resolve()
    await isOpen.promise
    if (failure !== undefined) throw failure
  })
  await hasBegun.promise
  await rename(app, id, 'Bolt')
  const later = Array.from({ length: 50 }, () => read())
  await setImmediate()
  expect(counts.reads).toBe(1)
  isOpen.resolve()
  expect(await Promise.allSettled([first])).toEqual([end])
  expect(new Set(await Promise.all(later))).toEqual(new Set(['Bolt']))
  expect(counts.reads).toBe(2)
})

test('requests that come together share two lookups, and each later one asks for the state of the database alone', async () => {
  const app = await createTestApp()
  const { read } = openCache(app)
  const queriesOfReads = async (count: number) =>
    (await queriesOf(app.deps.db, () => Promise.all(Array.from({ length: count }, () => read())))).length
  // The first lookup reads the state before and after its query. On PostgreSQL other tests may cause the same for each later one.
  expect(await queriesOfReads(50)).toEqual(between(app, 4, 6))
  expect(await queriesOfReads(1)).toEqual(between(app, 1, 3))
})
