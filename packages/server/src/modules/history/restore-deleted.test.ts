import type { Announcement, Coupon, MediaItem } from '@keydesk/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf, expectStockToAddUp, listProducts, makeProduct, readProduct, readVariant, valuesOf } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { entryOf, readHistory, restore } from '../../testing/shop/history.ts'
import { connectToPostgres, postgresUrlOf } from '../../testing/databases/fresh-database.ts'
import { addMember } from '../../testing/shop/members.ts'
import { makeImage, upload } from '../../testing/images.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { purgeCoupons } from '../coupons/deleted-coupons.service.ts'
import { examine } from '../doctor/doctor.service.ts'
import { takeCoupon } from '../orders/orders.service.ts'
import { purgeDeleted } from './purge.service.ts'

const dayMs = 86_400_000
/** Moves the clock to a time before `testNow`. Sessions last only hours, so do what happened long ago first. */
const goTo = (app: TestApp, msAgo: number) => void (app.clock.at = new Date(testNow.getTime() - msAgo))
const remove = async (app: TestApp, path: string) => void dataOf(await app.call('DELETE', path))
const refusal = (message: string) => ({ status: 409, body: { code: 'cannot_restore', message } })

const makeFullProduct = (app: TestApp) =>
  makeProduct(app, {
    variants: [
      { name: 'Day', price: 1, keys: ['D-1', 'D-2', 'D-3'] },
      { name: 'Month', price: 9, keys: ['M-1', 'M-2', 'M-3', 'M-4'] },
      { name: 'Gone', price: 5, keys: ['G-1'] },
    ],
  })

test('a deleted product comes back as it was, with media, variants and keys, and pending orders end right', async () => {
  const app = await createTestApp()
  goTo(app, 29 * dayMs)
  const shop = await openShop(app)
  const { id, variants } = await makeFullProduct(app)
  const [day, month, gone] = variants.map((variant) => variant.id) as [number, number, number]
  const image = dataOf(await upload(app, id, await makeImage('png'))) as MediaItem
  dataOf(await app.call('PUT', `/admin/products/${id}/thumbnail`, { media_item_id: image.id }))
  const { id: couponId } = await makeCoupon(app, { code: 'AIM', applicable_to_all: false, applicable_products: [id] })
  await remove(app, `/admin/variants/${gone}`)
  // A key removed from the list before the deletion stays removed.
  dataOf(await app.call('PUT', `/admin/variants/${month}`, { keys: ['M-1', 'M-2', 'M-3'] }))
  const [paidLater, cancelled] = [await shop.buy({ [day]: 1 }), await shop.buy({ [month]: 1 })]
  const { version, ...before } = await readProduct(app, id)
  await remove(app, `/admin/products/${id}`)
  await shop.complete(paidLater.id)
  await shop.cancel(cancelled.id)
  expect(await listProducts(app)).toEqual([])
  goTo(app, 0)
  await purgeDeleted(app.deps)

  const entry = await entryOf(app, 'product.deleted')
  expect(entry).toMatchObject({ can_restore: true, restorable: [], subject: { kind: 'product', id, name: 'Aim', is_deleted: true } })
  const answer = await restore(app, entry)
  expect(answer).toMatchObject({ status: 200, body: { data: { id, name: 'Aim' }, meta: { keys_restored: 5 } } })
  expect((await entryOf(app, 'product.deleted')).subject).toEqual({ kind: 'product', id, name: 'Aim' })

  const after = await readProduct(app, id)
  const counted = (product: typeof before) => product.variants.map(({ version: _, days_left: __, is_low: ___, ...rest }) => rest)
  // The key of the cancelled order is for sale again.
  expect(counted(after)).toEqual(counted(before).map((variant) => (variant.id === month ? { ...variant, stock: 3 } : variant)))
  expect(after).toMatchObject({ version: (version ?? 0) + 1, media_items: before.media_items, thumbnail: before.thumbnail })
  expect((await app.app.inject(new URL(image.url).pathname)).statusCode).toBe(200)
  expect(valuesOf(await readVariant(app, day))).toEqual(['D-2', 'D-3'])
  expect(valuesOf(await readVariant(app, month)).toSorted()).toEqual(['M-1', 'M-2', 'M-3'])
  const [coupon] = dataOf(await app.call('GET', '/admin/coupons')) as Coupon[]
  expect(coupon).toMatchObject({ id: couponId, applicable_products: [id] })
  expect((await shop.find(paidLater.id)).items[0]?.keys).toEqual(['D-1'])
  expect((await shop.sell({ [month]: 3 })).status).toBe('completed')
  await expectStockToAddUp(app)
  expect(await examine(app.deps)).toEqual([])

  expect(await restore(app, entry)).toMatchObject(refusal('It is not deleted any more'))
  expect((await entryOf(app, 'product.deleted')).can_restore).toBe(false)
  expect(await entryOf(app, 'product.restored')).toMatchObject({ kind: 'restore', actor: { name: 'admin' } })
})

