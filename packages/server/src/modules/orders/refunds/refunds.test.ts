import type { Customer, OrderDetails, StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../../testing/shop/coupons.ts'
import { lookUp } from '../../../testing/shop/key-imports.ts'
import { makeStock, openShop } from '../../../testing/shop/shop.ts'
import { examine } from '../../doctor/doctor.service.ts'

const path = (id: number) => `/admin/purchases/orders/${id}`
const find = async (app: TestApp, id: number) => dataOf(await app.call('GET', path(id))) as OrderDetails
const refund = async (app: TestApp, id: number, body?: object) => dataOf(await app.call('POST', `${path(id)}/refund`, body)) as OrderDetails
const keysOf = ({ items }: StoreOrder) => items.map((item) => item.keys)
const read = async (app: TestApp, url: string) => dataOf(await app.call('GET', url))
const pass = (app: TestApp, minutes: number) => void (app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000))

/** Three units at 10 and two at 5, less 10 % by a coupon and 5 % of the rest by a referral code; paid: 34.20. */
async function open() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [one, other] = [await makeStock(app, 6), await makeStock(app, 3, { price: 5, name: 'Week' })]
  const coupon = await makeCoupon(app)
  const user = await shop.addUser('ada')
  const order = await shop.sell({ [one.id]: 3, [other.id]: 2 }, { coupon_code: 'TEN', referral_code: user.referral_code })
  return { app, shop, one, other, coupon, user, order }
}

test('one of three units is refunded: its key, its share of all figures and a reason', async () => {
  const { app, shop, order, one, coupon } = await open()
  pass(app, 60)
  const answer = await refund(app, order.id, { items: [{ id: 1, quantity: 1 }], reason: '  Wrong region ' })
  expect(answer).toMatchObject({
    ...{ status: 'completed', total: 34.2, refunded_total: 8.55 },
    items: [
      { id: 1, quantity: 3, paid: 25.65, refunded_quantity: 1 },
      { id: 2, refunded_quantity: 0 },
    ],
    refunds: [{ id: 1, at: '2030-01-01T01:00:00.000Z', reason: 'Wrong region', total: 8.55, items: [{ id: 1, quantity: 1, total: 8.55 }] }],
    keys: [{ state: 'sold' }, { state: 'sold' }, { id: 3, state: 'revoked' }, { state: 'sold' }, { state: 'sold' }],
    // 10 % of 34.20, of which 25.65 are left.
    referral: { status: 'completed', commission_amount: 2.57 },
  })
  expect(await find(app, order.id)).toEqual(answer)
  const seen = await shop.find(order.id)
  expect(keysOf(seen)).toEqual([
    ['KEY-1', 'KEY-2'],
    ['KEY2-1', 'KEY2-2'],
  ])
  expect(seen).toMatchObject({ status: 'completed', refunded_total: 8.55, refunds: answer.refunds, items: [{ refunded_quantity: 1 }, {}] })
  expect(keysOf(await shop.complete(order.id))[0]).toEqual(['KEY-1', 'KEY-2'])

  expect(await read(app, '/admin/purchases/stats')).toMatchObject([
    { total_quantity: 2, total_revenue: 8.55, variants_sold: 1, last_purchase_at: '2030-01-01T00:00:00.000Z' },
    { total_quantity: 2, total_revenue: 17.1, variants_sold: 1 },
  ])
  expect(await read(app, '/admin/purchases/daily?days=1')).toEqual([{ day: '2030-01-01', orders: 1, revenue: 25.65 }])
  expect(await read(app, '/admin/purchases/by-product?days=1')).toMatchObject([
    { product_id: one.product_id, quantity: 2, revenue: 17.1 },
    {},
  ])
  expect(await read(app, '/admin/customers?order_id=1')).toMatchObject({ orders: { count: 1, total: 25.65, refunded: 8.55 } })
  const usage = { uses: 1, revenue: 25.65, discount: 3 }
  expect(await read(app, `/admin/coupons/${coupon.id}/usage?days=2`)).toEqual({
    ...usage,
    by_day: [
      { day: '2029-12-31', uses: 0, revenue: 0, discount: 0 },
      { day: '2030-01-01', ...usage },
    ],
  })
  expect((await activityOf(app, 'order')).at(-1)).toEqual({
    ...{ action: 'order.partly_refunded', subject_id: order.id },
    changes: {
      refunded_total: { before: 0, after: 8.55 },
      refunded_items: { before: null, after: ['Aim - Month x1'] },
      refund_reason: { before: null, after: 'Wrong region' },
    },
  })
  expect((await lookUp(app, 'KEY-3')).events.at(-1)).toEqual({
    ...{ at: '2030-01-01T01:00:00.000Z', kind: 'revoked', actor: 'admin', order_id: order.id, note: 'Wrong region' },
  })
  expect((await lookUp(app, 'KEY-2')).events.at(-1)).toMatchObject({ kind: 'sold' })
  expect(await examine(app.deps)).toEqual([])
})

