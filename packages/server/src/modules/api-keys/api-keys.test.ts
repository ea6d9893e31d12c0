import type { ApiKey, NewApiKey, RotatedApiKey } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createApp } from '../../app.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { books } from '../../testing/shop/books.ts'
import { addMember } from '../../testing/shop/members.ts'
import { plansOf, unindexed } from '../../testing/databases/plans.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'
import { readChanges } from '../activity/activity.service.ts'
import { createApiKey, listApiKeys } from './api-keys.service.ts'

async function callerWith(app: TestApp, terms: Parameters<typeof createApiKey>[3] = {}) {
  const { id, key } = await createApiKey(app.deps, system, 'a key', terms)
  const call = (method: 'GET' | 'POST', url: string, body?: unknown) =>
    app.call(method, `/store${url}`, body, { token: `Bearer ${key}` }) as Promise<{
      status: number
      headers: Record<string, unknown>
      body: unknown
    }>
  return { id, call }
}

test('a key may do what its scopes say, and a key without any named may do all', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 9)
  const cart = cartOf({ [variant.id]: 1 })
  const callsOf = {
    'catalogue:read': [
      ['GET', '/products'],
      ['POST', '/quote', cart],
    ],
    'orders:write': [
      ['POST', '/purchases', cart],
      ['GET', '/purchases/1'],
      ['POST', '/purchases/1/complete', {}],
      ['POST', '/purchases/1/refund'],
      ['POST', '/purchases/1/cancel'],
    ],
    'users:write': [
      ['POST', '/users', { username: 'ada', email: 'ada@example.com' }],
      ['POST', '/users/1/payouts', { amount: 1, wallet_type: 'BTC', wallet_address: 'x' }],
    ],
  } as const
  const scopes = Object.keys(callsOf) as (keyof typeof callsOf)[]
  for (const own of scopes) {
    const { call } = await callerWith(app, { scopes: [own] })
    const allowed = []
    for (const [method, url, body] of callsOf[own]) allowed.push((await call(method, url, body)).status)
    expect(
      allowed.filter((status) => [401, 403].includes(status)),
      own,
    ).toEqual([])

    const before = await books(app)
    for (const scope of scopes.filter((other) => other !== own)) {
      const refused = { status: 403, body: { code: 'forbidden', message: `This API key does not have the scope ${scope}` } }
      for (const [method, url, body] of callsOf[scope]) expect(await call(method, url, body), `${own} ${url}`).toMatchObject(refused)
    }
    expect(await books(app)).toEqual(before)
  }
  const { call } = await callerWith(app)
  for (const [method, url, body] of Object.values(callsOf).flat())
    expect([401, 403], url).not.toContain((await call(method, url, body)).status)
})

test('an expired key is refused', async () => {
  const app = await createTestApp()
  const { call } = await callerWith(app, { expires: '2030-01-02' })
  expect(await call('GET', '/products')).toMatchObject({ status: 200 })
  app.clock.at = new Date('2030-01-01T23:59:59.999Z')
  expect(await call('GET', '/products')).toMatchObject({ status: 200 })
  app.clock.at = new Date('2030-01-02T00:00:00.000Z')
  expect(await call('GET', '/products')).toMatchObject({ status: 401, body: { message: 'The API key has expired' } })
})

const badTerms: readonly (readonly [Parameters<typeof createApiKey>[3], RegExp])[] = [
  [{ scopes: ['orders:read'] }, /no scope orders:read/],
  [{ scopes: [''] }, /no scope/],
  [{ scopes: [] }, /needs a scope/],
  [{ expires: 'tomorrow' }, /must be a date/],
  [{ expires: '2030-13-45' }, /must be a date/],
  [{ expires: '2030-02-30' }, /must be a date/],
  [{ expires: '2030-02-30T00:00:00Z' }, /must be a date/],
  [{ expires: '2030-12-31T18:00' }, /must be a date/],
  [{ expires: '2030-12-31T18:00:00 GMT' }, /must be a date/],
  [{ expires: '2030-01-01' }, /in the future/],
]

