import type { Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { plansOf, sorted } from '../../testing/databases/plans.ts'
import { purgeDeleted, restorableSince } from '../history/purge.service.ts'
import { listDeletedWithMedia } from '../media/media.service.ts'
import { deleteAllUnused } from '../media/unused-files.service.ts'
import {
  activityOf,
  dataOf,
  expectRefusals,
  expectStockToAddUp,
  listProducts,
  makeProduct,
  moveKeys,
} from '../../testing/shop/catalogue.ts'
import { purgeProducts } from './deleted-products.service.ts'

const variants = [
  { name: 'Day', price: 1, keys: ['D-1', 'D-2'] },
  { name: 'Month', price: 9, keys: ['M-1', 'M-2', 'M-3'] },
]

async function expectGone(app: TestApp, { id, variants: [first] }: Product): Promise<void> {
  const put = { name: 'Back' }
  await expectRefusals(app, [
    { call: ['GET', `/products/id/${id}`], status: 404, says: { message: 'Product not found' } },
    { call: ['PUT', `/admin/products/${id}`, put], status: 404 },
    { call: ['DELETE', `/admin/products/${id}`], status: 404 },
    { call: ['POST', '/admin/variants/', { product_id: id, name: 'Day', price: 1, keys: ['X'] }], status: 404 },
    { call: ['GET', `/admin/variants/${first?.id}`], status: 404 },
    { call: ['PUT', `/admin/variants/${first?.id}`, put], status: 404 },
  ])
  expect(await app.call('GET', `/products/id/${id}`, undefined, { token: null })).toMatchObject({ status: 404 })
  expect(await listProducts(app)).toEqual([])
}

const storedIn = async ({ deps }: TestApp) => ({
  products: await deps.db.selectFrom('product').select(['id', 'deleted_at']).execute(),
  variants: await deps.db.selectFrom('variant').select(['name', 'stock', 'deleted_at']).orderBy('id').execute(),
  keys: await deps.db.selectFrom('license_key').select(['value', 'state']).orderBy('id').execute(),
  media: await deps.db.selectFrom('media_item').select('id').execute(),
})

async function addImage({ deps }: TestApp, productId: number): Promise<void> {
  const [view_file, card_file] = ['0'.repeat(32) + '-view.webp', '0'.repeat(32) + '-card.webp']
  await deps.files.put(view_file, new Uint8Array([1]), 'image/webp')
  await deps.files.put(card_file, new Uint8Array([1]), 'image/webp')
  const row = {
    product_id: productId,
    type: 'image' as const,
    video: '',
    view_file,
    card_file,
    is_thumbnail: 1,
    display_order: 1,
    created_at: '',
  }
  await deps.db.insertInto('media_item').values(row).execute()
}

test('a deleted product is hidden with its variants and removed keys, and its files are gone after 30 days', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app, { variants })
  await addImage(app, product.id)
  expect(await app.call('DELETE', `/admin/products/${product.id}`)).toMatchObject({ status: 200, body: { data: null } })
  await expectGone(app, product)
  const deleted_at = '2030-01-01T00:00:00.000Z'
  expect(await storedIn(app)).toEqual({
    products: [{ id: product.id, deleted_at }],
    variants: ['Day', 'Month'].map((name) => ({ name, stock: 0, deleted_at })),
    keys: ['D-1', 'D-2', 'M-1', 'M-2', 'M-3'].map((value) => ({ value, state: 'removed' })),
    media: [{ id: 1 }],
  })
  app.clock.at = new Date('2030-01-31T00:00:00.001Z')
  await purgeDeleted(app.deps)
  expect((await storedIn(app)).media).toEqual([])
  // The housekeeping leaves new entries alone for an hour.
  app.clock.at = new Date('2030-01-31T01:00:00.002Z')
  await deleteAllUnused(app.deps)
  expect(await app.deps.files.read('0'.repeat(32) + '-view.webp')).toBeUndefined()
  expect(await app.deps.files.read('0'.repeat(32) + '-card.webp')).toBeUndefined()
})

