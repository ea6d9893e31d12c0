import type { OrderDetails } from '@keydesk/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { books } from '../../testing/shop/books.ts'
import { dataOf, expectRefusals, readVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'
import { createSendingApp, listDeliveries, makeWebhook } from '../../testing/shop/webhooks.ts'
import { examine } from '../doctor/doctor.service.ts'
import { expireDue } from './order-steps.service.ts'

const path = '/admin/purchases/orders'
const reason = 'Paid by bank transfer'
const ask = (app: TestApp, id: number, body: object = { reason }) => app.call('POST', `${path}/${id}/complete`, body)
const complete = async (app: TestApp, id: number, body?: object) => dataOf(await ask(app, id, body)) as OrderDetails
const code = ({ status, body }: { status: number; body: unknown }) => `${status} ${(body as { code?: string }).code ?? ''}`.trim()

async function open(keys: number, { price = 10 } = {}) {
  const app = await createSendingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, keys, { price })
  /** Half an hour later, when reservations have expired. */
  const expire = async () => {
    app.clock.at = new Date(app.clock.at.getTime() + 30 * 60_000)
    await expireDue(app.deps)
  }
  const end = { expired: expire, cancelled: () => shop.cancel(1) }
  return { app, shop, variant, end, expire }
}

test('a pending order is completed by hand, with its reason in the drawer, the timeline, the list and the file', async () => {
  const { app, shop, variant } = await open(2)
  const webhook = await makeWebhook(app, 'http://127.0.0.1:9/', { events: ['order.completed', 'variant.stock_changed'] })
  const { id } = await shop.buy({ [variant.id]: 1 })
  // Its storefront can no longer call the API.
  await app.call('DELETE', `/admin/api-keys/${shop.apiKeyId}`)
  expect((await shop.call('POST', `/purchases/${id}/complete`, {})).status).toBe(401)

  const order = await complete(app, id, { reason: `  ${reason} `, payment_reference: ' pay-1 ' })
  const at = app.clock.at.toISOString()
  expect(order).toMatchObject({
    ...{ status: 'completed', completed_at: at, completion_reason: reason, payment_reference: 'pay-1', reserved_until: null },
    keys: [{ state: 'sold' }],
  })
  expect(order.timeline.at(-1)).toMatchObject({
    ...{ actor: 'admin', action: 'order.completed' },
    changes: {
      status: { before: 'pending', after: 'completed' },
      payment_reference: { before: null, after: 'pay-1' },
      completion_reason: { before: null, after: reason },
    },
  })
  expect(dataOf(await app.call('GET', path))).toMatchObject([{ id, status: 'completed', completion_reason: reason }])
  const file = await app.app.inject({ url: `${path}/export.csv`, headers: { authorization: app.token } })
  const [titles = '', line = ''] = file.body.split('\r\n')
  expect(titles.endsWith(',Refund reason,Completed by hand,Imported')).toBe(true)
  expect(line.endsWith(`,${reason},`)).toBe(true)
  expect(dataOf(await app.call('GET', '/admin/purchases/stats'))).toMatchObject([{ total_quantity: 1, total_revenue: 10 }])
  // The stock changed when the order was made.
  const events = (await listDeliveries(app, webhook.id)).map(({ event }) => event)
  expect(events).toEqual(['order.completed', 'variant.stock_changed'])
  expect(await examine(app.deps)).toEqual([])
})

test('a storefront whose late completion was refused repeats it after the completion by hand, and gets the keys', async () => {
  const { app, shop, variant, expire } = await open(1)
  const { id } = await shop.buy({ [variant.id]: 1 })
  await expire()
  const late = () => shop.call('POST', `/purchases/${id}/complete`, {}, { idempotencyKey: 'paid-1' })
  expect(await late()).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
  await complete(app, id)
  for (let time = 1; time <= 2; time += 1)
    expect(await late()).toMatchObject({ status: 200, body: { data: { status: 'completed', items: [{ keys: ['KEY-1'] }] } } })
})

test('an order that its storefront completed carries no reason', async () => {
  const { app, shop, variant } = await open(1)
  await shop.sell({ [variant.id]: 1 })
  expect(dataOf(await app.call('GET', path))).toMatchObject([{ status: 'completed', completion_reason: null }])
})

