import type { Customer, CustomerNote } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { dataOf, expectRefusals, saveProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { addMember } from '../../testing/shop/members.ts'
import { plansOf, unindexed } from '../../testing/databases/plans.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { importOrders } from '../../testing/shop/shop-imports.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { listActivityOf } from '../activity/activity.service.ts'

const path = '/admin/customers'

const find = async (app: TestApp, by: string, token?: string): Promise<Customer> =>
  dataOf(await app.call('GET', `${path}?${by}`, undefined, token === undefined ? {} : { token })) as Customer

async function note(app: TestApp, text: string, options: { token?: string } = {}): Promise<CustomerNote> {
  const answer = await app.call('POST', `${path}/notes`, { email: 'Ann@example.com', text }, options)
  expect(answer).toMatchObject({ status: 201 })
  return (answer.body as { data: CustomerNote }).data
}

test('a customer is everything under one email, however it was written', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 4, { price: 10 })
  await makeCoupon(app, { code: 'SAVE10' })
  const terms = (customer_email: string) => ({ customer_email, coupon_code: 'SAVE10' })
  const { id: first } = await shop.sell({ [variant.id]: 1 }, terms('ann@example.com'))
  await shop.refund(first)
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  const { id: second } = await shop.sell({ [variant.id]: 1 }, terms('Ann@example.com'))
  await shop.cancel((await shop.buy({ [variant.id]: 1 }, { customer_email: 'ANN@example.com', coupon_code: 'SAVE10' })).id)
  await shop.sell({ [variant.id]: 1 }, { customer_email: 'bob@example.com' })
  const { id: userId } = await shop.addUser('ann', 'ann@Example.com')

  const ann = await find(app, 'email=ann%40EXAMPLE.com')
  expect(ann).toMatchObject({
    email: 'ANN@example.com',
    orders: { count: 3, total: 9, refunded: 9 },
    first_order_at: '2030-01-01T00:00:00.000Z',
    last_order_at: '2030-01-01T01:00:00.000Z',
    coupons: [{ code: 'SAVE10', uses: 2 }],
    referral_user_id: userId,
    notes: [],
  })
  expect(ann.recent_orders.map(({ id, status, total }) => [id, status, total])).toEqual([
    [second + 1, 'cancelled', 9],
    [second, 'completed', 9],
    [first, 'refunded', 9],
  ])
  expect(ann.keys.map(({ order_id, value, state, name }) => [order_id, value, state, name])).toEqual([
    [second, '••••••••2', 'sold', 'Aim - Month'],
    [first, '••••••••1', 'revoked', 'Aim - Month'],
  ])
  expect(await find(app, `order_id=${first}`)).toEqual(ann)
  expect(await find(app, `user_id=${userId}`)).toEqual(ann)
  expect(app.logged.join('')).not.toMatch(/ann(@|%40)/i)
})

test('a right-to-left name in the list of keys is isolated; the export of orders has it as it is', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1, { name: '1 Month' })
  await saveProduct(app, variant.product_id, { name: 'שלום' })
  await shop.sell({ [variant.id]: 1 }, { customer_email: 'ann@example.com' })
  expect((await find(app, 'email=ann%40example.com')).keys.map(({ name }) => name)).toEqual(['\u2068שלום\u2069 - 1 Month'])
  const csv = await app.app.inject({ url: '/admin/purchases/orders/export.csv', headers: { authorization: app.token } })
  expect(csv.body).toContain('שלום - 1 Month x1')
})

test('the newest orders and keys are the latest by time, though past orders of another shop were stored since', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'ann@example.com' })
  await importOrders(app, [
    { at: '2029-05-01', email: 'ANN@example.com', key: 'PAST-ORDER-5' },
    { at: '2029-03-01', email: 'ANN@example.com', key: 'PAST-ORDER-3' },
  ])
  const { email, recent_orders, keys } = await find(app, 'email=ann@example.com')
  expect(email).toBe('ann@example.com')
  const times = ['2030-01-01T00:00:00.000Z', '2029-05-01T00:00:00.000Z', '2029-03-01T00:00:00.000Z']
  expect(recent_orders.map(({ created_at }) => created_at)).toEqual(times)
  expect(keys.map(({ value }) => value.slice(-2))).toEqual(['•1', '-5', '-3'])
  const found = dataOf(await app.call('POST', '/admin/search', { q: 'ann@' })) as { kind: string; id: number }[]
  expect(found.filter(({ kind }) => kind === 'order').map((order) => order.id)).toEqual(recent_orders.map((order) => order.id))
  expect(found.find(({ kind }) => kind === 'customer')).toMatchObject({ id, title: 'ann@example.com' })
})

