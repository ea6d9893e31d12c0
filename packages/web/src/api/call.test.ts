import { calls, endpoint, games, products, signIn, wrapped } from '@keydesk/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { absolute } from './address.ts'
import { isUnauthenticated } from './error.ts'
import { host, refusalOf, hostAnswering } from '../../test/host.ts'

const game = { id: 3, name: 'Apex' }
const elsewhere: string = 'https://other.example/list'
const external = endpoint({
  method: 'GET',
  path: elsewhere,
  access: 'orders:read',
  summary: 'Elsewhere',
  response: wrapped(z.array(z.int())),
})

test('sends the plain token, a JSON body, and parameters and query in the address', async () => {
  const { api, requests } = hostAnswering({ data: game })
  await api(games.create, { body: { name: 'Apex' } })
  expect(requests[0]).toMatchObject({
    url: 'https://api.example/admin/games',
    init: { method: 'POST', body: '{"name":"Apex"}', headers: { authorization: 'the-token', 'content-type': 'application/json' } },
  })
  await api(products.find, { params: { id: 12 } })
  expect(requests[1]?.url).toBe('https://api.example/products/id/12')
  expect(requests[1]?.init.headers).toEqual({ authorization: 'the-token' })
  // No time limit: a call waits for its answer.
  expect(requests[1]?.init.signal).toBeUndefined()
})

test('sends no Authorization without a token', async () => {
  const { api, requests } = host(() => Response.json({ data: [] }), null)
  await api(games.list, {})
  expect(requests[0]?.init.headers).toEqual({})
})

test('keeps paths that start with http, and puts others on the host', async () => {
  const { api, requests } = hostAnswering([1])
  await api(external, {})
  expect(requests[0]?.url).toBe('https://other.example/list')
  expect(absolute('https://api.example/', 'media/a.webp')).toBe('https://api.example/media/a.webp')
  expect(absolute('https://api.example', '/media/a.webp')).toBe('https://api.example/media/a.webp')
  expect(absolute('https://api.example', 'http://cdn.example/a.webp')).toBe('http://cdn.example/a.webp')
})

test('a 401 ends the session, except on sign-in', async () => {
  const refused = { message: 'Sign in again', code: 'unauthenticated' }
  const listing = hostAnswering(refused, { status: 401 })
  expect((await refusalOf(listing.api(games.list, {}))).status).toBe(401)
  expect(listing.rejected).toEqual(['the-token'])

  const signingIn = hostAnswering(refused, { status: 401 })
  await refusalOf(signingIn.api(signIn.login, { body: { identity: 'a', password: 'b' } }))
  expect(signingIn.rejected).toEqual([])

  const forbidden = hostAnswering({ message: 'No', code: 'forbidden' }, { status: 403 })
  await refusalOf(forbidden.api(games.list, {}))
  expect(forbidden.rejected).toEqual([])
})

test("beyond the basic calls only Keydesk's own 401 ends the session", async () => {
  const all = Object.values(calls).flatMap((group) => Object.values(group))
  const ends = async (call: (typeof all)[number], body: object) => {
    const { api, rejected } = hostAnswering(body, { status: 401 })
    const error = await refusalOf(api(call, { params: { id: 1, mediaId: 1, userId: 1 } }))
    expect(rejected).toEqual(isUnauthenticated(error) ? ['the-token'] : [])
    return isUnauthenticated(error)
  }
  for (const call of all.filter(({ upload }) => upload === undefined)) {
    const isSignedIn = call.access !== 'public' && call.access !== 'store'
    expect(await ends(call, { message: 'Who?' }), call.path).toBe(isSignedIn && call.beyondSpec !== true)
    expect(await ends(call, { message: 'Sign in again', code: 'unauthenticated' }), call.path).toBe(isSignedIn)
  }
})

test("a refusal carries the server's message and details", async () => {
  const current = { id: 7, version: 4 }
  const body = { message: 'Somebody else saved', code: 'stale_version', fields: { name: 'Taken' }, current }
  const error = await refusalOf(hostAnswering(body, { status: 409 }).api(games.list, {}))
  expect(error).toMatchObject({
    message: 'Somebody else saved',
    code: 'stale_version',
    status: 409,
    fields: { name: 'Taken' },
    current,
  })

  const throttled = hostAnswering({ message: 'Slow down', code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '90' } })
  expect((await refusalOf(throttled.api(games.list, {}))).retryAfter).toBe(90)
})

test("keeps a foreign host's message, and uses ours if there is none", async () => {
  expect(await refusalOf(hostAnswering({ message: 'Nope' }, { status: 409 }).api(games.list, {}))).toMatchObject({
    message: 'Nope',
    code: 'conflict',
  })
  const page = host(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await refusalOf(page.api(games.list, {}))).toMatchObject({ code: 'unexpected_answer', status: 502 })
})

test.each([400, 404, 422, 500, 503])("status %i: the server's own message is used", async (code) => {
  expect((await refusalOf(hostAnswering({ message: 'Code is taken' }, { status: code }).api(games.list, {}))).serverMessage).toBe(
    'Code is taken',
  )
})

test.each([
  ['an empty message', { message: '' }],
  ['a blank message', { message: ' \n' }],
  ['a blank message with a code', { message: ' ', code: 'conflict', fields: { code: 'Taken' } }],
  ['a message that is no text', { message: { en: 'No' } }],
  ['no message', {}],
])('%s counts as no server message', async (_, body) => {
  const error = await refusalOf(hostAnswering(body, { status: 409 }).api(games.list, {}))
  expect(error).toMatchObject({ serverMessage: null, status: 409, message: 'The server did not answer as expected.' })
  expect(error.fields).toEqual('fields' in body ? body.fields : {})
})

test('no answer is a failure of its own kind', async () => {
  const cause = new TypeError('fetch failed')
  const down = host(() => Promise.reject(cause))
  expect(await refusalOf(down.api(games.list, {}))).toMatchObject({
    code: 'unreachable',
    status: 0,
    cause,
    serverMessage: null,
    message: 'The server cannot be reached. Check the connection and try again.',
  })
})

test('an aborted call throws the error of fetch', async () => {
  const controller = new AbortController()
  controller.abort()
  const { api } = host(() => Promise.reject(controller.signal.reason as Error))
  await expect(api(games.list, {}, { signal: controller.signal })).rejects.toBe(controller.signal.reason)
})

test('an answer that breaks off is a lost connection for a read, and ignored for a write', async () => {
  const brokenOff = () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"data":['))
        stream.error(new TypeError('terminated'))
      },
    })
    return host(() => new Response(body))
  }
  expect((await refusalOf(brokenOff().api(games.list, {}))).code).toBe('unreachable')
  expect(await brokenOff().api(games.create, { body: { name: 'Apex' } })).toBeUndefined()
})