test('the order is refunded with its last unit, and what a storefront refunds without a word is the rest', async () => {
  const { app, shop, order, user, coupon } = await open()
  await refund(app, order.id, { items: [{ id: 2, quantity: 2 }] })
  expect(await read(app, '/admin/purchases/stats')).toMatchObject([{ total_quantity: 0, variants_sold: 0, last_purchase_at: null }, {}])
  expect(keysOf(await shop.find(order.id))).toEqual([['KEY-1', 'KEY-2', 'KEY-3'], []])
  pass(app, 1)
  const answer = await shop.refund(order.id)
  expect(answer).toMatchObject({
    ...{ status: 'refunded', refunded_total: 34.2 },
    refunds: [
      { total: 8.55, reason: null, items: [{ id: 2, quantity: 2, total: 8.55 }] },
      { total: 25.65, reason: null, items: [{ id: 1, quantity: 3, total: 25.65 }] },
    ],
  })
  expect(keysOf(answer)).toEqual([undefined, undefined])
  const details = await find(app, order.id)
  expect(details.keys.map(({ state }) => state)).toEqual(Array(5).fill('revoked'))
  expect(details).toMatchObject({ referral: { status: 'rejected', commission_amount: 0 } })
  expect(details.timeline.slice(-2)).toMatchObject([
    { action: 'order.partly_refunded', actor: 'admin' },
    {
      ...{ action: 'order.refunded', actor: 'Shop' },
      changes: { status: { before: 'completed', after: 'refunded' }, refunded_total: { before: 8.55, after: 34.2 } },
    },
  ])
  expect(await read(app, '/admin/purchases/daily?days=1')).toEqual([{ day: '2030-01-01', orders: 0, revenue: 0 }])
  expect(await read(app, '/admin/customers?order_id=1')).toMatchObject({ orders: { count: 1, total: 0, refunded: 34.2 } })
  expect(await read(app, `/admin/coupons/${coupon.id}/usage?days=1`)).toMatchObject({ uses: 0, revenue: 0, discount: 0 })
  expect(await read(app, '/admin/coupons')).toMatchObject([{ current_usage: 1 }])
  expect(await shop.addUser('ada')).toMatchObject({ id: user.id, balance: 0 })
  const again = await shop.call('POST', `/purchases/${order.id}/refund`)
  expect(again).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
  expect(await examine(app.deps)).toEqual([])
})

test('replacements leave first, and a key of a refunded unit cannot be replaced', async () => {
  const { app, shop, order } = await open()
  const replaced = dataOf(await app.call('POST', `${path(order.id)}/keys/1/replace`, { reason: 'not_working' })) as OrderDetails
  const given = replaced.replaced_keys[0]!.replacement_id
  expect((await refund(app, order.id, { items: [{ id: 1, quantity: 1 }] })).keys.find(({ id }) => id === given)).toMatchObject({
    state: 'revoked',
  })
  expect(keysOf(await shop.find(order.id))[0]).toEqual(['KEY-2', 'KEY-3'])
  await expectRefusals(app, [
    {
      call: ['POST', `${path(order.id)}/keys/${given}/replace`, { reason: 'other' }],
      status: 409,
      says: { code: 'invalid_transition', message: 'A key that is revoked cannot be replaced' },
    },
  ])
  expect(await examine(app.deps)).toEqual([])
})

