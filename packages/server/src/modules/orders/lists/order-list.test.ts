import type { Order, PageMeta } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../../testing.ts'
import { makeStock, openShop } from '../../../testing/shop/shop.ts'

const path = '/admin/purchases/orders'

async function list(app: TestApp, query: Record<string, string | number> = {}) {
  const { status, body } = await app.call(
    'GET',
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { data: Order[]; meta: PageMeta }
}
const idsOf = async (app: TestApp, query: Record<string, string | number>) => (await list(app, query)).data.map((order) => order.id)

/** All ids, read page by page. */
async function walk(app: TestApp, query: Record<string, string | number>): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(app, { ...query, ...(cursor !== undefined && { cursor }) })
    expect(page.data.length).toBeLessThanOrEqual(Number(query.limit))
    ids.push(...page.data.map((order) => order.id))
    cursor = page.meta.next_cursor
  }
  return ids
}

/** Six orders with ids 1 to 6, one per day from 1 January 2030, in every state, with totals that go up and down. */
async function shopWithOrders() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 30)
  const buyers = ['Ada@example.com', 'adam@example.com', 'bob@example.com', 'ada@example.com', '12@example.com', 'b_b@example.com']
  for (const [index, customer_email] of buyers.entries()) {
    // Alternates between the first and the last moment of a day.
    app.clock.at = new Date(testNow.getTime() + index * 86_400_000 + (index % 2) * 86_399_999)
    await shop.buy({ [variant.id]: [3, 1, 2, 3, 5, 4][index]! }, { customer_email })
  }
  // Reset the clock: by now the administrator's session would have expired.
  app.clock.at = testNow
  await shop.complete(1)
  await shop.complete(2, 'pay-2')
  await shop.refund(2)
  await shop.cancel(3)
  await shop.complete(5)
  return { app, shop, variant }
}

test('an order is shown with its lines as they were sold, and without its keys', async () => {
  const { app, variant } = await shopWithOrders()
  const { data, meta } = await list(app)
  expect(data.map((order) => order.id)).toEqual([6, 5, 4, 3, 2, 1])
  expect(meta).toEqual({ next_cursor: null, total: 6 })
  expect(data[5]).toEqual({
    id: 1,
    customer_email: 'Ada@example.com',
    status: 'completed',
    items: [
      {
        id: 1,
        quantity: 3,
        variant: { id: variant.id, name: 'Month', product: { id: variant.product_id, name: 'Aim' } },
        unit_price: 10,
        paid: 30,
        refunded_quantity: 0,
      },
    ],
    total: 30,
    created_at: '2030-01-01T00:00:00.000Z',
    subtotal: 30,
    discount: 0,
    coupon_code: '',
    referral_code: '',
    refunded_total: 0,
    completion_reason: null,
  })
  expect(JSON.stringify(data)).not.toContain('KEY-')
})

test('an order keeps the names and prices of its lines when the product changes and goes', async () => {
  const { app, variant } = await shopWithOrders()
  await app.call('PUT', `/admin/variants/${variant.id}`, { name: 'Year', price: 99 })
  await app.call('DELETE', `/admin/products/${variant.product_id}`)
  const { data } = await list(app, { q: '#1' })
  expect(data[0]).toMatchObject({ total: 30, items: [{ unit_price: 10, variant: { name: 'Month', product: { name: 'Aim' } } }] })
})

test('without parameters the newest 100 are listed', async () => {
  const app = await createTestApp()
  await insertOrders(app, 101)
  const first = await list(app)
  expect(first.data.map((order) => order.id)).toEqual(Array.from({ length: 100 }, (_, index) => 101 - index))
  expect(first.meta).toEqual({ next_cursor: expect.any(String), total: 101 })
  const second = await list(app, { cursor: first.meta.next_cursor! })
  expect(second.data.map((order) => order.id)).toEqual([1])
  expect(second.meta).toEqual({ next_cursor: null, total: 101 })
})

