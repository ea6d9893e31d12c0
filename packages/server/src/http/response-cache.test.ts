import { setImmediate } from 'node:timers/promises'
import type { Product } from '@keydesk/contract'
import { expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../testing.ts'
import { isPostgres } from './engine.ts'
import { openShop } from '../testing/shop.ts'
import { dataOf, listProducts, makeProduct, makeVariant, saveProduct } from '../testing/catalogue.ts'

/** PostgreSQL names the state of all its databases at once: what other tests write there may cost a read more, but never one less. */
const atLeast = ({ deps }: TestApp, reads: number): unknown =>
  isPostgres(deps.db) ? expect.toSatisfy((seen: number) => seen >= reads) : reads

/** As somebody would who has the database open beside the server. */
const rename = ({ deps }: TestApp, id: number, name: string) => deps.db.updateTable('product').set({ name }).where('id', '=', id).execute()
const namesOf = async (app: TestApp): Promise<string[]> => (await listProducts(app)).map((product) => product.name)

test('what is kept ready shows every change at once, whoever made it', async () => {
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

test('what was read while somebody wrote is kept for nobody, and a failed read neither', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim' })
  const { kept, db } = app.deps
  const nameOf = async () => (await db.selectFrom('product').select('name').executeTakeFirstOrThrow()).name
  let reads = 0
  const read = (meanwhile?: () => Promise<unknown>) =>
    kept.get(
      'test',
      async () => {
        reads += 1
        const name = await nameOf()
        await meanwhile?.()
        return name
      },
      () => 1,
    )
  // It began after its request had come, so it answers that one, and none that comes later.
  expect(await read(() => rename(app, id, 'Bolt'))).toBe('Aim')
  expect(await read()).toBe('Bolt')
  expect(await read()).toBe('Bolt')
  expect(reads).toEqual(atLeast(app, 2))
  await rename(app, id, 'Crow')
  await expect(read(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect([await read(), await read(), reads]).toEqual(['Crow', 'Crow', atLeast(app, 4)])
})

test('who waits for a read that began before they came shares the next one, and sees what was written meanwhile', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim' })
  const { kept, db } = app.deps
  const isOpen = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  let reads = 0
  const read = (glance = kept.glance()) =>
    glance.get(
      'test',
      async () => {
        reads += 1
        const { name } = await db.selectFrom('product').select('name').executeTakeFirstOrThrow()
        hasBegun.resolve()
        await isOpen.promise
        return name
      },
      () => 1,
    )
  const early = kept.glance()
  const first = read()
  await hasBegun.promise
  await rename(app, id, 'Bolt')
  const asked = vi.spyOn(kept, 'readState')
  const later = Array.from({ length: 50 }, () => read())
  // It came before the first read began, though it asks for it now.
  const beside = read(early)
  // All of them wait for a read by now.
  await Promise.all(asked.mock.results.map((state) => state.value as Promise<string>))
  await setImmediate()
  isOpen.resolve()
  expect(await first).toBe('Aim')
  expect(['Aim', 'Bolt']).toContain(await beside)
  expect(new Set(await Promise.all(later))).toEqual(new Set(['Bolt']))
  expect(reads).toBe(2)
})

test('one request asks for the state of the database once, and again when somebody has seen a newer one', async () => {
  const { kept, db } = (await createTestApp()).deps
  const asked = vi.spyOn(kept, 'readState')
  const request = kept.glance()
  const count = (through: Pick<typeof request, 'get'>, key: string) =>
    through.get(
      key,
      async () => Number((await db.selectFrom('product').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count),
      () => 1,
    )
  expect([await count(request, 'one'), await count(request, 'another')]).toEqual([0, 0])
  expect(asked).toHaveBeenCalledTimes(1)
  await db.updateTable('app_user').set({ username: 'somebody' }).execute()
  await count(kept, 'one')
  await count(request, 'one')
  expect(asked).toHaveBeenCalledTimes(3)
})

test('it does not grow for ever', async () => {
  const app = await createTestApp()
  let reads = 0
  const read = (key: number) =>
    app.deps.kept.get(
      `big ${key}`,
      async () => (reads += 1),
      () => 4_000_000,
    )
  for (let key = 0; key < 6; key += 1) await read(key)
  await read(0)
  expect(reads).toEqual(atLeast(app, 7))
})
