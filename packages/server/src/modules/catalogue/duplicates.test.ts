import type { MediaItem, Product } from '@keydesk/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import type { Files } from '../../files/files.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import {
  activityOf,
  dataOf,
  expectRefusals,
  makeProduct,
  readProduct,
  readVariant,
  saveProduct,
  wholeProduct,
} from '../../testing/shop/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'
import { openShop } from '../../testing/shop/shop.ts'

async function duplicate(app: TestApp, id: number, name = 'Aim Copy'): Promise<Product> {
  const { status, body } = await app.call('POST', `/admin/products/${id}/duplicate`, { name })
  expect({ status, body }).toMatchObject({ status: 201 })
  return (body as { data: Product }).data
}

const addVariant = async (app: TestApp, product_id: number, more: object = {}) =>
  dataOf(await app.call('POST', '/admin/variants/', { product_id, name: 'Month', price: 9.99, ...more })) as { id: number }

/** What the copy must have in common with the original. */
const fieldsOf = ({
  id: _,
  name: _name,
  version: _version,
  unlisted: _unlisted,
  created_at: _at,
  updated_at: _updated,
  thumbnail: _thumbnail,
  thumbnail_card: _card,
  media_items: _items,
  variants: _variants,
  ...fields
}: Product) => fields

test('a duplicate has the texts, settings and variants of the product, is unlisted, and has no keys and no history', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { ...wholeProduct, unlisted: false, sales_paused: true })
  const month = await addVariant(app, id, { keys: ['K-1', 'K-2'], max_per_order: 3 })
  await app.call('PUT', `/admin/variants/${month.id}`, { low_stock_threshold: 5 })
  await addVariant(app, id, { name: 'New Variant', price: 1.99 })
  const gone = await addVariant(app, id, { keys: ['K-3'], name: 'Gone' })
  await app.call('DELETE', `/admin/variants/${gone.id}`)
  const original = await readProduct(app, id)

  const copy = await duplicate(app, id)
  expect(copy).toMatchObject({ name: 'Aim Copy', unlisted: true, version: 1 })
  expect(fieldsOf(copy)).toEqual(fieldsOf(original))
  expect(await readProduct(app, copy.id)).toEqual(copy)
  expect(copy.variants).toMatchObject([
    { name: 'Month', price: 9.99, stock: 0 },
    { name: 'New Variant', price: 1.99, stock: 0, is_draft: true },
  ])
  expect(copy.variants[0]).not.toHaveProperty('is_draft')
  expect(await readVariant(app, copy.variants[0]!.id)).toMatchObject({ max_per_order: 3, low_stock_threshold: 5, keys: [] })
  // The original keeps its keys.
  expect(await readProduct(app, id)).toEqual(original)
  const created = (await activityOf(app, 'product')).filter(({ subject_id }) => subject_id === copy.id)
  expect(created).toEqual([
    {
      action: 'product.created',
      subject_id: copy.id,
      changes: {
        name: { before: null, after: 'Aim Copy' },
        description: { before: null, after: 'Short' },
        duplicate_of: { before: null, after: 'Aim Pro' },
      },
    },
  ])
})

test('the store offers a duplicate once it is listed', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeProduct(app, { variants: [{ name: 'Month', price: 9.99, keys: ['K-1'] }] })
  const copy = await duplicate(app, id)
  const offered = async () => (await shop.succeed<Product[]>('GET', '/products')).map(({ name }) => name)
  expect(await offered()).toEqual(['Aim'])
  await saveProduct(app, copy.id, { unlisted: false })
  expect(await offered()).toEqual(['Aim Copy', 'Aim'])
})

test('its images are files of its own, in the same order and with the same thumbnail', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const add = async (format: 'png' | 'jpeg') => dataOf(await upload(app, id, await makeImage(format))) as MediaItem
  const [first, second] = [await add('png'), await add('jpeg')]
  await app.call('POST', `/admin/products/${id}/videos`, { url: 'vimeo.com/5/abcdef0123' })
  await app.call('PUT', `/admin/products/${id}/thumbnail`, { media_item_id: second.id })

  const copy = await duplicate(app, id)
  const items = copy.media_items
  expect(items.map(({ type, display_order }) => [type, display_order])).toEqual([
    ['image', 1],
    ['image', 2],
    ['video', 3],
  ])
  expect(items[2]!.url).toBe('5/abcdef0123')
  expect(copy.thumbnail).toBe(items[1]!.url)
  expect(new Set([first.url, second.url, items[0]!.url, items[1]!.url]).size).toBe(4)
  expect(await storedFiles(app)).toHaveLength(8)
  const bytesOf = async ({ url }: MediaItem) => (await app.app.inject(new URL(url).pathname)).rawPayload
  expect(await bytesOf(items[0]!)).toEqual(await bytesOf(first))
  expect(await app.deps.db.selectFrom('unused_file').selectAll().execute()).toEqual([])

  // Deleting one of them leaves the other.
  await app.call('DELETE', `/admin/products/${id}/images/${first.id}`)
  expect(await storedFiles(app)).toHaveLength(6)
  expect((await app.app.inject(new URL(items[0]!.url).pathname)).statusCode).toBe(200)
})

test('an image whose file is missing is left out', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const image = dataOf(await upload(app, id, await makeImage('png'))) as MediaItem
  await app.deps.files.remove(new URL(image.card_url).pathname.slice('/media/'.length))
  expect(await duplicate(app, id)).toMatchObject({ media_items: [], thumbnail: '' })
})

test('a product is duplicated though its images take longer than a usual call', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  for (const format of ['png', 'jpeg'] as const) await upload(app, id, await makeImage(format))
  // The limit of a call is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { files } = app.deps
  /** A bucket that answers after five seconds. */
  const slow: Files = { ...files, read: (name) => (vi.advanceTimersByTime(5_000), files.read(name)) }
  const other = await createApp({ ...app.deps, files: slow }, { web: null, corsOrigins: [], trustedProxies: [] })
  app.onClose(() => other.close())
  const headers = { authorization: app.token }
  const answer = await other.inject({ method: 'POST', url: `/admin/products/${id}/duplicate`, headers, payload: { name: 'Copy' } })
  expect({ status: answer.statusCode, body: answer.json<never>() }).toMatchObject({ status: 201, body: { data: { name: 'Copy' } } })
  expect(await storedFiles(app)).toHaveLength(8)
})

test('what cannot be duplicated is refused, and leaves no files behind', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await upload(app, id, await makeImage('png'))
  const deleted = await makeProduct(app)
  await app.call('DELETE', `/admin/products/${deleted.id}`)
  const path = (product: number) => `/admin/products/${product}/duplicate`
  await expectRefusals(app, [
    { call: ['POST', path(deleted.id), { name: 'Copy' }], status: 404, says: { message: 'Product not found' } },
    { call: ['POST', path(999), { name: 'Copy' }], status: 404 },
    { call: ['POST', path(id), { name: ' ' }], status: 400, says: { fields: { name: 'Name is required' } } },
    { call: ['POST', path(id), {}], status: 400 },
    { call: ['POST', path(id), { name: 'x'.repeat(201) }], status: 400 },
  ])
  expect(await storedFiles(app)).toHaveLength(2)
})
