import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp } from '../../testing.ts'
import { createApiKey } from '../api-keys/api-keys.service.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'
import { forgetOldAnswers } from './idempotency.service.ts'

const day = 24 * 3_600_000

test('the same key and body give the first answer again, and nothing happens twice', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const buy = () => shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), { idempotencyKey: 'order-1' })
  const first = await buy()
  expect(first.status).toBe(201)
  expect(await buy()).toMatchObject({ status: 201, body: first.body })
  expect(await app.deps.db.selectFrom('orders').selectAll().execute()).toHaveLength(1)
})

test('each step of an order answers its repeats byte by byte as first, whatever became of the order since', async () => {
  const app = await createTestApp()
  const [one, other] = [await makeStock(app, 5), await makeStock(app, 5, { price: 4 })]
  await makeCoupon(app, { code: 'TENTH' })
  const { key } = await createApiKey(app.deps, system, 'raw')
  const post = async (url: string, payload: object, name: string) => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': name }
    const answer = await app.app.inject({ method: 'POST', url: `/store/purchases${url}`, headers, payload })
    app.clock.at = new Date(app.clock.at.getTime() + 1_000)
    return `${answer.statusCode} ${answer.body}`
  }
  const cart = cartOf({ [one.id]: 2, [other.id]: 1 }, { coupon_code: 'TENTH' })
  const steps: readonly (readonly [url: string, payload: object])[] = [
    ['', cart],
    ['/1/complete', { payment_reference: 'ch_1' }],
    ['/1/refund', { items: [{ id: 1, quantity: 1 }], reason: 'Bought twice' }],
    ['/1/refund', {}],
    ['', cartOf({ [other.id]: 1 }, { customer_email: 'Ann+Tag@example.com' })],
    ['/2/cancel', {}],
    // An order that had ended is completed after all.
    ['/2/complete', {}],
  ]
  const first: string[] = []
  for (const [index, [url, payload]] of steps.entries()) {
    first.push(await post(url, payload, `step-${index}`))
    if (url === '/1/complete') {
      const reason = { reason: 'not_working' }
      dataOf(await app.call('POST', '/admin/purchases/orders/1/keys/1/replace', reason))
    }
  }
  expect(first.map((answer) => answer.slice(0, 3))).toEqual(['201', '200', '200', '200', '201', '200', expect.any(String)])
  await app.call('PUT', `/admin/products/${one.product_id}`, { name: 'Another name' })
  for (const [index, [url, payload]] of steps.entries()) expect(await post(url, payload, `step-${index}`)).toBe(first[index])
})

test('many repeats at once are one purchase', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 30)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), { idempotencyKey: 'order-1' })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers.every((answer) => answer.status === 201)).toBe(true)
  expect(await app.deps.db.selectFrom('orders').selectAll().execute()).toHaveLength(1)
})

test('another body, or another call, under the same key is 409', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const options = { idempotencyKey: 'order-1' }
  await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), options)
  const reused = { status: 409, body: { code: 'idempotency_key_reused', message: 'This Idempotency-Key was used for another request' } }
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 2 }), options)).toMatchObject(reused)
  expect(await shop.call('POST', '/purchases/1/complete', {}, options)).toMatchObject(reused)
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), options)).toMatchObject({ status: 201 })
})

test('fields in another order, or {} for no body, are the same request; null for a field that was left out is another', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 5)
  const buy = (body: object) => shop.call('POST', '/purchases', body, { idempotencyKey: 'order-1' })
  const first = await buy({ customer_email: 'ann@example.com', items: [{ variant_id: id, quantity: 1 }] })
  expect(first.status).toBe(201)
  expect(await buy({ items: [{ quantity: 1, variant_id: id }], customer_email: 'ann@example.com' })).toEqual(first)
  const withNull = { customer_email: 'ann@example.com', items: [{ variant_id: id, quantity: 1 }], coupon_code: null }
  expect(await buy(withNull)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  const complete = (body?: object) => shop.call('POST', '/purchases/1/complete', body, { idempotencyKey: 'paid-1' })
  const completed = await complete()
  expect(completed.status).toBe(200)
  expect(await complete({})).toEqual(completed)
})

test('an invalid Idempotency-Key is refused, and the error names it', async () => {
  const shop = await openShop(await createTestApp())
  const message = 'Idempotency-Key must be 1 to 255 visible characters without blanks'
  for (const idempotencyKey of ['order 1', 'ordre-é', 'x'.repeat(256)])
    expect(await shop.call('POST', '/purchases/1/cancel', {}, { idempotencyKey })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message, fields: { 'Idempotency-Key': message } },
    })
})