test('a deleted variant comes back with its keys, but not before its product', async () => {
  const app = await createTestApp()
  const { id, variants } = await makeFullProduct(app)
  const day = variants[0]!.id
  await remove(app, `/admin/variants/${day}?permanent=true`)
  const entry = await entryOf(app, 'variant.deleted')
  goTo(app, -1_000)
  await remove(app, `/admin/products/${id}`)
  expect(await restore(app, entry)).toMatchObject(refusal('The product of this variant is deleted: restore the product'))
  dataOf(await restore(app, await entryOf(app, 'product.deleted')))
  expect((await readProduct(app, id)).variants.map((variant) => variant.name)).toEqual(['Month', 'Gone'])

  expect(await restore(app, entry)).toMatchObject({ status: 200, body: { meta: { keys_restored: 3 } } })
  expect(valuesOf(await readVariant(app, day))).toEqual(['D-1', 'D-2', 'D-3'])
  expect(JSON.stringify((await restore(app, entry)).body)).not.toContain('D-1')
  await expectStockToAddUp(app)
  expect(await examine(app.deps)).toEqual([])
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'a variant whose product is locked for a while comes back all the same',
  async () => {
    const app = await createTestApp()
    const { id, variants } = await makeFullProduct(app)
    await remove(app, `/admin/variants/${variants[0]!.id}?permanent=true`)
    const entry = await entryOf(app, 'variant.deleted')
    const other = await connectToPostgres(await postgresUrlOf(app.deps.db))
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query('select id from product where id = $1 for update', [id])
    const countWaiting = async () =>
      (await other.query('select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))')).rowCount
    const restoring = restore(app, entry)
    await expect.poll(countWaiting).toBe(1)
    // The first attempt has given up its wait.
    await expect.poll(countWaiting, { timeout: 5_000 }).toBe(0)
    await other.query('commit')
    expect(await restoring).toMatchObject({ status: 200, body: { meta: { keys_restored: 3 } } })
  },
)

test('a deleted coupon comes back with its uses, unless somebody has its code', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { variants } = await makeFullProduct(app)
  const { id } = await makeCoupon(app, { code: 'Ten' })
  const { id: orderId } = await shop.buy({ [variants[1]!.id]: 2 }, { coupon_code: 'ten' })
  await remove(app, `/admin/coupons/${id}`)
  const entry = await entryOf(app, 'coupon.deleted')
  const other = await makeCoupon(app, { code: 'TEN' })
  expect(await restore(app, entry)).toMatchObject(refusal('Another coupon has the code Ten now'))
  await remove(app, `/admin/coupons/${other.id}`)
  expect(await restore(app, entry)).toMatchObject({ status: 200, body: { data: { id, code: 'Ten', current_usage: 1, version: 2 } } })
  await shop.cancel(orderId)
  expect(dataOf(await app.call('GET', '/admin/coupons'))).toMatchObject([{ id, code: 'Ten', current_usage: 0, is_active: true }])
  expect(await examine(app.deps)).toEqual([])
})

test('a deleted announcement comes back; after 30 days everything is gone for good, and said to be', async () => {
  const app = await createTestApp()
  const make = async (title: string) => dataOf(await app.call('POST', '/admin/announcements', { title, content: 'Text' })) as Announcement
  const list = () => app.call('GET', '/admin/announcements').then(dataOf)
  goTo(app, 31 * dayMs)
  const kept = await make('Kept')
  await remove(app, `/admin/announcements/${kept.id}`)
  expect(await list()).toEqual([])
  expect(await app.call('GET', `/admin/announcements/${kept.id}`)).toMatchObject({ status: 404 })
  expect(await restore(app, await entryOf(app, 'announcement.deleted'))).toMatchObject({ status: 200, body: { data: { title: 'Kept' } } })
  expect(await list()).toMatchObject([{ id: kept.id, title: 'Kept', content: 'Text', version: 2 }])

  goTo(app, 30 * dayMs + 1)
  const [lost, coupon, product] = [await make('Lost'), await makeCoupon(app, { code: 'LOST' }), await makeProduct(app)]
  for (const path of [`announcements/${lost.id}`, `coupons/${coupon.id}`, `products/${product.id}`]) await remove(app, `/admin/${path}`)
  goTo(app, 0)
  await purgeDeleted(app.deps)
  for (const noun of ['announcement', 'coupon', 'product']) {
    const entry = await entryOf(app, `${noun}.deleted`)
    expect(entry.can_restore).toBe(false)
    expect(await restore(app, entry)).toMatchObject(refusal('It was deleted more than 30 days ago'))
  }
  expect(await app.deps.db.selectFrom('coupon').select('id').execute()).toEqual([])
  expect(await app.deps.db.selectFrom('announcement').select('id').execute()).toEqual([{ id: kept.id }])
  const purged = (await readHistory(app, 'limit=500')).filter((row) => row.action.endsWith('.purged'))
  expect(purged.map((row) => row.subject.name).toSorted()).toEqual(['LOST', 'Lost'])
})

