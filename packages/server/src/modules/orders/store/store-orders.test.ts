import type { StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing.ts'
import { books } from '../../../testing/shop/books.ts'
import { readVariant, saveProduct, saveVariant, valuesOf } from '../../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../../testing/shop/shop.ts'
import { expireDue } from '../order-steps.service.ts'

const keyStates = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('license_key').select(['value', 'state']).orderBy('id').execute()).map(
    ({ value, state }) => `${value} ${state}`,
  )

test('a purchase reserves the oldest keys, and completing it hands them out', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3, { price: 19.99 })
  const answer = await shop.call('POST', '/purchases', cartOf({ [variant.id]: 2 }, { customer_email: 'Ann@Example.com' }))
  expect(answer.status).toBe(201)
  const { data }: { data: StoreOrder } = answer.body
  expect(data).toEqual({
    id: 1,
    customer_email: 'Ann@Example.com',
    status: 'pending',
    items: [
      {
        id: 1,
        variant_id: variant.id,
        product_id: variant.product_id,
        product_name: 'Aim',
        variant_name: 'Month',
        unit_price: 19.99,
        quantity: 2,
        total: 39.98,
        refunded_quantity: 0,
      },
    ],
    subtotal: 39.98,
    discount: 0,
    total: 39.98,
    coupon_code: null,
    referral_code: null,
    payment_reference: null,
    created_at: '2030-01-01T00:00:00.000Z',
    reserved_until: '2030-01-01T00:30:00.000Z',
    completed_at: null,
    refunded_total: 0,
    refunds: [],
    page_url: null,
  })
  expect(await keyStates(app)).toEqual(['KEY-1 reserved', 'KEY-2 reserved', 'KEY-3 available'])
  expect(valuesOf(await readVariant(app, variant.id))).toEqual(['KEY-3'])

  const completed = await shop.complete(data.id, 'pay-1')
  expect(completed).toMatchObject({
    status: 'completed',
    payment_reference: 'pay-1',
    completed_at: '2030-01-01T00:00:00.000Z',
    reserved_until: null,
  })
  expect(completed.items[0]?.keys).toEqual(['KEY-1', 'KEY-2'])
  expect(await keyStates(app)).toEqual(['KEY-1 sold', 'KEY-2 sold', 'KEY-3 available'])
  expect(await shop.complete(data.id, 'pay-1')).toEqual(completed)
  expect(await shop.find(data.id)).toEqual(completed)
})

test('cancelling and the passing of the reservation release everything', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  await makeCoupon(app, { code: 'ONCE', max_usage: 1 })
  const user = await shop.addUser('ada')
  const before = await books(app)
  const terms = { coupon_code: 'once', referral_code: user.referral_code.toLowerCase() }

  const first = await shop.buy({ [variant.id]: 2 }, terms)
  expect(first).toMatchObject({ coupon_code: 'ONCE', referral_code: user.referral_code })
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }))).toMatchObject({ status: 409, body: { code: 'out_of_stock' } })
  expect(await shop.cancel(first.id)).toMatchObject({ status: 'cancelled', reserved_until: null })
  const { rows, ...counts } = await books(app)
  expect(counts).toEqual({ coupons: before.coupons, stock: before.stock })
  expect(rows[2]).toEqual(before.rows[2])
  expect(rows[3]).toMatchObject([{ status: 'rejected' }])

  const second = await shop.buy({ [variant.id]: 2 }, terms)
  app.clock.at = new Date(app.clock.at.getTime() + 30 * 60_000 - 1)
  expect(await expireDue(app.deps)).toBe(0)
  app.clock.at = new Date(app.clock.at.getTime() + 1)
  expect(await expireDue(app.deps)).toBe(1)
  expect(await shop.find(second.id)).toMatchObject({ status: 'expired' })
  expect((await books(app)).stock).toEqual(before.stock)
  expect(await shop.call('POST', `/purchases/${second.id}/complete`)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
})

test('a payment that arrives late still gets its keys as long as they are reserved', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.buy({ [variant.id]: 1 })
  app.clock.at = new Date(app.clock.at.getTime() + 31 * 60_000)
  expect((await shop.complete(id)).items[0]?.keys).toEqual(['KEY-1'])
  expect(await expireDue(app.deps)).toBe(0)
})

