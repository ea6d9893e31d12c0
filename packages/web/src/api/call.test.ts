import { auth, calls, coupons, endpoint, games, products, wrapped } from '@keydesk/contract'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { absolute } from './address.ts'
import { ApiError, createApi } from './call.ts'
import { isUnauthenticated } from './error.ts'

const game = { id: 3, name: 'Apex' }
const bare = endpoint({
  method: 'GET',
  path: '/admin/bare',
  access: 'admin',
  summary: 'A list without an envelope',
  response: z.array(z.int()),
})
const status = endpoint({
  method: 'POST',
  path: '/admin/status',
  access: 'admin',
  summary: 'Another envelope',
  response: z.object({ status: z.string() }),
})
const elsewhere: string = 'https://other.example/list'
const external = endpoint({
  method: 'GET',
  path: elsewhere,
  access: 'admin',
  summary: 'Elsewhere',
  response: wrapped(z.array(z.int())),
})

/** A host that always gives this answer, and what it was asked. */
function host(answer: () => Response | Promise<Response>, token: string | null = 'the-token') {
  const asked: { url: string; init: RequestInit }[] = []
  const rejected: string[] = []
  const api = createApi(
    { host: 'https://api.example', token: () => token, onUnauthorized: (used) => rejected.push(used) },
    async (url, init) => {
      asked.push({ url, init })
      return answer()
    },
  )
  return { api, asked, rejected }
}

const says = (body: unknown, init?: ResponseInit) => host(() => Response.json(body, init))

const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => 'no refusal',
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error(`Expected a refusal, got ${String(error)}`)
}

test('an answer is taken with and without the envelope', async () => {
  expect(await says({ data: [game] }).api(games.list, {})).toEqual({ data: [game] })
  expect(await says([game]).api(games.list, {})).toEqual({ data: [game] })
})

test('an answer that the contract wants bare is taken from an envelope, too', async () => {
  expect(await says([1, 2]).api(bare, {})).toEqual([1, 2])
  expect(await says({ data: [1, 2] }).api(bare, {})).toEqual([1, 2])
  expect(await says({ status: 'running' }).api(status, {})).toEqual({ status: 'running' })
  expect(await says({ data: { status: 'running' } }).api(status, {})).toEqual({ status: 'running' })
})

test('what a host leaves out reads as its empty value', async () => {
  const answer = await says({
    data: { id: 7, name: 'Aurora', variants: [{ id: 1, product_id: 7, name: 'Month', price: 9.5, keys: [] }] },
  }).api(products.find, {
    params: { id: 7 },
  })
  expect(answer.data).toMatchObject({ id: 7, name: 'Aurora', description: '', media_items: [], faq: [], variants: [{ price: 9.5 }] })
})

test('numbers that a host sends as text are numbers', async () => {
  const variants = [{ id: '1', product_id: '7', name: 'Month', price: '4.99', stock: '12' }]
  const media_items = [{ id: '3', type: 'image', url: '/a.webp', display_order: '2' }]
  const { data } = await says({ id: '7', name: 'Aurora', variants, media_items }).api(products.find, { params: { id: 7 } })
  expect(data).toMatchObject({
    id: 7,
    variants: [{ id: 1, product_id: 7, price: 4.99, stock: 12 }],
    media_items: [{ id: 3, display_order: 2 }],
  })
})

test('one bad row costs that row, in every kind of list; the console hears how many, and nothing of what they held', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const rows = [game, null, { name: 'SECRET' }, 'SECRET', { id: '4', name: 'Rust' }]
  const kept = [game, { id: 4, name: 'Rust' }]
  expect(await says({ data: rows }).api(games.list, {})).toEqual({ data: kept })
  expect(await says(rows).api(games.list, {})).toEqual({ data: kept })
  const told = 'GET /games-list: unreadable rows left out: 3'
  expect(warn.mock.calls).toEqual([[told], [told]])

  expect(await says([1, 'x', 2]).api(bare, {})).toEqual([1, 2])
  expect(await says({ data: [1, 'x', 2] }).api(bare, {})).toEqual([1, 2])
  const variants = [{ id: 1, name: 'Month' }, null, { name: 'no id' }]
  const { data } = await says({ id: 7, faq: [{ question: 'q', answer: 'a' }, 3], variants }).api(products.find, { params: { id: 7 } })
  expect([data.faq, data.variants.map(({ id }) => id)]).toEqual([[{ question: 'q', answer: 'a' }], [1]])
  expect(warn.mock.lastCall).toEqual(['GET /products/id/:id: unreadable rows left out: 3'])
})