test('a coupon whose purge has begun is not restored, and the purge goes on', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app, { code: 'LOST' })
  await remove(app, `/admin/coupons/${id}`)
  const later = new Date(app.clock.at.getTime() + 1).toISOString()
  const stopped = purgeCoupons(app.deps, later, () => Promise.reject(new Error('The process ends')))
  await expect(stopped).rejects.toThrow('The process ends')
  const entry = await entryOf(app, 'coupon.deleted')
  expect(await restore(app, entry)).toMatchObject(refusal('This coupon is restored already, or deleted for good'))
  await purgeCoupons(app.deps, later, takeCoupon)
  expect(await app.deps.db.selectFrom('coupon').select('id').execute()).toEqual([])
})

test('only owners and managers restore deleted things', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await remove(app, `/admin/products/${id}`)
  const entry = await entryOf(app, 'product.deleted')
  const [stock, manager] = [await addMember(app, 'stock'), await addMember(app, 'manager')]
  const [seen] = await readHistory(app, `subject_kind=product&subject_id=${id}`, stock.token)
  expect(seen).toMatchObject({ action: 'product.deleted', can_restore: false })
  expect(await restore(app, entry, undefined, stock.token)).toMatchObject({ status: 403 })
  expect(await restore(app, entry, undefined, manager.token)).toMatchObject({ status: 200 })
})

test('one of several restores at the same moment succeeds, and a code has one holder', async () => {
  const app = await createTestApp()
  const { id } = await makeFullProduct(app)
  const coupon = await makeCoupon(app, { code: 'RACE' })
  await remove(app, `/admin/products/${id}`)
  await remove(app, `/admin/coupons/${coupon.id}`)
  const [product, code] = [await entryOf(app, 'product.deleted'), await entryOf(app, 'coupon.deleted')]
  const restored = await Promise.all([1, 2, 3, 4].map(() => restore(app, product)))
  expect(restored.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  expect((await readProduct(app, id)).variants.map((variant) => variant.stock)).toEqual([3, 4, 1])

  const { id: _, current_usage: __, created_at: ___, ...input } = coupon
  const taken = app.call('POST', '/admin/coupons', { ...input, code: 'race' })
  const answers = await Promise.all([taken, restore(app, code), restore(app, code)])
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(dataOf(await app.call('GET', '/admin/coupons'))).toHaveLength(1)
  expect(await examine(app.deps)).toEqual([])
})

test('purchases while a product is deleted and restored leave the books right', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const keys = Array.from({ length: 40 }, (_, index) => `K-${index}`)
  const { id, variants } = await makeProduct(app, { variants: [{ name: 'Day', price: 1, keys }] })
  const [variant = 0] = variants.map((each) => each.id)
  let bought = 0
  const buy = async (buyer: string) => {
    const cart = { customer_email: `${buyer}@example.com`, items: [{ variant_id: variant, quantity: 1 }] }
    const { status } = await shop.call('POST', '/purchases', cart)
    expect([201, 404]).toContain(status)
    bought += Number(status === 201)
  }
  for (let round = 0; round < 3; round += 1) {
    const deletion = app.call('DELETE', `/admin/products/${id}`)
    await Promise.all([deletion, ...[1, 2, 3].map((nth) => buy(`a${round}-${nth}`))])
    const comeback = restore(app, await entryOf(app, 'product.deleted'))
    await Promise.all([comeback, ...[1, 2, 3].map((nth) => buy(`b${round}-${nth}`))])
    expect((await comeback).status).toBe(200)
    goTo(app, -1_000 * (round + 1))
  }
  expect((await readVariant(app, variant)).keys).toHaveLength(40 - bought)
  expect(await examine(app.deps)).toEqual([])
})