const listed: Record<string, readonly (readonly [query: Record<string, string>, ids: number[]])[]> = {
  'a status and days': [
    [{ status: 'completed' }, [5, 1]],
    [{ status: 'pending' }, [6, 4]],
    [{ status: 'cancelled' }, [3]],
    [{ status: 'refunded' }, [2]],
    [{ status: 'expired' }, []],
    [{ from: '2030-01-04' }, [6, 5, 4]],
    [{ to: '2030-01-02' }, [2, 1]],
    [{ from: '2030-01-02', to: '2030-01-02' }, [2]],
    [{ from: '2030-01-03', to: '2030-01-02' }, []],
    [{ from: '2030-01-02', to: '2030-01-05', status: 'completed' }, [5]],
    [{ from: '0000-01-01', to: '9999-12-31' }, [6, 5, 4, 3, 2, 1]],
    [{ from: '0000-01-01', to: '9999-12-31', time_zone: 'America/Los_Angeles' }, [6, 5, 4, 3, 2, 1]],
    [{ from: '0000-01-01', to: '9999-12-31', time_zone: 'Pacific/Apia' }, [6, 5, 4, 3, 2, 1]],
    // Orders 1, 3 and 5 are at the first moment of a day in UTC, orders 2, 4 and 6 at the last.
    [{ from: '2030-01-02', to: '2030-01-02', time_zone: 'UTC' }, [2]],
    [{ from: '2030-01-02', to: '2030-01-02', time_zone: 'America/Los_Angeles' }, [3, 2]],
    [{ from: '2030-01-03', to: '2030-01-03', time_zone: 'Asia/Kathmandu' }, [3, 2]],
    [{ to: '2029-12-31', time_zone: 'America/Los_Angeles' }, [1]],
  ],
  'a search': [
    [{ q: '#3' }, [3]],
    [{ q: '3' }, [3]],
    [{ q: 'Order #3' }, [3]],
    [{ q: 'order 3' }, [3]],
    [{ q: 'Order' }, []],
    [{ q: 'Ada L. <ADA@example.com>' }, [4, 1]],
    [{ q: '12' }, []],
    [{ q: '12@' }, [5]],
    [{ q: '99999999999999999999' }, []],
    [{ q: 'ADA' }, [4, 2, 1]],
    [{ q: 'ada@' }, [4, 1]],
    [{ q: 'b' }, [6, 3]],
    [{ q: 'b_' }, [6]],
    [{ q: '%' }, []],
    [{ q: '_' }, []],
    [{ q: 'da@example.com' }, []],
    [{ q: '  bob@example.com ' }, [3]],
    [{ q: 'bob@example.co' }, [3]],
    [{ q: '"bob@example.co"' }, []],
    [{ q: '"Bob@Example.com"' }, [3]],
    [{ q: '"ada@example.com"', from: '2030-01-02' }, [4]],
    [{ q: '' }, [6, 5, 4, 3, 2, 1]],
    [{ q: 'ada', status: 'completed' }, [1]],
    [{ q: 'ada', from: '2030-01-02' }, [4, 2]],
    [{ q: 'ada', sort: 'total' }, [2, 1, 4]],
  ],
  'an order': [
    [{ sort: 'id' }, [1, 2, 3, 4, 5, 6]],
    [{ sort: '-id' }, [6, 5, 4, 3, 2, 1]],
    [{ sort: 'created_at' }, [1, 2, 3, 4, 5, 6]],
    [{ sort: 'total' }, [2, 3, 1, 4, 6, 5]],
    [{ sort: '-total' }, [5, 6, 4, 1, 3, 2]],
    [{ sort: '-total', status: 'pending' }, [6, 4]],
    [{ sort: 'total', from: '2030-01-02', to: '2030-01-04' }, [2, 3, 4]],
  ],
}

test.each(Object.entries(listed))('%s lists what was asked for, at once and two at a time', async (_, asked) => {
  const { app } = await shopWithOrders()
  for (const [query, ids] of asked) {
    expect(await idsOf(app, query), JSON.stringify(query)).toEqual(ids)
    expect(await walk(app, { ...query, limit: 2 }), JSON.stringify(query)).toEqual(ids)
  }
})

test('a key value finds the order that holds it, exactly', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [one, other] = [await makeStock(app, 3), await makeStock(app, 1, { prefix: 'OTHER' })]
  await app.call('PUT', `/admin/variants/${other.id}`, { keys: ['4711', 'EXTRA', '#2'] })
  await shop.sell({ [one.id]: 1 })
  await shop.sell({ [one.id]: 1 })
  await shop.sell({ [other.id]: 2 })
  expect(await idsOf(app, { q: 'KEY-1' })).toEqual([1])
  expect(await idsOf(app, { q: 'KEY-2' })).toEqual([2])
  expect(await idsOf(app, { q: '4711' })).toEqual([3])
  expect(await idsOf(app, { q: 'key-1' })).toEqual([])
  expect(await idsOf(app, { q: 'KEY-' })).toEqual([])
  // This key is still for sale.
  expect(await idsOf(app, { q: 'KEY-3' })).toEqual([])
  await shop.refund(1)
  expect(await idsOf(app, { q: 'KEY-1' })).toEqual([1])
  await shop.buy({ [other.id]: 1 })
  expect(await idsOf(app, { q: '#2' })).toEqual([4, 2])
})

