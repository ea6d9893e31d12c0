import type { MediaItem, Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct, readProduct } from '../../testing/shop/catalogue.ts'
import { openShop } from '../../testing/shop/shop.ts'

/** Videos, because they need no files. */
async function addItems(app: TestApp, productId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let nth = 1; nth <= count; nth += 1) {
    const answer = await app.call('POST', `/admin/products/${productId}/videos`, { url: `vimeo.com/${productId}${nth}` })
    ids.push((dataOf(answer) as { media_item: MediaItem }).media_item.id)
  }
  return ids
}
const order = (app: TestApp, productId: number, ids: unknown) => app.call('PUT', `/admin/products/${productId}/images/order`, { ids })
const idsOf = (items: readonly MediaItem[]) => items.map(({ id }) => id)

test('images and videos take the given order, which the store shows; those that are left out follow', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeProduct(app)
  const [one, two, three, four] = await addItems(app, id, 4)
  const stored = dataOf(await order(app, id, [three, one])) as MediaItem[]
  expect(idsOf(stored)).toEqual([three, one, two, four])
  expect(stored.map(({ display_order }) => display_order)).toEqual([1, 2, 3, 4])
  expect((await readProduct(app, id)).media_items).toEqual(stored)
  const [offered] = await shop.succeed<Product[]>('GET', '/products')
  expect(idsOf(offered!.media_items)).toEqual([three, one, two, four])
})

test('the order is recorded once, and the thumbnail stays', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const [one, two] = await addItems(app, id, 2)
  await app.deps.db
    .updateTable('media_item')
    .set({ type: 'image', view_file: 'a-view.webp', card_file: 'a-card.webp', is_thumbnail: 1 })
    .where('id', '=', one!)
    .execute()
  const { thumbnail } = await readProduct(app, id)
  await order(app, id, [two, one])
  await order(app, id, [two, one])
  expect(await readProduct(app, id)).toMatchObject({ thumbnail, version: 1 })
  expect((await activityOf(app, 'product')).filter(({ action }) => action === 'media.ordered')).toEqual([
    { action: 'media.ordered', subject_id: id, changes: { ids: { before: [one, two], after: [two, one] } } },
  ])
})

test('an order that names something else is refused', async () => {
  const app = await createTestApp()
  const [product, other] = [await makeProduct(app), await makeProduct(app)]
  const [one, two] = await addItems(app, product.id, 2)
  const [foreign] = await addItems(app, other.id, 1)
  const path = `/admin/products/${product.id}/images/order`
  await expectRefusals(app, [
    { call: ['PUT', path, { ids: [two, foreign] }], status: 404, says: { message: 'Media item not found' } },
    { call: ['PUT', '/admin/products/999/images/order', { ids: [one] }], status: 404, says: { message: 'Product not found' } },
    { call: ['PUT', path, { ids: [one, one] }], status: 400, says: { fields: { ids: 'Each of the ids may be given once' } } },
    { call: ['PUT', path, { ids: ['1'] }], status: 400 },
    { call: ['PUT', path, {}], status: 400 },
  ])
  expect(idsOf((await readProduct(app, product.id)).media_items)).toEqual([one, two])
})
