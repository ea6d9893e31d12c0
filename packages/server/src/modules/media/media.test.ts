import { limits, videoFailure, type MediaItem } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct, readProduct } from '../../testing/shop/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { purgeDeleted } from '../history/purge.service.ts'
import { deleteAllUnused } from './unused-files.service.ts'

const addVideo = async (app: TestApp, productId: number, url: string) =>
  dataOf(await app.call('POST', `/admin/products/${productId}/videos`, { url })) as { video_id: string; media_item: MediaItem }

const addImage = async (app: TestApp, productId: number): Promise<MediaItem> =>
  dataOf(await upload(app, productId, await makeImage('png'))) as MediaItem

const choose = (app: TestApp, productId: number, media_item_id: unknown) =>
  app.call('PUT', `/admin/products/${productId}/thumbnail`, { media_item_id })

test('images and videos stand in the order in which they were added', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await addImage(app, product.id)
  const { video_id, media_item: video } = await addVideo(app, product.id, 'https://vimeo.com/76979871?h=8272103f6e')
  const second = await addImage(app, product.id)

  expect(video_id).toBe('76979871/8272103f6e')
  expect(image).toEqual({
    id: expect.any(Number),
    type: 'image',
    url: expect.stringMatching(/^http:\/\/keydesk\.test\/media\/[0-9a-f]{32}-view\.webp$/),
    card_url: image.url.replace('-view', '-card'),
    display_order: 1,
  })
  expect(video).toEqual({ id: expect.any(Number), type: 'video', url: '76979871/8272103f6e', card_url: '', display_order: 2 })
  expect((await readProduct(app, product.id)).media_items).toEqual([image, video, { ...second, display_order: 3 }])
})

test('the first image of a product without a thumbnail becomes it, for the store too', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const shop = await openShop(app)
  const expectThumbnail = async ({ url, card_url }: { url: string; card_url: string }) => {
    expect(await readProduct(app, product.id)).toMatchObject({ thumbnail: url, thumbnail_card: card_url })
    expect(await shop.succeed('GET', '/products')).toMatchObject([{ thumbnail: url }])
  }
  await addVideo(app, product.id, 'vimeo.com/1')
  await expectThumbnail({ url: '', card_url: '' })
  const first = await addImage(app, product.id)
  await addImage(app, product.id)
  await expectThumbnail(first)

  // Deleting the thumbnail chooses no other. The next upload becomes the thumbnail.
  await app.call('DELETE', `/admin/products/${product.id}/images/${first.id}`)
  await expectThumbnail({ url: '', card_url: '' })
  await expectThumbnail(await addImage(app, product.id))
})

test('the chosen image is the thumbnail, until another is chosen or it is deleted', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const first = await addImage(app, product.id)
  const second = await addImage(app, product.id)

  for (const { id, url, card_url } of [first, second, second]) {
    expect(dataOf(await choose(app, product.id, id))).toEqual({ thumbnail: url, thumbnail_card: card_url })
    expect(await readProduct(app, product.id)).toMatchObject({ thumbnail: url, thumbnail_card: card_url })
  }
  await app.call('DELETE', `/admin/products/${product.id}/images/${first.id}`)
  expect(await readProduct(app, product.id)).toMatchObject({ thumbnail: second.url })
  await app.call('DELETE', `/admin/products/${product.id}/images/${second.id}`)
  expect(await readProduct(app, product.id)).toMatchObject({ thumbnail: '', thumbnail_card: '', media_items: [] })
})

test('deleting an image deletes its files and leaves those of others', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const kept = await addImage(app, product.id)
  const gone = await addImage(app, product.id)
  expect(await storedFiles(app)).toHaveLength(4)
  expect(await app.call('DELETE', `/admin/products/${product.id}/images/${gone.id}`)).toMatchObject({ status: 200, body: { data: null } })
  expect(await storedFiles(app)).toEqual([kept.card_url, kept.url].map((url) => url.replace('http://keydesk.test/media/', '')))
  expect((await app.app.inject(new URL(gone.url).pathname)).statusCode).toBe(404)
})

test('media of a deleted product are kept for 30 days, then deleted with their files', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  await addImage(app, product.id)
  await addVideo(app, product.id, 'vimeo.com/1')
  dataOf(await app.call('DELETE', `/admin/products/${product.id}`))
  await purgeDeleted(app.deps)
  expect(await storedFiles(app)).toHaveLength(2)
  app.clock.at = new Date(app.clock.at.getTime() + limits.deletedDays * 86_400_000 + 1)
  await purgeDeleted(app.deps)
  expect(await app.deps.db.selectFrom('media_item').selectAll().execute()).toEqual([])
  app.clock.at = new Date(app.clock.at.getTime() + 61 * 60_000)
  await deleteAllUnused(app.deps)
  expect(await storedFiles(app)).toEqual([])
})

test('each change is recorded once, a repeated choice not at all, and the product keeps its version', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const { id: image } = await addImage(app, product.id)
  const { media_item: video } = await addVideo(app, product.id, 'vimeo.com/1/abcdef1234')
  const { id: other } = await addImage(app, product.id)
  await choose(app, product.id, other)
  await choose(app, product.id, other)
  await app.call('DELETE', `/admin/products/${product.id}/images/${other}`)
  const changed = (await activityOf(app, 'product')).filter(({ action }) => action !== 'product.created')
  expect(changed).toEqual([
    {
      action: 'media.image_uploaded',
      subject_id: product.id,
      changes: { media_item_id: { before: null, after: image }, thumbnail: { before: null, after: image } },
    },
    {
      action: 'media.video_added',
      subject_id: product.id,
      changes: { media_item_id: { before: null, after: video.id }, video: { before: null, after: '1/abcdef1234' } },
    },
    { action: 'media.image_uploaded', subject_id: product.id, changes: { media_item_id: { before: null, after: other } } },
    { action: 'product.thumbnail_chosen', subject_id: product.id, changes: { thumbnail: { before: image, after: other } } },
    {
      action: 'media.deleted',
      subject_id: product.id,
      changes: { media_item_id: { before: other, after: null }, thumbnail: { before: other, after: null } },
    },
  ])
  expect((await readProduct(app, product.id)).version).toBe(product.version)
})