test.each([
  ['2030-12-31', '2030-12-31T00:00:00.000Z'],
  ['2030-12-31T18:00Z', '2030-12-31T18:00:00.000Z'],
  ['2030-12-31T23:30:00.5-05:00', '2031-01-01T04:30:00.500Z'],
])('the expiry %s is %s', async (expires, stored) => {
  const app = await createTestApp()
  expect(await createApiKey(app.deps, system, 'a key', { expires })).toMatchObject({ expires_at: stored })
})

test('no API key is made with invalid scopes or an invalid expiry', async () => {
  const app = await createTestApp()
  for (const [terms, message] of badTerms) await expect(createApiKey(app.deps, system, 'a key', terms)).rejects.toThrow(message)
  expect(await listApiKeys(app.deps)).toEqual([])
})

test('the last use is kept to the minute', async () => {
  const app = await createTestApp()
  const { call } = await callerWith(app)
  const lastUsed = async () => (await listApiKeys(app.deps))[0]?.last_used_at
  const waitSeconds = (seconds: number) => (app.clock.at = new Date(app.clock.at.getTime() + seconds * 1000))
  expect(await lastUsed()).toBeNull()
  await call('GET', '/products')
  // The call does not wait for this write.
  await expect.poll(lastUsed).toBe('2030-01-01T00:00:00.000Z')
  waitSeconds(59)
  await call('GET', '/products')
  expect(await lastUsed()).toBe('2030-01-01T00:00:00.000Z')
  waitSeconds(1)
  await call('GET', '/products')
  await expect.poll(lastUsed).toBe('2030-01-01T00:01:00.000Z')
})

test('a key sees only the orders that it made', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 9)
  const [one, two] = [await openShop(app, 'one'), await openShop(app, 'two')]
  const pending = await one.buy({ [variant.id]: 1 })
  const completed = await one.sell({ [variant.id]: 1 })
  const before = await books(app)
  for (const { id } of [pending, completed]) {
    const absent = { status: 404, body: { message: 'Order not found' } }
    expect(await two.call('GET', `/purchases/${id}`)).toMatchObject(absent)
    for (const step of ['complete', 'cancel', 'refund'])
      expect(await two.call('POST', `/purchases/${id}/${step}`, {})).toMatchObject(absent)
  }
  expect(await books(app)).toEqual(before)
  expect(await one.find(completed.id)).toEqual(completed)
  // The back office sees the orders of every key.
  expect(await app.call('POST', `/admin/purchases/orders/${completed.id}/refund`)).toMatchObject({ status: 200 })
})

test('a key makes so many requests a minute, a burst of them at once, whatever becomes of them; others are not held up', async () => {
  const app = await createTestApp({ requestsPerMinute: 6 })
  const [one, two] = [await callerWith(app), await callerWith(app)]
  const later = (seconds: number) => void (app.clock.at = new Date(app.clock.at.getTime() + seconds * 1_000))
  const statusOf = async (call: Promise<{ status: number }>) => (await call).status
  expect(await statusOf(one.call('GET', '/products'))).toBe(200)
  for (let request = 2; request <= 6; request += 1) expect(await statusOf(one.call('GET', '/purchases/1'))).toBe(404)
  later(3)
  expect(await one.call('GET', '/products')).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7' },
    body: { code: 'too_many_requests', message: 'This API key may make 6 requests a minute' },
  })
  expect(await statusOf(two.call('GET', '/products'))).toBe(200)
  // After the stated wait one request is allowed, and the next ten seconds later.
  later(7)
  expect(await statusOf(one.call('GET', '/products'))).toBe(200)
  expect(await one.call('GET', '/products')).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
  // However long the pause, at most a minute's requests are available.
  later(3_600)
  for (let request = 1; request <= 6; request += 1) expect(await statusOf(one.call('GET', '/products'))).toBe(200)
  expect(await statusOf(one.call('GET', '/products'))).toBe(429)
  // Setting the clock back blocks nobody.
  later(-60)
  expect(await statusOf(one.call('GET', '/products'))).toBe(200)
})