test.each(['expired', 'cancelled'] as const)(
  'a late payment completes an order that is %s: keys, coupon use and referral count again, at the price of the order',
  async (ended) => {
    const { app, shop, variant, end } = await open(3)
    await makeCoupon(app, { max_usage: 1, max_usage_per_user: 1 })
    const user = await shop.addUser('ada')
    const { id, total } = await shop.buy({ [variant.id]: 2 }, { coupon_code: 'TEN', referral_code: user.referral_code })
    await end[ended]()
    expect(await shop.find(id)).toMatchObject({ status: ended })
    const webhook = await makeWebhook(app, 'http://127.0.0.1:9/', { events: ['order.completed', 'variant.stock_changed'] })
    await app.call('PUT', `/admin/variants/${variant.id}`, { price: 99 })

    const order = await complete(app, id, { reason, payment_reference: 'late' })
    expect(order).toMatchObject({
      ...{ status: 'completed', total, coupon_code: 'TEN', payment_reference: 'late' },
      items: [{ unit_price: 10, quantity: 2 }],
      keys: [{ state: 'sold' }, { state: 'sold' }],
      referral: { referrer: 'ada', commission_amount: 1.71, status: 'completed' },
    })
    expect(order.timeline.at(-1)?.changes).toMatchObject({ status: { before: ended, after: 'completed' } })
    expect(dataOf(await app.call('GET', '/admin/coupons'))).toMatchObject([{ current_usage: 1 }])
    expect((await readVariant(app, variant.id)).keys).toHaveLength(1)
    expect((await listDeliveries(app, webhook.id)).map(({ event }) => event).toSorted()).toEqual([
      'order.completed',
      'variant.stock_changed',
    ])
    // The storefront sees the keys, as for any order. Repeating the payment reference causes no second sale.
    const repeated = await shop.complete(id, 'late')
    expect(repeated.items[0]?.keys).toHaveLength(2)
    expect(await examine(app.deps)).toEqual([])
    await shop.refund(id)
    expect(await examine(app.deps)).toEqual([])
  },
)

test('the life of a key that an order let go and took again has each event once', async () => {
  const { app, shop, variant, expire } = await open(1)
  const { id } = await shop.buy({ [variant.id]: 1 })
  await expire()
  await complete(app, id)
  const { events } = dataOf(await app.call('POST', '/admin/keys/lookup', { value: 'KEY-1' })) as { events: object[] }
  const at = app.clock.at.toISOString()
  expect(events).toMatchObject([
    { kind: 'added' },
    { kind: 'reserved', at: '2030-01-01T00:00:00.000Z', actor: 'Shop', order_id: id },
    { kind: 'released', at, actor: 'system', order_id: id },
    { kind: 'sold', at, actor: 'admin', order_id: id },
  ])
})

test('a coupon that is used up meanwhile keeps its limit: the order keeps code and price, and is none of its orders', async () => {
  for (const limits of [{ max_usage: 1 }, { max_usage_per_user: 1 }]) {
    const { app, shop, variant, expire } = await open(4)
    const coupon = await makeCoupon(app, limits)
    const { id, total } = await shop.buy({ [variant.id]: 1 }, { coupon_code: 'TEN' })
    await expire()
    await shop.sell({ [variant.id]: 1 }, { coupon_code: 'TEN' })
    const order = await complete(app, id)
    expect(order).toMatchObject({ status: 'completed', total, coupon_code: 'TEN', coupon_discount: 1 })
    expect(order.timeline.at(-1)?.changes).toMatchObject({ uncounted_coupon: { before: null, after: 'TEN' } })
    expect(dataOf(await app.call('GET', '/admin/coupons'))).toMatchObject([{ current_usage: 1 }])
    expect(dataOf(await app.call('GET', `/admin/coupons/${coupon.id}/usage`))).toMatchObject({ uses: 1, revenue: 9, discount: 1 })
    await shop.refund(id)
    expect(dataOf(await app.call('GET', `/admin/coupons/${coupon.id}/usage`))).toMatchObject({ uses: 1, revenue: 9, discount: 1 })
    expect(await examine(app.deps)).toEqual([])
  }
})

test('what the sale of new orders forbids does not keep a paid one: paused, unlisted, coupon over, referrer disabled', async () => {
  const { app, shop, variant, expire } = await open(2)
  await makeCoupon(app)
  const user = await shop.addUser('ada')
  const { id } = await shop.buy({ [variant.id]: 2 }, { coupon_code: 'TEN', referral_code: user.referral_code })
  await expire()
  await app.call('PUT', `/admin/products/${variant.product_id}`, { unlisted: true, sales_paused: true })
  await app.call('POST', '/admin/coupons/1/deactivate')
  await app.deps.db.updateTable('app_user').set({ referral_enabled: 0 }).where('id', '=', user.id).execute()
  expect(await complete(app, id)).toMatchObject({ status: 'completed', referral: { status: 'completed' } })
  expect(await examine(app.deps)).toEqual([])
})