test('a good list is read without a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await says({ data: [game] }).api(games.list, {})
  expect(warn).not.toHaveBeenCalled()
})

test('unknown fields of a product are kept, at every depth', async () => {
  const product = {
    publisher: { name: 'x' },
    rating: '4.5',
    faq: [{ question: 'q', answer: 'a', order: 1 }],
    updates: [{ title: 't', date: '2026-10-01', description: 'd', author: 'ann' }],
    media_items: [{ id: 3, type: 'image', url: '/a.webp', display_order: 0, alt: 'A' }],
    variants: [
      { id: 1, product_id: 7, name: 'Month', price: 4.99, sku: 'M1', keys: [{ id: 5, variant_id: 1, value: 'K', sold: false }, 'L'] },
    ],
  }
  const find = await says({ data: { id: 7, name: 'Aurora', ...product } }).api(products.find, { params: { id: 7 } })
  const kept = { ...product, variants: [{ ...product.variants[0], keys: [product.variants[0]!.keys[0], { value: 'L' }] }] }
  expect(find.data).toMatchObject(kept)
  const list = await says([{ id: 7, ...product }]).api(products.list, {})
  expect(list.data).toMatchObject([kept])
})

test('names that come with the products of a coupon are kept beside the ids', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const chosen = [{ id: '7', name: 'Aurora' }, 8, '9', { id: 10 }, { name: 'no id' }]
  const { data } = await says([{ id: 1, applicable_products: chosen }]).api(coupons.list, { query: {} })
  expect(data).toMatchObject([{ applicable_products: [7, 8, 9, 10], product_names: { 7: 'Aurora' } }])
})

test('a write whose answer a foreign host may leave out is done, whatever came back', async () => {
  const input = { params: { id: 7 }, body: { name: 'Aurora' } }
  expect(await says({ message: 'ok' }).api(products.update, input)).toBeUndefined()
  expect(await host(() => new Response(null, { status: 204 })).api(products.update, input)).toBeUndefined()
  expect(await says({ deleted: true }).api(products.remove, { params: { id: 7 } })).toEqual({ data: null })
  expect(await host(() => new Response('gone')).api(products.remove, { params: { id: 7 } })).toEqual({ data: null })
})

test('a read whose answer makes no sense is an error', async () => {
  for (const body of [{ data: 'no list' }, null, { games: [] }]) {
    expect((await refusalOf(says(body).api(games.list, {}))).code).toBe('unexpected_answer')
  }
  expect((await refusalOf(host(() => new Response('<html>')).api(games.list, {}))).code).toBe('unexpected_answer')
})

test('the token travels as it is, the body as JSON, parameters and query in the address', async () => {
  const { api, asked } = says({ data: game })
  await api(games.create, { body: { name: 'Apex' } })
  expect(asked[0]).toMatchObject({
    url: 'https://api.example/admin/games',
    init: { method: 'POST', body: '{"name":"Apex"}', headers: { authorization: 'the-token', 'content-type': 'application/json' } },
  })
  await api(products.find, { params: { id: 12 } })
  expect(asked[1]?.url).toBe('https://api.example/products/id/12')
  expect(asked[1]?.init.headers).toEqual({ authorization: 'the-token' })
})

test('without a token no Authorization is sent', async () => {
  const { api, asked } = host(() => Response.json({ data: [] }), null)
  await api(games.list, {})
  expect(asked[0]?.init.headers).toEqual({})
})

test('paths that start with http are left unchanged, others stand on the host', async () => {
  const { api, asked } = says([1])
  await api(external, {})
  expect(asked[0]?.url).toBe('https://other.example/list')
  expect(absolute('https://api.example/', 'media/a.webp')).toBe('https://api.example/media/a.webp')
  expect(absolute('https://api.example', '/media/a.webp')).toBe('https://api.example/media/a.webp')
  expect(absolute('https://api.example', 'http://cdn.example/a.webp')).toBe('http://cdn.example/a.webp')
})