test('a purge finds deleted products that have media by one query, and reads no others', async () => {
  const app = await createTestApp()
  const [bare, shown] = [await makeProduct(app, { name: 'Bare' }), await makeProduct(app, { name: 'Shown' })]
  await addImage(app, shown.id)
  for (const { id } of [bare, shown]) dataOf(await app.call('DELETE', `/admin/products/${id}`))
  app.clock.at = new Date('2030-01-31T00:00:00.001Z')
  const before = restorableSince(app.deps)
  expect(await listDeletedWithMedia(app.deps.db, before, 2)).toEqual([{ id: shown.id, name: 'Shown' }])
  await purgeProducts(app.deps, before)
  const plans = await plansOf(app.deps.db, () => purgeProducts(app.deps, before))
  expect(plans).toEqual([expect.stringMatching('product_deleted')])
  expect(plans[0]).not.toMatch(sorted)
})

test('reserved, sold and revoked keys of a deleted product stay as they are', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app, { variants })
  await addImage(app, product.id)
  const kept = [
    { value: 'M-1', state: 'reserved' },
    { value: 'M-2', state: 'sold' },
    { value: 'M-3', state: 'revoked' },
  ] as const
  for (const { value, state } of kept) await moveKeys(app, product.variants[1]?.id ?? 0, [value], state)
  dataOf(await app.call('DELETE', `/admin/products/${product.id}`))
  await expectGone(app, product)
  const { keys } = await storedIn(app)
  expect(keys.filter((key) => key.state !== 'removed')).toEqual(kept)
  await expectStockToAddUp(app)
})

test('variants that were deleted before their product keep the moment of that', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app, { variants })
  const [day, month] = product.variants
  await moveKeys(app, month?.id ?? 0, ['M-1'], 'sold')
  for (const variant of [day, month]) dataOf(await app.call('DELETE', `/admin/variants/${variant?.id}`))
  app.clock.at = new Date('2030-01-01T06:00:00.000Z')
  dataOf(await app.call('DELETE', `/admin/products/${product.id}`))
  expect(await storedIn(app)).toMatchObject({
    products: [{ id: product.id, deleted_at: '2030-01-01T06:00:00.000Z' }],
    variants: ['Day', 'Month'].map((name) => ({ name, stock: 0, deleted_at: '2030-01-01T00:00:00.000Z' })),
  })
  expect((await activityOf(app, 'variant')).filter((row) => row.action === 'variant.deleted')).toHaveLength(2)
})

test('a deletion is recorded for the product and for each of its variants', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app, { variants })
  dataOf(await app.call('DELETE', `/admin/products/${product.id}`))
  expect((await activityOf(app, 'product')).at(-1)).toEqual({
    action: 'product.deleted',
    subject_id: product.id,
    changes: { name: { before: 'Aim', after: null } },
  })
  const removed = (await activityOf(app, 'variant')).filter((row) => row.action === 'variant.deleted')
  expect(removed.map((row) => row.changes)).toMatchObject([
    { name: { before: 'Day', after: null }, keys_removed: { before: null, after: 2 } },
    { name: { before: 'Month', after: null }, keys_removed: { before: null, after: 3 } },
  ])
})

test('whatever happens at the same time as a deletion, nothing of the product stays for sale', async () => {
  const app = await createTestApp()
  for (let round = 0; round < 5; round += 1) {
    const keysOf = (name: string, count: number) => Array.from({ length: count }, (_, key) => `${name}-${round}-${key}`)
    const { id, variants: made } = await makeProduct(app, {
      variants: ['Day', 'Month'].map((name) => ({ name, price: 1, keys: keysOf(name, 3) })),
    })
    const [day = 0, month = 0] = made.map((variant) => variant.id)
    await moveKeys(app, month, keysOf('Month', 1), 'sold')
    const add = () => app.call('POST', '/admin/variants/', { product_id: id, name: 'Late', price: 1, keys: keysOf('Late', 2) })
    const save = (variantId: number) => app.call('PUT', `/admin/variants/${variantId}`, { keys: keysOf(`Saved-${variantId}`, 50) })
    const others = [add(), save(day), save(month)]
    const deletion = app.call('DELETE', `/admin/products/${id}`)
    const answers = await Promise.all([...others, add(), save(day), save(month), add()])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect((await deletion).status).toBe(200)
  }
  const { products, variants: left, keys } = await storedIn(app)
  expect(products.map((product) => product.deleted_at)).not.toContain(null)
  expect(left.filter(({ stock, deleted_at }) => stock !== 0 || deleted_at === null)).toEqual([])
  expect(keys.filter((key) => key.state !== 'removed')).toEqual(
    Array.from({ length: 5 }, (_, round) => ({ value: `Month-${round}-0`, state: 'sold' })),
  )
})
