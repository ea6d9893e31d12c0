import { auth, endpoint, games, products, wrapped } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { absolute } from './address.ts'
import { ApiError, createApi } from './call.ts'

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

test('a write whose answer the specification does not show is done, whatever came back', async () => {
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
    isFromServer: true,
  })

  const throttled = says({ message: 'Slow down', code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '90' } })
  expect((await refusalOf(throttled.api(games.list, {}))).retryAfter).toBe(90)
})

test("a foreign host's refusal keeps its sentence; one without a sentence has ours", async () => {
  expect(await refusalOf(says({ message: 'Nope' }, { status: 409 }).api(games.list, {}))).toMatchObject({
    message: 'Nope',
    code: 'conflict',
    isFromServer: true,
  })
  const page = host(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await refusalOf(page.api(games.list, {}))).toMatchObject({ code: 'unexpected_answer', status: 502, isFromServer: false })
})

test('no answer at all is its own kind of failure', async () => {
  const cause = new TypeError('fetch failed')
  const down = host(() => Promise.reject(cause))
  expect(await refusalOf(down.api(games.list, {}))).toMatchObject({
    code: 'unreachable',
    status: 0,
    cause,
    isFromServer: false,
    message: 'The server cannot be reached. Check the connection and try again.',
  })
})

test('an aborted call throws what fetch threw', async () => {
  const controller = new AbortController()
  controller.abort()
  const { api } = host(() => Promise.reject(controller.signal.reason as Error))
  await expect(api(games.list, {}, { signal: controller.signal })).rejects.toBe(controller.signal.reason)
})