test('notes have an author and a time, are recorded, and are deleted by the author or by who manages the shop', async () => {
  const app = await createTestApp()
  const [{ token: support }, { token: other }] = [await addMember(app, 'support', 'support'), await addMember(app, 'support', 'other')]
  const mine = await note(app, '  Asked twice for a refund  ', { token: support })
  expect(mine).toEqual({
    id: 1,
    text: 'Asked twice for a refund',
    author: 'support',
    created_at: '2030-01-01T00:00:00.000Z',
    can_delete: true,
  })
  const owners = await note(app, 'A reseller')
  expect((await find(app, 'email=ann@example.com', other)).notes).toEqual([
    { ...owners, can_delete: false },
    { ...mine, can_delete: false },
  ])
  expect((await find(app, 'email=ann@example.com')).notes.map(({ can_delete }) => can_delete)).toEqual([true, true])
  const refused = await app.call('DELETE', `${path}/notes/1`, undefined, { token: other })
  expect(refused).toMatchObject({ status: 403, body: { message: 'Only its author, an owner or a manager can delete a note' } })
  expect(await app.call('DELETE', `${path}/notes/1`, undefined, { token: support })).toMatchObject({ status: 200 })
  expect(await app.call('DELETE', `${path}/notes/2`)).toMatchObject({ status: 200 })
  expect(await app.call('DELETE', `${path}/notes/2`)).toMatchObject({ status: 404 })
  const recorded = await listActivityOf(app.deps.db, { kind: 'customer', id: 1 })
  expect(recorded.map(({ action, actor }) => [action, actor])).toEqual([
    ['customer_note.created', 'support'],
    ['customer_note.deleted', 'support'],
  ])
  expect(recorded[1]?.changes).toMatchObject({ text: { before: 'Asked twice for a refund', after: null } })
})

test('a customer who is unknown, named wrongly or not visible to the caller is refused', async () => {
  const app = await createTestApp()
  const rule = 'Name a customer by one of: email, order_id, user_id'
  await expectRefusals(app, [
    { call: ['GET', `${path}?email=nobody@example.com`], status: 404, says: { message: 'Customer not found' } },
    { call: ['GET', `${path}?order_id=404`], status: 404 },
    // An administrator who has no referral code is not a customer.
    { call: ['GET', `${path}?user_id=1`], status: 404 },
    { call: ['GET', path], status: 400, says: { message: rule } },
    { call: ['GET', `${path}?order_id=1&user_id=1`], status: 400, says: { message: rule } },
    { call: ['GET', `${path}?email=ann`], status: 400, says: { message: 'Email must be an email address' } },
    { call: ['POST', `${path}/notes`, { email: 'ann@example.com', text: ' ' }], status: 400, says: { message: 'Note is required' } },
    { call: ['POST', `${path}/notes`, { email: 'ann@example.com', text: 'x'.repeat(2_001) }], status: 400 },
  ])
  for (const role of ['stock', 'marketing'] as const) {
    expect(await app.call('GET', `${path}?email=a@example.com`, undefined, { token: (await addMember(app, role)).token })).toMatchObject({
      status: 403,
    })
  }
})

test('a customer costs no more than their own orders', async () => {
  const app = await createTestApp({ unused: true })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  await shop.sell({ [variant.id]: 1 }, { customer_email: 'ann@example.com' })
  for (const by of ['email=ann@example.com', 'order_id=1']) {
    const plans = await plansOf(app.deps.db, () => find(app, by))
    expect(plans.length).toBeGreaterThan(4)
    for (const plan of plans) expect(plan).not.toMatch(unindexed('orders', 'order_item', 'license_key', 'customer_note', 'app_user'))
  }
})