test('a refund revokes the keys that the caller names, and leaves a working replacement', async () => {
  const { app, shop, order } = await open()
  await app.call('POST', `${path(order.id)}/keys/1/replace`, { reason: 'not_working' })
  const answer = await refund(app, order.id, { items: [{ id: 1, quantity: 1, left: 3, key_ids: [2] }], reason: 'Banned' })
  expect(answer).toMatchObject({
    ...{ status: 'completed', refunded_total: 8.55 },
    refunds: [{ total: 8.55, items: [{ id: 1, quantity: 1, total: 8.55 }] }],
    referral: { status: 'completed', commission_amount: 2.57 },
  })
  expect(answer.keys.filter(({ state }) => state === 'revoked').map(({ id }) => id)).toEqual([2])
  expect(keysOf(await shop.find(order.id))).toEqual([
    ['KEY-3', 'KEY-4'],
    ['KEY2-1', 'KEY2-2'],
  ])
  expect((await lookUp(app, 'KEY-2')).events.at(-1)).toMatchObject({ kind: 'revoked', order_id: order.id, note: 'Banned' })
  expect((await lookUp(app, 'KEY-4')).events.at(-1)).toMatchObject({ kind: 'sold' })
  expect(await examine(app.deps)).toEqual([])

  // An item beside it without named keys loses the newest.
  const items = [
    { id: 2, quantity: 1 },
    { id: 1, quantity: 2, key_ids: [4, 3] },
  ]
  await refund(app, order.id, { items })
  expect(keysOf(await shop.find(order.id))).toEqual([[], ['KEY2-1']])
  await refund(app, order.id)
  expect(await find(app, order.id)).toMatchObject({ status: 'refunded', refunded_total: 34.2 })
  expect(await examine(app.deps)).toEqual([])
})

test('named keys that do not fit are refused in a sentence, and change nothing', async () => {
  const { app, order } = await open()
  await app.call('POST', `${path(order.id)}/keys/1/replace`, { reason: 'not_working' })
  const before = await refund(app, order.id, { items: [{ id: 1, quantity: 1, key_ids: [3] }] })
  const refused = (key_ids: unknown, says: string, quantity = 1) => ({
    call: ['POST', `${path(order.id)}/refund`, { items: [{ id: 1, quantity, key_ids }] }] as const,
    status: 422,
    says: { code: 'not_refundable', message: says, fields: { 'items.0.key_ids': says } },
  })
  await expectRefusals(app, [
    refused([], 'key_ids must name one key for each unit: 1, not 0'),
    refused([2, 4], 'key_ids must name one key for each unit: 1, not 2'),
    refused([2], 'key_ids must name one key for each unit: 2, not 1', 2),
    refused([2, 2], 'key_ids must not name a key twice', 2),
    // In stock, of the other item, and unknown.
    ...[5, 7, 99].map((id) => refused([id], `Item 1 has no key ${id}`)),
    ...[1, 3].map((id) => refused([id], `One of these keys was replaced or refunded already (id ${id}). Look at the order again.`)),
    { ...refused(['2'], ''), status: 400, says: { message: 'Key must be an id, a positive whole number' } },
    { ...refused(2, ''), status: 400, says: { message: 'key_ids must be a list' } },
  ])
  expect(await find(app, order.id)).toEqual(before)
  expect(await examine(app.deps)).toEqual([])
})

test('a refund of a named key and a replacement of the same key: one of them comes first, and the other is refused', async () => {
  const { app, shop, order } = await open()
  for (const key of [1, 2, 3]) {
    const answers = await Promise.all([
      app.call('POST', `${path(order.id)}/refund`, { items: [{ id: 1, quantity: 1, key_ids: [key] }] }),
      app.call('POST', `${path(order.id)}/keys/${key}/replace`, { reason: 'other' }),
    ])
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : (body as { code: string }).code))
    expect([
      ['done', 'invalid_transition'],
      ['not_refundable', 'done'],
    ]).toContainEqual(codes)
  }
  const { items, keys, refunds } = await find(app, order.id)
  expect(items[0]!.refunded_quantity).toBe(refunds.length)
  expect(keys.filter(({ item_id, state }) => item_id === 1 && state === 'sold')).toHaveLength(3 - refunds.length)
  expect(keysOf(await shop.find(order.id))[0] ?? []).toHaveLength(3 - refunds.length)
  expect(await examine(app.deps)).toEqual([])
})