test('answers that hold keys, and refusals in their place, are not stored on the way', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const { id } = await shop.buy({ [variant.id]: 1 })
  for (const answer of [
    await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 })),
    await shop.call('POST', `/purchases/${id}/complete`, {}),
    await shop.call('GET', `/purchases/${id}`),
    await shop.call('POST', `/purchases/${id}/cancel`),
    await shop.call('POST', `/purchases/${id}/refund`),
    await app.call('GET', `/admin/variants/${variant.id}`),
    await app.call('PUT', `/admin/variants/${variant.id}`, { keys: ['KEY-3', 'KEY-4'] }),
    await app.call('PUT', `/admin/variants/${variant.id}`, { name: 'Year', version: 1 }),
    await app.call('POST', `/admin/purchases/orders/${id}/keys`),
  ])
    expect(answer.headers['cache-control'], JSON.stringify(answer.body)).toBe('no-store')
})

test('an owner makes a key that is shown once, sees it used, and revokes it at once on every node', async () => {
  const app = await createTestApp()
  const terms = { name: ' Storefront ', scopes: ['orders:write', 'catalogue:read'], expires_at: '2031-01-01' }
  const answer = await app.call('POST', '/admin/api-keys', terms)
  expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
  const { key, ...shown } = (answer.body as { data: NewApiKey }).data
  const at = app.clock.at.toISOString()
  expect(key.startsWith(shown.hint)).toBe(true)
  expect(shown).toEqual({
    ...{ id: 1, name: 'Storefront', hint: shown.hint, scopes: ['catalogue:read', 'orders:write'], created_at: at },
    ...{
      expires_at: '2031-01-01T00:00:00.000Z',
      last_used_at: null,
      last_used_from: '',
      revenue: 0,
      revoked_at: null,
      previous_ends_at: null,
      previous_created_by: null,
    },
    ...{ orders: 0, pending_orders: 0, created_by: 1 },
  })
  const list = async () => dataOf(await app.call('GET', '/admin/api-keys')) as object[]
  expect(await list()).toEqual([shown])

  const node = await createApp(app.deps, { web: null, corsOrigins: [], trustedProxies: [] })
  const headers = { authorization: `Bearer ${key}` }
  const there = async () => (await node.inject({ url: '/store/products', headers })).statusCode
  expect([await there(), await there()]).toEqual([200, 200])
  const used = { last_used_at: at, last_used_from: '127.0.0.1' }
  await expect.poll(list).toEqual([{ ...shown, ...used }])
  const revoke = async () => (await app.call('DELETE', '/admin/api-keys/1')).status
  expect([await revoke(), await revoke(), await there()]).toEqual([200, 404, 401])
  expect(await list()).toEqual([{ ...shown, ...used, revoked_at: at }])
  await node.close()
})

test.each([
  [{ name: ' ', scopes: ['orders:write'] }, 'Name is required'],
  [{ name: 'a', scopes: [] }, 'Choose what the key may do'],
  [{ name: 'a', scopes: ['admin'] }, 'Scope must be one of: catalogue:read, orders:write, users:write'],
  [{ name: 'a', scopes: ['orders:write'], expires_at: '2020-01-01' }, 'The expiry must be in the future'],
])('%j makes no key', async (body, message) => {
  const app = await createTestApp()
  expect(await app.call('POST', '/admin/api-keys', body)).toMatchObject({ status: 400, body: { message } })
  expect(await listApiKeys(app.deps)).toEqual([])
})