test('what cannot be done is refused and changes nothing', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const other = await makeProduct(app)
  const image = await addImage(app, product.id)
  const { media_item: video } = await addVideo(app, product.id, 'https://vimeo.com/76979871')
  const deleted = await makeProduct(app)
  await app.call('DELETE', `/admin/products/${deleted.id}`)
  const files = await storedFiles(app)

  const path = (id: unknown) => `/admin/products/${String(id)}`
  const badVideo = { message: videoFailure, fields: { url: videoFailure } }
  await expectRefusals(app, [
    ...[
      '',
      'nonsense',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://vimeo.com.evil.example/1',
      `https://vimeo.com/1?${'x'.repeat(10_000)}`,
    ].map((url) => ({ call: ['POST', `${path(product.id)}/videos`, { url }] as const, status: 400, says: badVideo })),
    ...[{}, { url: 7 }, { url: null }, [], { url: ['vimeo.com/1'] }].map((body) => ({
      call: ['POST', `${path(product.id)}/videos`, body] as const,
      status: 400,
    })),
    ...[
      ['https://vimeo.com/76979871', ''],
      ['player.vimeo.com/video/76979871?h=abcdef1234', '. To change its privacy hash, delete it first'],
    ].map(([url, advice]) => ({
      call: ['POST', `${path(product.id)}/videos`, { url }] as const,
      status: 409,
      says: { message: `This video was already added${advice}` },
    })),
    ...[999, deleted.id].flatMap((id) => [
      { call: ['POST', `${path(id)}/videos`, { url: 'vimeo.com/1' }] as const, status: 404, says: { message: 'Product not found' } },
      { call: ['PUT', `${path(id)}/thumbnail`, { media_item_id: image.id }] as const, status: 404 },
      { call: ['DELETE', `${path(id)}/images/${image.id}`] as const, status: 404 },
    ]),
    {
      call: ['PUT', `${path(product.id)}/thumbnail`, { media_item_id: video.id }],
      status: 422,
      says: { message: 'Only an image can be the thumbnail' },
    },
    ...[999, Number.MAX_SAFE_INTEGER].map((id) => ({
      call: ['PUT', `${path(product.id)}/thumbnail`, { media_item_id: id }] as const,
      status: 404,
    })),
    { call: ['PUT', `${path(other.id)}/thumbnail`, { media_item_id: image.id }], status: 404, says: { message: 'Media item not found' } },
    ...[0, -1, 1.5, '1', null, undefined].map((id) => ({
      call: ['PUT', `${path(product.id)}/thumbnail`, { media_item_id: id }] as const,
      status: 400,
    })),
    { call: ['DELETE', `${path(other.id)}/images/${image.id}`], status: 404, says: { message: 'Media item not found' } },
    { call: ['DELETE', `${path(product.id)}/images/999`], status: 404 },
    ...['0', '-1', 'abc', '1.5', '99999999999999999999'].flatMap((id) => [
      { call: ['DELETE', `${path(product.id)}/images/${id}`] as const, status: 400 },
      { call: ['POST', `${path(id)}/videos`, { url: 'vimeo.com/1' }] as const, status: 400 },
    ]),
  ])
  expect(await storedFiles(app)).toEqual(files)
})

test('a video of one product can be added to another', async () => {
  const app = await createTestApp()
  for (const { id } of [await makeProduct(app), await makeProduct(app)]) {
    expect(await addVideo(app, id, 'vimeo.com/5')).toMatchObject({ video_id: '5', media_item: { display_order: 1 } })
  }
})

test('a product takes no more media than its limit, however many come at once', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const room = 3
  const rows = Array.from({ length: limits.mediaItems - room }, (_, index) => ({
    ...{ product_id: product.id, type: 'video' as const, video: String(index + 100), view_file: '', card_file: '', is_thumbnail: 0 },
    ...{ display_order: index + 1, created_at: app.deps.now().toISOString() },
  }))
  await app.deps.db.insertInto('media_item').values(rows).execute()

  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((id) => app.call('POST', `/admin/products/${product.id}/videos`, { url: `vimeo.com/${id}` })),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '200', '422', '422', '422'])
  const orders = (await readProduct(app, product.id)).media_items.map((item) => item.display_order)
  expect(orders).toEqual(Array.from({ length: limits.mediaItems }, (_, index) => index + 1))
  expect(await upload(app, product.id, await makeImage('png'))).toMatchObject({
    status: 422,
    body: { message: 'A product can have at most 50 images and videos' },
  })
  expect(await storedFiles(app)).toEqual([])
})

test('the same video sent many times at once is there once', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.call('POST', `/admin/products/${id}/videos`, { url: 'vimeo.com/9' })),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', ...Array.from({ length: 11 }, () => '409')])
  expect((await readProduct(app, id)).media_items).toHaveLength(1)
})

test('a file that cannot be removed is only logged', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await addImage(app, product.id)
  const [name] = await storedFiles(app)
  await app.media.block(name!)
  expect((await app.call('DELETE', `/admin/products/${product.id}/images/${image.id}`)).status).toBe(200)
  expect((await readProduct(app, product.id)).media_items).toEqual([])
  expect(app.logged.filter((line) => line.includes('left behind'))).toHaveLength(1)
})
