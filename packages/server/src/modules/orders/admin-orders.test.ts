import type { OrderDetails, OrderKey } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, expectRefusals, readVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'

const path = '/admin/purchases/orders'
const find = async (app: TestApp, id: number) => dataOf(await app.call('GET', `${path}/${id}`)) as OrderDetails
const reveal = async (app: TestApp, id: number) => dataOf(await app.call('POST', `${path}/${id}/keys`)) as OrderKey[]

async function open() {
  const app = await createTestApp()
  return { app, shop: await openShop(app) }
}

test('an order is shown with discounts, masked keys, referral and timeline', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 3, { prefix: 'ABCD-EFGH-IJKL' })
  await makeCoupon(app)
  const user = await shop.addUser('ada')
  const { id } = await shop.buy({ [variant.id]: 2 }, { coupon_code: 'ten', referral_code: user.referral_code })

  expect(await find(app, id)).toMatchObject({ status: 'pending', reserved_until: '2030-01-01T00:30:00.000Z', completed_at: null })
  app.clock.at = new Date('2030-01-01T00:10:00.000Z')
  await shop.complete(id, 'pay-1')
  expect(await find(app, id)).toEqual({
    id,
    customer_email: 'buyer@example.com',
    status: 'completed',
    items: [expect.objectContaining({ quantity: 2, unit_price: 10, paid: 17.1 })],
    subtotal: 20,
    coupon_discount: 2,
    referral_discount: 0.9,
    discount: 2.9,
    total: 17.1,
    coupon_code: 'TEN',
    referral_code: user.referral_code,
    payment_reference: 'pay-1',
    created_at: '2030-01-01T00:00:00.000Z',
    reserved_until: null,
    completed_at: '2030-01-01T00:10:00.000Z',
    keys: [
      { id: 1, item_id: 1, value: '••••••••KL-1', state: 'sold', opened_at: null },
      { id: 2, item_id: 1, value: '••••••••KL-2', state: 'sold', opened_at: null },
    ],
    replaced_keys: [],
    refunded_total: 0,
    completion_reason: null,
    refunds: [],
    mails: [],
    is_mail_on: false,
    is_page_on: true,
    page_url: expect.stringMatching(/\/o\/[\w-]{43}$/),
    referral: { referrer: 'ada', commission_amount: 1.71, status: 'completed' },
    timeline: [
      {
        id: expect.any(Number),
        at: '2030-01-01T00:00:00.000Z',
        actor: 'Shop',
        action: 'order.created',
        changes: { status: { before: null, after: 'pending' }, total: { before: null, after: 17.1 } },
      },
      {
        id: expect.any(Number),
        at: '2030-01-01T00:10:00.000Z',
        actor: 'Shop',
        action: 'order.completed',
        changes: { status: { before: 'pending', after: 'completed' }, payment_reference: { before: null, after: 'pay-1' } },
      },
    ],
  })
})

test.each([
  ['A', '••••••••'],
  ['AB', '••••••••'],
  ['ABC', '••••••••C'],
  ['ABCDEFGHIJK', '••••••••IJK'],
  ['ABCDEFGHIJKL', '••••••••IJKL'],
  [`${'X'.repeat(400)}1234`, '••••••••1234'],
  ['🔑🔒🔓', '••••••••🔓'],
])('the key %s is shown as %s', async (value, masked) => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 0)
  await app.call('PUT', `/admin/variants/${variant.id}`, { keys: [value] })
  const { id } = await shop.sell({ [variant.id]: 1 })
  expect((await find(app, id)).keys.map((key) => key.value)).toEqual([masked])
})

test('revealing keys answers them and is in the timeline by their number alone', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 3)
  const { id } = await shop.sell({ [variant.id]: 2 })
  expect(await reveal(app, id)).toEqual([
    { id: 1, item_id: 1, value: 'KEY-1', state: 'sold' },
    { id: 2, item_id: 1, value: 'KEY-2', state: 'sold' },
  ])
  const { timeline } = await find(app, id)
  expect(timeline.at(-1)).toMatchObject({ actor: 'admin', action: 'order.keys_revealed', changes: { keys: { before: null, after: 2 } } })
  const recorded = await app.deps.db.selectFrom('activity').select('changes').where('subject_kind', '=', 'order').execute()
  expect(JSON.stringify(recorded)).not.toContain('KEY-')
})