test('the list says what each key sold, less refunds; orders and activity of one key can be listed alone', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 9)
  const [shop, other] = [await openShop(app, 'Website'), await openShop(app, 'Kiosk')]
  const { id: first } = await shop.sell({ [variant.id]: 3 })
  const { id: pending } = await shop.buy({ [variant.id]: 1 })
  const { id: foreign } = await other.sell({ [variant.id]: 2 })
  const [item] = (await shop.find(first)).items
  dataOf(await app.call('POST', `/admin/purchases/orders/${first}/refund`, { items: [{ id: item!.id, quantity: 1 }] }))
  const list = async () =>
    (dataOf(await app.call('GET', '/admin/api-keys')) as ApiKey[]).map(({ name, orders, pending_orders, revenue }) => ({
      ...{ name, orders, pending_orders, revenue },
    }))
  expect(await list()).toEqual([
    { name: 'Kiosk', orders: 1, pending_orders: 0, revenue: 20 },
    { name: 'Website', orders: 2, pending_orders: 1, revenue: 20 },
  ])
  await other.refund(foreign)
  expect((await list())[0]).toMatchObject({ orders: 1, revenue: 0 })

  const ordersOf = async (query: string) =>
    (dataOf(await app.call('GET', `/admin/purchases/orders?${query}`)) as { id: number }[]).map(({ id }) => id)
  expect(await ordersOf(`api_key_id=${shop.apiKeyId}`)).toEqual([pending, first])
  expect(await ordersOf(`api_key_id=${shop.apiKeyId}&status=pending`)).toEqual([pending])
  expect(await ordersOf(`api_key_id=${shop.apiKeyId}&status=partly_refunded`)).toEqual([first])
  expect(await ordersOf(`api_key_id=${shop.apiKeyId}&from=2030-01-01&to=2030-01-01`)).toEqual([pending, first])
  expect(await ordersOf(`api_key_id=${other.apiKeyId}`)).toEqual([foreign])
  expect(await ordersOf('api_key_id=99')).toEqual([])
  expect((await app.call('GET', '/admin/purchases/orders?api_key_id=one')).status).toBe(400)
  const url = `/admin/purchases/orders/export.csv?api_key_id=${other.apiKeyId}`
  const file = await app.app.inject({ url, headers: { authorization: app.token } })
  expect(
    file.body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual([String(foreign)])

  const actionsOf = async (id: number) =>
    (dataOf(await app.call('GET', `/admin/activity?api_key_id=${id}`)) as { action: string; subject: { name: string } }[]).map(
      ({ action, subject }) => `${action} ${subject.name}`,
    )
  expect(await actionsOf(other.apiKeyId)).toEqual([
    `order.refunded #${foreign}`,
    `order.completed #${foreign}`,
    `order.created #${foreign}`,
  ])
  expect(await actionsOf(shop.apiKeyId)).toEqual([`order.created #${pending}`, `order.completed #${first}`, `order.created #${first}`])
})

async function rotate(app: TestApp, id: number, overlap_hours: number, hint?: string) {
  const answer = await app.call('POST', `/admin/api-keys/${id}/rotate`, { overlap_hours, hint })
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  return dataOf(answer) as RotatedApiKey
}

test('a rotated key has a new secret and its orders; the old secret ends at once, or after the overlap', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 9)
  const shop = await openShop(app)
  const { id: order } = await shop.buy({ [variant.id]: 1 })
  const statusWith = async (key: string) =>
    (await app.app.inject({ url: `/store/purchases/${order}`, headers: { authorization: `Bearer ${key}` } })).statusCode
  const listed = async () => (dataOf(await app.call('GET', '/admin/api-keys')) as ApiKey[])[0]

  const first = await rotate(app, shop.apiKeyId, 72)
  expect(first).toEqual({ key: expect.stringMatching(/^kd_[\w-]{43}$/), old_ends_at: '2030-01-04T00:00:00.000Z' })
  expect([await statusWith(shop.key), await statusWith(first.key)]).toEqual([200, 200])
  expect(await listed()).toMatchObject({
    hint: first.key.slice(0, 7),
    previous_ends_at: first.old_ends_at,
    created_by: 1,
    previous_created_by: null,
  })
  // The next rotation ends an earlier overlap.
  const second = await rotate(app, shop.apiKeyId, 1)
  expect(await listed()).toMatchObject({ created_by: 1, previous_created_by: 1 })
  expect([await statusWith(shop.key), await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200, 200])
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200])
  expect(await listed()).toMatchObject({ previous_ends_at: null, previous_created_by: null })

  const third = await rotate(app, shop.apiKeyId, 0)
  expect(third.old_ends_at).toBe(app.clock.at.toISOString())
  expect([await statusWith(second.key), await statusWith(third.key)]).toEqual([401, 200])
  const completed = await app.call('POST', `/store/purchases/${order}/complete`, {}, { token: `Bearer ${third.key}` })
  expect(dataOf(completed)).toMatchObject({ id: order, status: 'completed' })
  const rows = await app.deps.db.selectFrom('activity').select('changes').where('action', '=', 'api_key.rotated').execute()
  expect(rows.map(({ changes }) => readChanges(changes))).toEqual(
    [first, second, third].map((made) => ({ old_secret_ends_at: { before: null, after: made.old_ends_at } })),
  )
  expect(JSON.stringify([rows, await listed()])).not.toContain(third.key.slice(7))
})