test('a refund revokes the keys, which never return to stock', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const refunded = await shop.refund(id)
  expect(refunded).toMatchObject({ status: 'refunded' })
  expect(refunded.items[0]?.keys).toBeUndefined()
  expect(await keyStates(app)).toEqual(['KEY-1 revoked', 'KEY-2 available'])
  const answer = await app.call('PUT', `/admin/variants/${variant.id}`, { keys: ['KEY-1', 'KEY-2'] })
  expect(answer).toMatchObject({ status: 200, body: { meta: { added: 0, removed: 0, already_sold: 1 } } })
})

test('every step that an order cannot take is 409, and changes nothing', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const pending = await shop.buy({ [variant.id]: 1 })
  const completed = await shop.sell({ [variant.id]: 1 })
  const cancelled = await shop.cancel((await shop.buy({ [variant.id]: 1 })).id)
  const refunded = await shop.refund((await shop.sell({ [variant.id]: 1 })).id)
  const before = await books(app)
  for (const [id, step] of [
    [pending.id, 'refund'],
    [completed.id, 'cancel'],
    [cancelled.id, 'complete'],
    [cancelled.id, 'cancel'],
    [cancelled.id, 'refund'],
    [refunded.id, 'complete'],
    [refunded.id, 'cancel'],
    [refunded.id, 'refund'],
  ] as const) {
    expect(await shop.call('POST', `/purchases/${id}/${step}`), step).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
  }
  expect(await books(app)).toEqual(before)
})

test('a total of 0 completes at once', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  await makeCoupon(app, { code: 'GIFT', discount_type: 'free_license' })
  const order = await shop.buy({ [variant.id]: 1 }, { coupon_code: 'GIFT' })
  expect(order).toMatchObject({ status: 'completed', total: 0, discount: 10, items: [{ total: 0, keys: ['KEY-1'] }] })
})

test('an order keeps the names and prices of its lines as they were', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const order = await shop.sell({ [variant.id]: 1 })
  await saveVariant(app, variant.id, { name: 'Renamed', price: 99 })
  await saveProduct(app, variant.product_id, { name: 'Other' })
  expect(await shop.find(order.id)).toEqual(order)
  await app.call('DELETE', `/admin/products/${variant.product_id}`)
  expect(await shop.find(order.id)).toEqual(order)
})

test('only a storefront with a live API key may call', async () => {
  const app = await createTestApp()
  const { key } = await openShop(app)
  const list = (authorization?: string) =>
    app.app.inject({ url: '/store/products', headers: authorization === undefined ? {} : { authorization } })
  expect((await list(`Bearer ${key}`)).statusCode).toBe(200)
  for (const presented of [undefined, 'Bearer kd_wrong', app.token, `Bearer ${key}x`]) expect((await list(presented)).statusCode).toBe(401)
  expect((await app.app.inject({ url: '/admin/products', headers: { authorization: `Bearer ${key}` } })).statusCode).toBe(401)
  await app.deps.db.updateTable('api_key').set({ revoked_at: app.clock.at.toISOString() }).execute()
  expect((await list(`Bearer ${key}`)).statusCode).toBe(401)
})

test('the storefront sees listed products with prices and stock, and never a key', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const hidden = await makeStock(app, 1)
  await saveProduct(app, hidden.product_id, { unlisted: true })
  const products = await shop.succeed<unknown[]>('GET', '/products')
  expect(products).toEqual([
    expect.objectContaining({ id: variant.product_id, name: 'Aim', variants: [{ id: variant.id, name: 'Month', price: 10, stock: 2 }] }),
  ])
  expect(JSON.stringify(products)).not.toContain('KEY-')
})

test('no key value is ever in the log or in an activity row', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  await shop.refund((await shop.sell({ [variant.id]: 1 })).id)
  const activity = await app.deps.db.selectFrom('activity').selectAll().execute()
  expect(activity.filter((row) => row.subject_kind === 'order').map((row) => row.action)).toEqual([
    'order.created',
    'order.completed',
    'order.refunded',
  ])
  expect(JSON.stringify(activity) + app.logged.join('')).not.toContain('KEY-')
})