test('the keys of a pending order are not revealed: once it is cancelled, somebody else buys them', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  const { id } = await shop.buy({ [variant.id]: 1 })
  expect(await app.call('POST', `${path}/${id}/keys`)).toEqual({
    ...{ status: 409, headers: expect.anything() },
    body: { message: 'The keys of an order that is pending are not sold yet', code: 'invalid_transition' },
  })
  await shop.complete(id)
  expect(await reveal(app, id)).toMatchObject([{ value: 'KEY-1' }])
})

test('an order that holds no keys reveals none and records nothing', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  const { id } = await shop.buy({ [variant.id]: 1 })
  await shop.cancel(id)
  expect(await reveal(app, id)).toEqual([])
  expect((await find(app, id)).timeline.map((entry) => entry.action)).toEqual(['order.created', 'order.cancelled'])
})

test('an administrator refunds a completed order: its keys are revoked, its referral rejected, the statistics forget it', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 2)
  const user = await shop.addUser('ada')
  const { id } = await shop.sell({ [variant.id]: 1 }, { referral_code: user.referral_code })
  const answer = dataOf(await app.call('POST', `${path}/${id}/refund`)) as OrderDetails
  expect(answer).toMatchObject({ status: 'refunded', keys: [{ state: 'revoked' }], referral: { status: 'rejected' } })
  expect(answer.timeline.at(-1)).toMatchObject({
    actor: 'admin',
    action: 'order.refunded',
    changes: { status: { before: 'completed', after: 'refunded' } },
  })
  expect(await find(app, id)).toEqual(answer)
  expect((await readVariant(app, variant.id)).keys.map((key) => key.value)).toEqual(['KEY-2'])
  expect(dataOf(await app.call('GET', '/admin/purchases/stats'))).toMatchObject([{ total_quantity: 0, total_revenue: 0 }])
})

test('an administrator cancels a pending order: keys, coupon use and referral are released', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  await makeCoupon(app, { max_usage: 1 })
  const user = await shop.addUser('ada')
  const terms = { coupon_code: 'TEN', referral_code: user.referral_code }
  const { id } = await shop.buy({ [variant.id]: 1 }, terms)
  const answer = dataOf(await app.call('POST', `${path}/${id}/cancel`)) as OrderDetails
  expect(answer).toMatchObject({ status: 'cancelled', keys: [], reserved_until: null, referral: { status: 'rejected' } })
  expect(answer.timeline.at(-1)).toMatchObject({ actor: 'admin', action: 'order.cancelled' })
  // The key and the coupon's only use are free again.
  expect(await shop.sell({ [variant.id]: 1 }, terms)).toMatchObject({ status: 'completed', items: [{ keys: ['KEY-1'] }] })
})

test('what an order cannot become is refused, and an order that is not there is 404', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 4)
  const [pending, completed, refunded, cancelled] = [
    await shop.buy({ [variant.id]: 1 }),
    await shop.sell({ [variant.id]: 1 }),
    await shop.sell({ [variant.id]: 1 }),
    await shop.buy({ [variant.id]: 1 }),
  ]
  await shop.refund(refunded.id)
  await shop.cancel(cancelled.id)
  const stored = () => app.deps.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const before = await stored()
  const says = { code: 'invalid_transition' }
  await expectRefusals(app, [
    {
      call: ['POST', `${path}/${pending.id}/refund`],
      status: 409,
      says: { ...says, message: 'An order that is pending cannot become refunded' },
    },
    {
      call: ['POST', `${path}/${completed.id}/cancel`],
      status: 409,
      says: { ...says, message: 'An order that is completed cannot become cancelled' },
    },
    { call: ['POST', `${path}/${refunded.id}/refund`], status: 409, says: { ...says, message: 'This order is already refunded' } },
    { call: ['POST', `${path}/${refunded.id}/cancel`], status: 409, says },
    { call: ['POST', `${path}/${cancelled.id}/refund`], status: 409, says },
    { call: ['POST', `${path}/${cancelled.id}/cancel`], status: 409, says: { ...says, message: 'This order is already cancelled' } },
    { call: ['GET', `${path}/99`], status: 404, says: { message: 'Order not found' } },
    ...['keys', 'refund', 'cancel'].map((step) => ({
      call: ['POST', `${path}/99/${step}`] as const,
      status: 404,
      says: { message: 'Order not found' },
    })),
  ])
  expect(await stored()).toEqual(before)
})

test('one of two refunds at once wins', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => app.call('POST', `${path}/${id}/refund`)))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await find(app, id)).timeline.map((entry) => entry.action)).toEqual(['order.created', 'order.completed', 'order.refunded'])
})