test('a secret does not outlive its key: neither by an overlap past the expiry, nor past the revocation', async () => {
  const app = await createTestApp()
  const { id } = await createApiKey(app.deps, system, 'short', { expires: '2030-01-02' })
  const { key, old_ends_at } = await rotate(app, id, 72)
  expect(old_ends_at).toBe('2030-01-02T00:00:00.000Z')
  const { key: newest } = await rotate(app, id, 24)
  await app.call('DELETE', `/admin/api-keys/${id}`)
  for (const one of [key, newest]) {
    const answer = await app.app.inject({ url: '/store/products', headers: { authorization: `Bearer ${one}` } })
    expect(answer.statusCode).toBe(401)
  }
  const notFound = { status: 404, body: { message: 'API key not found' } }
  expect(await app.call('POST', `/admin/api-keys/${id}/rotate`, { overlap_hours: 0 })).toMatchObject(notFound)
  expect(await app.call('POST', '/admin/api-keys/99/rotate', { overlap_hours: 0 })).toMatchObject(notFound)

  const { id: expired } = await createApiKey(app.deps, system, 'expired', { expires: '2030-01-01T01:00:00Z' })
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  expect(await app.call('POST', `/admin/api-keys/${expired}/rotate`, { overlap_hours: 0 })).toMatchObject({
    status: 409,
    body: { code: 'api_key_expired', message: 'This API key has expired, so a new secret would not work' },
  })
})

test('a rotation renews the expiry of a key, or leaves it as it is, so that its orders stay within reach', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 1)
  const { id, key: first } = await createApiKey(app.deps, system, 'yearly', { expires: '2030-01-01T06:00:00Z' })
  const bought = await app.call('POST', '/store/purchases', cartOf({ [variant.id]: 1 }), { token: `Bearer ${first}` })
  const order = (bought.body as { data: { id: number } }).data.id
  const rotateTo = (expires_at?: string | null) => app.call('POST', `/admin/api-keys/${id}/rotate`, { overlap_hours: 72, expires_at })
  const listed = async () => (dataOf(await app.call('GET', '/admin/api-keys')) as ApiKey[])[0]!.expires_at

  expect((await rotateTo()).status).toBe(200)
  expect(await listed()).toBe('2030-01-01T06:00:00.000Z')
  for (const wrong of ['soon', '2029-12-31', '']) expect((await rotateTo(wrong)).status).toBe(400)
  const { key, old_ends_at } = dataOf(await rotateTo('2031-01-02')) as RotatedApiKey
  expect([await listed(), old_ends_at]).toEqual(['2031-01-02T00:00:00.000Z', '2030-01-04T00:00:00.000Z'])
  app.clock.at = new Date('2030-01-01T07:00:00.000Z')
  expect(dataOf(await app.call('GET', `/store/purchases/${order}`, undefined, { token: `Bearer ${key}` }))).toMatchObject({ id: order })
  expect((await rotateTo(null)).status).toBe(200)
  expect(await listed()).toBeNull()
  const rows = await app.deps.db.selectFrom('activity').select('changes').where('action', '=', 'api_key.rotated').orderBy('id').execute()
  expect(rows.map(({ changes }) => readChanges(changes)['expires_at'])).toEqual([
    undefined,
    { before: '2030-01-01T06:00:00.000Z', after: '2031-01-02T00:00:00.000Z' },
    { before: '2031-01-02T00:00:00.000Z', after: null },
  ])
})