test('a 401 ends the session, on any call but signing in', async () => {
  const refused = { message: 'Sign in again', code: 'unauthenticated' }
  const listing = says(refused, { status: 401 })
  expect((await refusalOf(listing.api(games.list, {}))).status).toBe(401)
  expect(listing.rejected).toEqual(['the-token'])

  const signingIn = says(refused, { status: 401 })
  await refusalOf(signingIn.api(auth.login, { body: { identity: 'a', password: 'b' } }))
  expect(signingIn.rejected).toEqual([])

  const forbidden = says({ message: 'No', code: 'forbidden' }, { status: 403 })
  await refusalOf(forbidden.api(games.list, {}))
  expect(forbidden.rejected).toEqual([])
})

test('a 401 of a call beyond the basic ones leaves the session alone', async () => {
  const all = Object.values(calls).flatMap((group) => Object.values(group))
  for (const call of all.filter(({ upload }) => upload === undefined)) {
    const { api, rejected } = says({ message: 'Who?' }, { status: 401 })
    const params = { id: 1, mediaId: 1, userId: 1 }
    const error = await refusalOf(api(call, { params }))
    const isSilent = call.beyondSpec !== true && call.access !== 'public'
    expect([call.path, rejected, isUnauthenticated(error)]).toEqual([call.path, isSilent ? ['the-token'] : [], isSilent])
  }
})

test('a refusal carries what the server said', async () => {
  const current = { id: 7, version: 4 }
  const body = { message: 'Somebody else saved', code: 'stale_version', fields: { name: 'Taken' }, current }
  const error = await refusalOf(says(body, { status: 409 }).api(games.list, {}))
  expect(error).toMatchObject({
    message: 'Somebody else saved',
    code: 'stale_version',
    status: 409,
    fields: { name: 'Taken' },
    current,
  })

  const throttled = says({ message: 'Slow down', code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '90' } })
  expect((await refusalOf(throttled.api(games.list, {}))).retryAfter).toBe(90)
})

test("a foreign host's refusal keeps its sentence; one without a sentence has ours", async () => {
  expect(await refusalOf(says({ message: 'Nope' }, { status: 409 }).api(games.list, {}))).toMatchObject({
    message: 'Nope',
    code: 'conflict',
  })
  const page = host(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await refusalOf(page.api(games.list, {}))).toMatchObject({ code: 'unexpected_answer', status: 502 })
})

test.each([400, 404, 422, 500, 503])("the server's own sentence counts whatever the status: %i", async (code) => {
  expect((await refusalOf(says({ message: 'Code is taken' }, { status: code }).api(games.list, {}))).said).toBe('Code is taken')
})

test.each([
  ['an empty message', { message: '' }],
  ['a blank message', { message: ' \n' }],
  ['a blank message with a code', { message: ' ', code: 'conflict', fields: { code: 'Taken' } }],
  ['a message that is no text', { message: { en: 'No' } }],
  ['no message', {}],
])('%s is none', async (_, body) => {
  const error = await refusalOf(says(body, { status: 409 }).api(games.list, {}))
  expect(error).toMatchObject({ said: null, status: 409, message: 'The server did not answer as expected.' })
  expect(error.fields).toEqual('fields' in body ? body.fields : {})
})

test('no answer at all is its own kind of failure', async () => {
  const cause = new TypeError('fetch failed')
  const down = host(() => Promise.reject(cause))
  expect(await refusalOf(down.api(games.list, {}))).toMatchObject({
    code: 'unreachable',
    status: 0,
    cause,
    said: null,
    message: 'The server cannot be reached. Check the connection and try again.',
  })
})

test('an aborted call throws what fetch threw', async () => {
  const controller = new AbortController()
  controller.abort()
  const { api } = host(() => Promise.reject(controller.signal.reason as Error))
  await expect(api(games.list, {}, { signal: controller.signal })).rejects.toBe(controller.signal.reason)
})