test('a refusal says why, and leaves nothing', async () => {
  const { app, shop, variant, expire } = await open(4)
  const late = await shop.buy({ [variant.id]: 2 })
  await expire()
  await shop.sell({ [variant.id]: 3 })
  const paid = await shop.buy({ [variant.id]: 1 })
  await shop.complete(paid.id, 'pay-1')
  const refunded = await shop.find(2)
  await shop.refund(refunded.id)
  const gone = await makeStock(app, 1)
  const ofGone = await shop.buy({ [gone.id]: 1 })
  await shop.cancel(ofGone.id)
  await app.call('DELETE', `/admin/variants/${gone.id}`)
  const other = await makeStock(app, 1)
  const pending = await shop.buy({ [other.id]: 1 })
  const before = await books(app)
  const to = (id: number) => `${path}/${id}/complete`
  const says = (expected: string) => ({ code: expected })
  await expectRefusals(app, [
    { call: ['POST', to(late.id), { reason }], status: 409, says: says('out_of_stock') },
    { call: ['POST', to(ofGone.id), { reason }], status: 409, says: says('out_of_stock') },
    {
      call: ['POST', to(paid.id), { reason }],
      status: 409,
      says: { code: 'invalid_transition', message: 'This order is already completed' },
    },
    { call: ['POST', to(refunded.id), { reason }], status: 409, says: says('invalid_transition') },
    { call: ['POST', to(pending.id), { reason, payment_reference: 'pay-1' }], status: 409, says: says('payment_reference_used') },
    { call: ['POST', to(pending.id), { reason: ' ' }], status: 400, says: { message: 'Reason is required' } },
    { call: ['POST', to(pending.id), {}], status: 400, says: { message: 'Reason is required' } },
    { call: ['POST', to(pending.id), { reason: 'a\nb' }], status: 400, says: { message: 'Reason must be one line' } },
    { call: ['POST', to(99), { reason }], status: 404, says: { message: 'Order not found' } },
  ])
  expect(await books(app)).toEqual(before)
  expect(await examine(app.deps)).toEqual([])
})

test('late orders cannot take more keys or coupon uses than are left', async () => {
  const { app, shop, variant, expire } = await open(6)
  await makeCoupon(app, { max_usage: 6 })
  const orders = []
  for (let index = 0; index < 6; index += 1)
    orders.push(await shop.buy({ [variant.id]: 1 }, { coupon_code: 'TEN', customer_email: `buyer${index}@example.com` }))
  await expire()
  await app.call('PUT', `/admin/variants/${variant.id}`, { keys: ['KEY-1', 'KEY-2', 'KEY-3'] })
  await app.call('PUT', '/admin/coupons/1', { ...coupon, max_usage: 2 })

  // Each is completed by two people at once, during a new purchase of the same keys.
  const answers = await Promise.all([
    ...[...orders, ...orders].map(({ id }) => ask(app, id)),
    shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 })),
  ])
  const bought = answers.at(-1)!.status === 201 ? 1 : 0
  const outcomes = Map.groupBy(answers.slice(0, -1).map(code), (what) => what)
  expect([...outcomes.keys()].filter((what) => !['200', '409 out_of_stock', '409 invalid_transition'].includes(what))).toEqual([])
  expect(outcomes.get('200')).toHaveLength(3 - bought)
  expect((await readVariant(app, variant.id)).keys).toEqual([])
  const [{ current_usage = 0 } = {}] = dataOf(await app.call('GET', '/admin/coupons')) as { current_usage?: number }[]
  expect(current_usage).toBe(Math.min(2, 3 - bought))
  expect(await examine(app.deps)).toEqual([])
})

const coupon = {
  ...{ code: 'TEN', discount_type: 'percentage', discount_value: 10, expiration_date: '2030-02-01T00:00:00.000Z' },
  ...{ max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] },
}

test.each(['complete', 'cancel', 'expire'] as const)(
  'a completion by hand beside “%s” of the same order ends it in one way',
  async (step) => {
    for (const reference of [undefined, 'pay-1']) {
      const { app, shop, variant, expire } = await open(1)
      const { id } = await shop.buy({ [variant.id]: 1 })
      if (step === 'expire') app.clock.at = new Date(app.clock.at.getTime() + 30 * 60_000)
      const others = {
        complete: () => shop.call('POST', `/purchases/${id}/complete`, { payment_reference: 'pay-1' }),
        cancel: () => shop.call('POST', `/purchases/${id}/cancel`),
        expire: async () => (await expireDue(app.deps), undefined),
      }
      const byHand = () => ask(app, id, { reason, payment_reference: reference })
      const [first, other, second] = await Promise.all([byHand(), others[step](), byHand()])
      // A cancelled or expired order can still be completed: its key is available.
      const done = [first, second].filter(({ status }) => status === 200)
      expect(done.length).toBe(step === 'complete' && other?.status === 200 && done.length === 0 ? 0 : 1)
      for (const refused of [first, second].filter(({ status }) => status !== 200)) expect(code(refused)).toBe('409 invalid_transition')
      expect(await shop.find(id)).toMatchObject({ status: 'completed' })
      const isOtherPayment = done.length === 1 && reference === undefined
      const answered = step === 'complete' ? code(other!) : 'not asked'
      expect(answered).toBe(step !== 'complete' ? 'not asked' : isOtherPayment ? '409 payment_mismatch' : '200')
      expect((await app.deps.db.selectFrom('activity').select('id').where('action', '=', 'order.completed').execute()).length).toBe(1)
      await expire()
      expect(await examine(app.deps)).toEqual([])
    }
  },
)