test('a body nested beyond what can be written as JSON again is refused, also by a call that takes none', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  await shop.buy({ [id]: 1 })
  const { key } = await createApiKey(app.deps, system, 'deep')
  const payload = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'order-1' }
  const answer = await app.app.inject({ method: 'POST', url: '/store/purchases/1/cancel', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message: 'The body is nested too deeply', code: 'invalid_input' })
  expect(await app.deps.db.selectFrom('orders').select('status').executeTakeFirst()).toEqual({ status: 'pending' })
})

test('a refusal is answered again too, though it would no longer be one', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const buy = () => shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }, { coupon_code: 'LATER' }), { idempotencyKey: 'order-1' })
  const refused = { status: 422, body: { code: 'coupon_not_found', message: 'This coupon does not exist' } }
  expect(await buy()).toMatchObject(refused)
  await makeCoupon(app, { code: 'LATER' })
  expect(await buy()).toMatchObject(refused)
})

test('a refusal says again which field it is about', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  const order = await shop.sell({ [id]: 1 })
  const refund = () =>
    shop.call('POST', `/purchases/${order.id}/refund`, { items: [{ id: 99, quantity: 1 }] }, { idempotencyKey: 'refund-1' })
  const first = await refund()
  expect(first).toMatchObject({ status: 422, body: { code: 'not_refundable', fields: { 'items.0.id': expect.any(String) } } })
  expect((await refund()).body).toEqual(first.body)
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'a success is what further repeats get, though the refusal of an earlier request was stored meanwhile',
  async () => {
    const app = await createTestApp()
    const { db } = app.deps
    const shop = await openShop(app)
    const { id } = await makeStock(app, 1)
    const buy = (idempotencyKey: string) =>
      shop.call('POST', '/purchases', cartOf({ [id]: 1 }, { coupon_code: 'LATER' }), { idempotencyKey })
    expect(await buy('other')).toMatchObject({ status: 422, body: { code: 'coupon_not_found' } })
    await makeCoupon(app, { code: 'LATER' })
    const { bought } = await db.transaction().execute(async (tx) => {
      await tx.updateTable('variant').set({ name: 'Month' }).where('id', '=', id).execute()
      const waiting = buy('order-1')
      const count = sql<{ waits: boolean }>`select count(*) > 0 as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await count.execute(db)).rows).toEqual([{ waits: true }])
      await db.updateTable('idempotent_answer').set({ key: 'order-1' }).execute()
      return { bought: waiting }
    })
    const first = await bought
    expect(first.status).toBe(201)
    expect(await buy('order-1')).toMatchObject({ status: 201, body: first.body })
  },
)

test('after 24 hours a key is new again', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const buy = () => shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), { idempotencyKey: 'order-1' })
  const first = await buy()
  app.clock.at = new Date(app.clock.at.getTime() + day - 1)
  expect((await buy()).body).toEqual(first.body)
  app.clock.at = new Date(app.clock.at.getTime() + 1)
  expect((await buy()).body).not.toEqual(first.body)
})

test('a refusal after 24 hours is answered again, too', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const buy = (coupon_code: string) =>
    shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }, { coupon_code }), { idempotencyKey: 'order-1' })
  await makeCoupon(app, { code: 'EARLY' })
  expect((await buy('EARLY')).status).toBe(201)
  app.clock.at = new Date(app.clock.at.getTime() + day)
  expect(await buy('LATER')).toMatchObject({ body: { code: 'coupon_not_found' } })
  // The key now stands for the refused request.
  expect(await buy('EARLY')).toMatchObject({ body: { code: 'idempotency_key_reused' } })
})

test('answers are deleted after 24 hours, and later ones stay', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  for (const idempotencyKey of ['order-1', 'order-2', 'order-3']) {
    await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }, { customer_email: `${idempotencyKey}@example.com` }), {
      idempotencyKey,
    })
    app.clock.at = new Date(app.clock.at.getTime() + day / 2)
  }
  await forgetOldAnswers(app.deps)
  expect(await app.deps.db.selectFrom('idempotent_answer').select('key').execute()).toEqual([{ key: 'order-3' }])
})

test('two storefronts may use the same key', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 5)
  for (const name of ['one', 'two']) {
    const shop = await openShop(app, name)
    expect((await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), { idempotencyKey: 'order-1' })).status).toBe(201)
  }
  expect(await app.deps.db.selectFrom('orders').selectAll().execute()).toHaveLength(2)
})

test('a purchase with an invalid Idempotency-Key is refused', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  for (const idempotencyKey of ['', 'with blank', 'x'.repeat(256)]) {
    expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }), { idempotencyKey })).toMatchObject({ status: 400 })
  }
})