test('what cannot be refunded is refused with its field, and changes nothing', async () => {
  const { app, order } = await open()
  await refund(app, order.id, { items: [{ id: 1, quantity: 1 }] })
  const call = (body: unknown) => ['POST', `${path(order.id)}/refund`, body] as const
  const item = { id: 1, quantity: 1 }
  await expectRefusals(app, [
    {
      call: call({ items: [{ id: 9, quantity: 1 }] }),
      status: 422,
      says: { code: 'not_refundable', fields: { 'items.0.id': 'Order 1 has no item 9' } },
    },
    { call: call({ items: [item, item] }), status: 422, says: { fields: { 'items.1.id': 'Item 1 is named twice' } } },
    {
      call: call({ items: [{ id: 1, quantity: 3 }] }),
      status: 422,
      says: { fields: { 'items.0.quantity': 'Only 2 of Aim - Month left to refund' } },
    },
    { call: call({ items: [{ id: 1, quantity: 0 }] }), status: 400 },
    { call: call({ items: [{ id: 1, quantity: 0.5 }] }), status: 400 },
    // If the call ignored these errors, each would refund everything.
    {
      call: call({ item: [{ id: 1, quantity: 1 }] }),
      status: 400,
      says: { message: 'Unknown parameter: item', fields: { item: 'Unknown parameter: item' } },
    },
    { call: call({ amount: 5 }), status: 400, says: { fields: { amount: 'Unknown parameter: amount' } } },
    { call: call({ items: null }), status: 400, says: { fields: { items: 'Items must be a list' } } },
    // These would revoke another key than the caller means, or one more.
    ...[{ keyIds: [1] }, { keys: ['KEY-1'] }, { Left: 2 }].map((misspelt) => {
      const message = `Unknown parameter: items.0.${Object.keys(misspelt)[0]}`
      return { call: call({ items: [{ ...item, ...misspelt }] }), status: 400, says: { message, fields: { [message.slice(19)]: message } } }
    }),
    { call: call({ items: [] }), status: 400, says: { fields: { items: 'Items must have at least one entry' } } },
    { call: call({ reason: 'x'.repeat(501) }), status: 400, says: { fields: { reason: 'Reason must be at most 500 characters' } } },
    { call: call({ reason: 'two\nlines' }), status: 400, says: { fields: { reason: 'Reason must be one line' } } },
    { call: ['POST', `${path(99)}/refund`, {}], status: 404 },
  ])
  const { refunds } = await refund(app, order.id, { items: [{ id: 1, quantity: 2 }], reason: ' ' })
  expect(refunds.map(({ reason }) => reason)).toEqual([null, null])
  await expectRefusals(app, [
    { call: call({ items: [item] }), status: 422, says: { fields: { 'items.0.quantity': 'All of Aim - Month is refunded already' } } },
  ])
})

test('with the units that the caller saw as left, nothing is refunded if another refund came first', async () => {
  const { app, shop, order } = await open()
  const body = { items: [{ id: 1, quantity: 1, left: 3 }] }
  await refund(app, order.id, body)
  const message = '2 of Aim - Month left to refund now, not 3. Look at the order again.'
  const overtaken = { status: 409, says: { code: 'conflict', message } }
  await expectRefusals(app, [
    { call: ['POST', `${path(order.id)}/refund`, body], ...overtaken },
    { call: ['POST', `${path(order.id)}/refund`, { items: [{ id: 2, quantity: 2, left: 2 }, ...body.items] }], ...overtaken },
    { call: ['POST', `${path(order.id)}/refund`, { items: [{ id: 1, quantity: 1, left: 1.5 }] }], status: 400 },
  ])
  expect(await shop.call('POST', `/purchases/${order.id}/refund`, body)).toMatchObject({ status: 409, body: overtaken.says })
  expect(await find(app, order.id)).toMatchObject({ items: [{ refunded_quantity: 1 }, { refunded_quantity: 0 }] })
  expect(await refund(app, order.id, { items: [{ id: 1, quantity: 2, left: 2 }] })).toMatchObject({ items: [{ refunded_quantity: 3 }, {}] })
})

test('a repeat of a refund with named keys is a repeat under its Idempotency-Key, and refused without one', async () => {
  const { shop, order } = await open()
  const [{ keys = [], key_ids = [] } = {}] = (await shop.find(order.id)).items
  const body = { items: [{ id: 1, quantity: 1, key_ids: [key_ids[keys.indexOf('KEY-2')]] }] }
  const url = `/purchases/${order.id}/refund`
  const first = await shop.call('POST', url, body, { idempotencyKey: 'refund-1' })
  expect(keysOf((first.body as { data: StoreOrder }).data)[0]).toEqual(['KEY-1', 'KEY-3'])
  expect(await shop.call('POST', url, body, { idempotencyKey: 'refund-1' })).toMatchObject({ status: 200, body: first.body })
  const other = { items: [{ id: 1, quantity: 1, key_ids: [3] }] }
  expect(await shop.call('POST', url, other, { idempotencyKey: 'refund-1' })).toMatchObject({ status: 409 })
  expect(await shop.call('POST', url, body)).toMatchObject({ status: 422, body: { code: 'not_refundable' } })
  expect(keysOf(await shop.find(order.id))[0]).toEqual(['KEY-1', 'KEY-3'])
})