test.each([[-1], [73], [1.5], ['24'], [null], [undefined]])('an overlap of %j is refused', async (overlap_hours) => {
  const app = await createTestApp()
  const shop = await openShop(app)
  expect(await app.call('POST', `/admin/api-keys/${shop.apiKeyId}/rotate`, { overlap_hours })).toMatchObject({
    status: 400,
    body: { message: 'Overlap must be a whole number of hours from 0 to 72' },
  })
  expect((await shop.call('GET', '/products')).status).toBe(200)
})

test('owners who rotate one key at once get a secret each: the last one works, and the one before for its overlap', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const made = await Promise.all(Array.from({ length: 4 }, () => rotate(app, shop.apiKeyId, 24)))
  const works = async (key: string) =>
    (await app.app.inject({ url: '/store/products', headers: { authorization: `Bearer ${key}` } })).statusCode === 200
  const working = await Promise.all(made.map(({ key }) => works(key)))
  expect(working.filter(Boolean)).toHaveLength(2)
  expect(await works(shop.key)).toBe(false)
})

test('a rotation whose answer was lost is repeated without ending the secret in use; another member is refused', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const works = async (key: string) =>
    (await app.app.inject({ url: '/store/products', headers: { authorization: `Bearer ${key}` } })).statusCode === 200
  const seen = shop.key.slice(0, 7)
  const lost = await rotate(app, shop.apiKeyId, 24, seen)
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  const again = await rotate(app, shop.apiKeyId, 24, seen)
  // The old secret is not prolonged.
  expect(again.old_ends_at).toBe(lost.old_ends_at)
  expect([await works(shop.key), await works(lost.key), await works(again.key)]).toEqual([true, false, true])
  const { token } = await addMember(app, 'owner')
  const body = { overlap_hours: 24, hint: seen }
  expect(await app.call('POST', `/admin/api-keys/${shop.apiKeyId}/rotate`, body, { token })).toMatchObject({
    ...{ status: 409, body: { code: 'conflict', message: 'Somebody else has rotated this API key meanwhile' } },
  })
  expect([await works(shop.key), await works(again.key)]).toEqual([true, true])
  // "At once" ends the old one now.
  const last = await rotate(app, shop.apiKeyId, 0, seen)
  expect([await works(shop.key), await works(again.key), await works(last.key)]).toEqual([false, false, true])
})

test('a rotation from an outdated screen does not end the secret in use once the one before has ended', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const works = async (key: string) =>
    (await app.app.inject({ url: '/store/products', headers: { authorization: `Bearer ${key}` } })).statusCode === 200
  const seen = shop.key.slice(0, 7)
  const inUse = await rotate(app, shop.apiKeyId, 1, seen)
  app.clock.at = new Date('2030-01-01T02:00:00.000Z')
  const { token } = await addMember(app, 'owner')
  const body = { overlap_hours: 24, hint: seen }
  expect(await app.call('POST', `/admin/api-keys/${shop.apiKeyId}/rotate`, body, { token })).toMatchObject({ status: 409 })
  const newest = await rotate(app, shop.apiKeyId, 24, seen)
  expect(newest.old_ends_at).toBe('2030-01-02T02:00:00.000Z')
  expect([await works(shop.key), await works(inUse.key), await works(newest.key)]).toEqual([false, true, true])
})

test('the list says how many orders each key has made, and how many of them are pending', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 9)
  const [one, two] = [await openShop(app, 'one'), await openShop(app, 'two')]
  await one.sell({ [variant.id]: 1 })
  await one.buy({ [variant.id]: 1 })
  await one.buy({ [variant.id]: 1 })
  await two.cancel((await two.buy({ [variant.id]: 1 })).id)
  expect(dataOf(await app.call('GET', '/admin/api-keys'))).toMatchObject([
    { name: 'two', orders: 1, pending_orders: 0, created_by: null },
    { name: 'one', orders: 3, pending_orders: 2 },
  ])
  const plans = await plansOf(app.deps.db, (db) => listApiKeys({ ...app.deps, db }))
  for (const plan of plans) expect(plan).not.toMatch(unindexed('orders'))
})
