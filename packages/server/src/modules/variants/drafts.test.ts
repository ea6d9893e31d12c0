import { newVariant, type Product, type StoreProduct, type Variant } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, listProducts, makeProduct, readProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import { createBotApp, listLogs } from '../../testing/shop/discord.ts'
import { entryOf, restore } from '../../testing/shop/history.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { cartOf, openShop } from '../../testing/shop/shop.ts'

const addVariant = async (app: TestApp, product: Product, body: object = newVariant): Promise<Variant> =>
  dataOf(await app.call('POST', '/admin/variants/', { ...newVariant, ...body, product_id: product.id })) as Variant

test('a new variant is not for sale before its first save', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const product = await makeProduct(app)
  const { id, is_draft } = await addVariant(app, product)
  const offered = async () => (await shop.succeed<StoreProduct[]>('GET', '/products'))[0]!.variants.map((variant) => variant.id)
  const seenByStrangers = async () =>
    (dataOf(await app.call('GET', `/products/id/${product.id}`, undefined, { token: null })) as Product).variants
  expect(is_draft).toBe(true)
  expect((await listProducts(app))[0]!.variants).toMatchObject([{ id, is_draft: true, stock: 0 }])
  expect(await offered()).toEqual([])
  expect(await seenByStrangers()).toEqual([])
  expect(await shop.call('POST', '/quote', cartOf({ [id]: 1 }))).toMatchObject({ status: 404, body: { message: 'Variant not found' } })

  const saved = await saveVariant(app, id, { name: 'Month', price: 9.99, keys: ['A'] })
  expect(saved.is_draft).toBeUndefined()
  expect((await readProduct(app, product.id)).variants[0]).not.toHaveProperty('is_draft')
  expect(await offered()).toEqual([id])
  expect(await seenByStrangers()).toMatchObject([{ id, name: 'Month' }])
  await shop.sell({ [id]: 1 })
})

test('a save that changes nothing else puts a draft on sale', async () => {
  const app = await createTestApp()
  const { id } = await addVariant(app, await makeProduct(app))
  await saveVariant(app, id, { name: newVariant.name })
  expect((await activityOf(app, 'variant')).at(-1)).toEqual({
    ...{ action: 'variant.updated', subject_id: id },
    changes: { is_draft: { before: true, after: false } },
  })
})

test('neither a change of several prices nor restoring one puts a draft on sale', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const product = await makeProduct(app)
  const { id } = await addVariant(app, product)
  await importKeyList(app, id, ['A'])
  dataOf(await app.call('POST', '/admin/variants/prices', { variant_ids: [id], change: { percent: 100 } }))
  expect(await restore(app, await entryOf(app, 'variant.updated'), 'price')).toMatchObject({
    ...{ status: 200, body: { data: { id, price: newVariant.price, is_draft: true, stock: 1 } } },
  })
  expect((await readProduct(app, product.id)).variants).toMatchObject([{ id, is_draft: true }])
  expect((await shop.succeed<StoreProduct[]>('GET', '/products'))[0]!.variants).toEqual([])
})

test('a variant that is made with keys, or with its product, is no draft', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const product = await makeProduct(app, { variants: [{ name: 'Week', price: 5, keys: [] }] })
  const made = await addVariant(app, product, { name: 'Month', price: 9.99, keys: ['A'] })
  expect((await listProducts(app))[0]!.variants.map((variant) => variant.is_draft)).toEqual([undefined, undefined])
  await shop.sell({ [made.id]: 1 })
})

test('a draft is announced with its first save, if it has keys then, and not before', async () => {
  const { app } = await createBotApp()
  const product = await makeProduct(app)
  const empty = await addVariant(app, product)
  await saveVariant(app, empty.id, { name: 'Empty' })
  const { id } = await addVariant(app, product)
  // A draft can get keys without a save.
  const removed = { variant_id: id, value: 'A', state: 'removed', removed_at: '2029-12-31T00:00:00.000Z', removed_by: 'admin' } as const
  const key = await app.deps.db
    .insertInto('license_key')
    .values({ ...removed, created_at: removed.removed_at, order_item_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.call('POST', `/admin/variants/${id}/removed-keys/restore`, { ids: [key.id] })
  expect((await readProduct(app, product.id)).variants[1]).toMatchObject({ stock: 1, is_draft: true })
  expect(await listLogs(app)).toEqual([])
  await saveVariant(app, id, { name: 'Month' })
  expect(await listLogs(app)).toMatchObject([{ type: 'restock' }])
})