test('a storefront repeats a refund under its Idempotency-Key; without one, two equal refunds are two', async () => {
  const { shop, order } = await open()
  const body = { items: [{ id: 1, quantity: 1 }] }
  const url = `/purchases/${order.id}/refund`
  const first = await shop.call('POST', url, body, { idempotencyKey: 'refund-1' })
  expect(await shop.call('POST', url, body, { idempotencyKey: 'refund-1' })).toMatchObject({ status: 200, body: first.body })
  expect(await shop.call('POST', url, {}, { idempotencyKey: 'refund-1' })).toMatchObject({ status: 409 })
  for (const refunded_quantity of [2, 3])
    expect(await shop.call('POST', url, body)).toMatchObject({ status: 200, body: { data: { items: [{ refunded_quantity }, {}] } } })
  expect(await shop.call('POST', url, body)).toMatchObject({ status: 422 })
})

test('the file of orders says what was refunded, when last, and why', async () => {
  const { app, order } = await open()
  for (const reason of ['=1+1', '', 'Bought, twice']) {
    pass(app, 1)
    await refund(app, order.id, { items: [{ id: 1, quantity: 1 }], reason })
  }
  const url = '/admin/purchases/orders/export.csv?time_zone=Asia/Kathmandu'
  const { body } = await app.app.inject({ method: 'GET', url, headers: { authorization: app.token } })
  expect(body).toContain(`,25.65,2030-01-01T05:48:00+05:45,"'=1+1; Bought, twice",,\r\n`)
})

test('a payout that a part of an order no longer covers cannot be completed', async () => {
  const { app, shop, order, user } = await open()
  const payout = dataOf(await shop.askPayout(user.id, 3)) as { id: number }
  await refund(app, order.id, { items: [{ id: 1, quantity: 2 }] })
  const status = await app.call('PUT', `/admin/referrals/payout/${payout.id}/status`, { status: 'completed', transaction_id: 'tx' })
  expect(status).toMatchObject({ status: 409, body: { code: 'balance_overdrawn' } })
})

test('orders that are refunded in part are found apart, and marked among those of their customer', async () => {
  const { app, shop, one, order } = await open()
  const { id: whole } = await shop.sell({ [one.id]: 1 })
  await shop.sell({ [one.id]: 1 })
  await refund(app, order.id, { items: [{ id: 1, quantity: 1 }] })
  await refund(app, whole)
  const ids = async (query: string) => ((await read(app, `/admin/purchases/orders?${query}`)) as OrderDetails[]).map(({ id }) => id)
  for (const sort of ['id', '-created_at', 'total']) expect(await ids(`status=partly_refunded&sort=${sort}`)).toEqual([order.id])
  expect(await ids('status=partly_refunded&from=2030-01-01&to=2030-01-01')).toEqual([order.id])
  expect(await ids('status=partly_refunded&to=2029-12-31')).toEqual([])
  expect(await ids('status=completed')).toEqual([whole + 1, order.id])
  const { recent_orders } = (await read(app, `/admin/customers?order_id=${order.id}`)) as Customer
  expect(recent_orders.map(({ status, refunded_total }) => [status, refunded_total])).toEqual([
    ['completed', 0],
    ['refunded', 10],
    ['completed', 8.55],
  ])
})

test('the orders of a coupon are a filter of the list', async () => {
  const { app, shop, one, coupon, order } = await open()
  await shop.sell({ [one.id]: 1 })
  const ids = async (query: string) => ((await read(app, `/admin/purchases/orders?${query}`)) as OrderDetails[]).map(({ id }) => id)
  expect(await ids(`coupon_id=${coupon.id}`)).toEqual([order.id])
  expect(await ids(`coupon_id=${coupon.id}&status=pending`)).toEqual([])
  await expectRefusals(app, [
    { call: ['GET', '/admin/coupons/9/usage'], status: 404 },
    { call: ['GET', `/admin/coupons/${coupon.id}/usage?days=9999`], status: 400 },
    { call: ['GET', '/admin/purchases/orders?coupon_id=x'], status: 400 },
  ])
})