test('a payment reference finds the order that was paid with it, exactly', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 3)
  for (const reference of ['pi_Ada-1', '3', 'pi_Ada-2']) await shop.complete((await shop.buy({ [id]: 1 })).id, reference)
  expect(await idsOf(app, { q: ' pi_Ada-1 ' })).toEqual([1])
  expect(await idsOf(app, { q: '3' })).toEqual([3, 2])
  expect(await idsOf(app, { q: 'pi_ada-1' })).toEqual([])
  expect(await idsOf(app, { q: 'pi_Ada' })).toEqual([])
})

test('a beginning that thousands of customers share is searched and paged all the same', async () => {
  const app = await createTestApp()
  await insertOrders(app, 2_100)
  expect(await idsOf(app, { q: 'USER', limit: 3 })).toEqual([2_100, 2_099, 2_098])
  const all = await walk(app, { q: 'user', limit: 500, sort: 'id' })
  expect(all).toEqual(Array.from({ length: 2_100 }, (_, index) => index + 1))
  expect((await list(app, { q: 'USER', limit: 3, status: 'completed' })).meta.total).toBe(2_100)
  expect(await idsOf(app, { q: 'user2099@', limit: 3 })).toEqual([2_100])
  expect(await idsOf(app, { q: 'user', limit: 2, sort: '-total', status: 'completed' })).toEqual([2_100, 2_000])
})

test('an order that comes in while somebody pages moves nothing', async () => {
  const { app, shop, variant } = await shopWithOrders()
  const first = await list(app, { limit: 2 })
  await shop.buy({ [variant.id]: 1 })
  expect(await idsOf(app, { limit: 2, cursor: first.meta.next_cursor! })).toEqual([4, 3])
})

test('what is asked for wrongly is refused with a sentence', async () => {
  const { call } = await createTestApp()
  for (const [query, message, field] of wrong)
    for (const address of [path, `${path}/export.csv`]) {
      // An export has no pages.
      if (address !== path && field === 'cursor') continue
      expect(await call('GET', `${address}?${new URLSearchParams(query)}`), message).toMatchObject({
        status: 400,
        body: { message, code: 'invalid_input', fields: { [field]: message } },
      })
    }
})

const wrong: readonly (readonly [query: Record<string, string>, message: string, field: string])[] = [
  [{ limit: '0' }, 'limit must be from 1 to 500', 'limit'],
  [{ limit: '501' }, 'limit must be from 1 to 500', 'limit'],
  [{ limit: 'x' }, 'limit must be a number', 'limit'],
  [{ status: 'paid' }, 'status must be one of: pending, completed, cancelled, expired, refunded, partly_refunded', 'status'],
  [{ from: '1/2/2030' }, 'A day must be written as YYYY-MM-DD', 'from'],
  [{ to: '2030-02-30' }, 'A day must be written as YYYY-MM-DD', 'to'],
  [{ sort: 'email' }, 'sort must be one of: id, created_at, total, or one of them after a minus', 'sort'],
  [{ sort: '__proto__' }, 'sort must be one of: id, created_at, total, or one of them after a minus', 'sort'],
  [{ cursor: 'garbage' }, 'cursor is not valid', 'cursor'],
  [{ cursor: Buffer.from('["x","y"]').toString('base64url') }, 'cursor is not valid', 'cursor'],
  [{ q: 'a\0b' }, 'q must not contain the character NUL', 'q'],
  [{ q: 'x'.repeat(201) }, 'q must be at most 200 characters', 'q'],
]

/** Inserts orders without lines directly into the table, because buying so many would take too long. */
async function insertOrders({ deps }: TestApp, count: number): Promise<void> {
  const at = testNow.toISOString()
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ customer_email: `user${index}@example.com`, customer_key: `user${index}@example.com`, status: 'completed' as const },
    ...{ subtotal_cents: 10_000 - ((index + 1) % 100), coupon_discount_cents: 0, referral_discount_cents: 0 },
    ...{ total_cents: 10_000 - ((index + 1) % 100), created_at: at, reserved_until: at },
  }))
  for (let start = 0; start < count; start += 500)
    await deps.db
      .insertInto('orders')
      .values(rows.slice(start, start + 500))
      .execute()
}
