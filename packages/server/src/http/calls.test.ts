import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'
import { everyCall, everyFile } from '../testing/every-call.ts'

const guarded = [
  ...everyCall.filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'optional' && endpoint.access !== 'store'),
  ...everyFile,
]

test('every call is served, with and without a slash at the end', async () => {
  const { app } = await createTestApp()
  for (const { name, endpoint } of everyCall) {
    const { method, path } = endpoint
    expect(app.hasRoute({ method, url: path.replace(/\/$/, '') }), name).toBe(true)
    const url = path.replace(/:\w+/g, '999')
    for (const address of [url.replace(/\/$/, ''), `${url.replace(/\/$/, '')}/`]) {
      const answer = await app.inject({ method, url: address })
      expect(answer.json().message, `${name}: ${address}`).not.toBe('There is nothing at this address')
    }
  }
})

test("every administrator's call answers 401 without a live session, before it looks at anything else", async () => {
  const { app, token } = await createTestApp()
  // hostile/authorisation.test.ts tries every kind of invalid session.
  const presented = [undefined, `${token}x`]
  for (const { endpoint, url, name } of guarded) {
    for (const authorization of presented) {
      const answer = await app.inject({
        method: endpoint.method,
        url,
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        // Invalid JSON: if the body were read first, this request would be refused for it.
        payload: endpoint.method === 'GET' ? undefined : '{not json',
      })
      expect(answer.statusCode, `${name} with ${authorization}`).toBe(401)
      expect(answer.json(), name).toEqual({ message: expect.any(String), code: 'unauthenticated' })
    }
  }
})

test('a token without exp is refused by the server', async () => {
  const { call, deps, token } = await createTestApp()
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const eternal = await new SignJWT({ sid, role: 'owner' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('1')
    .setIssuedAt(deps.now())
    .sign(deps.secrets.tokenSigning)
  expect((await call('GET', '/games-list', undefined, { token: eternal })).status).toBe(401)
})

test.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '9007199254740993', '%00'])(
  'the id %s is refused with 400',
  async (id) => {
    const { call } = await createTestApp()
    expect(await call('GET', `/admin/variants/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'An id must be a positive whole number', code: 'invalid_input' },
    })
  },
)

test.each([
  ['cursor', 'x'.repeat(501), 'Too big: expected string to have <=500 characters', 'Too big: expected string to have <=500 characters'],
  ['sort', 'title&sort=id', 'The value of sort is not valid', 'Invalid input: expected string, received array'],
])('a %s that no rule of ours has a sentence for is refused in English', async (name, value, message, sentence) => {
  const { call } = await createTestApp()
  expect(await call('GET', `/admin/announcements?${name}=${value}`)).toMatchObject({
    status: 400,
    body: { message, code: 'invalid_input', fields: { [name]: sentence } },
  })
})

test.each([
  ['broken JSON', '{"name":', 'application/json', 400, 'The body is not valid JSON'],
  ['an empty body', '', 'application/json', 400, 'Name is required'],
  ['a body of blanks', '  ', 'application/json', 400, 'Name is required'],
  ['a list in place of an object', '[]', 'application/json', 400, 'The body must be a JSON object'],
  ['null in place of an object', 'null', 'application/json', 400, 'The body must be a JSON object'],
  ['a text in place of an object', '"x"', 'application/json', 400, 'The body must be a JSON object'],
  ['a form', '--x--', 'multipart/form-data; boundary=x', 415, 'The body must be application/json'],
  ['XML', '<game/>', 'application/xml', 415, 'The body must be application/json'],
  ['what fetch sends without a type', '{"name":"Go"}', 'text/plain;charset=UTF-8', 415, 'The body must be application/json'],
  ['nesting deeper than any call', `${'{"a":'.repeat(32)}[]${'}'.repeat(32)}`, 'application/json', 400, 'The body is nested too deeply'],
  ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json', 413, 'The request is too large'],
])('%s is refused in the error shape', async (_, payload, type, status, message) => {
  const { app, token } = await createTestApp()
  const answer = await app.inject({ method: 'POST', url: '/admin/games', payload, headers: { authorization: token, 'content-type': type } })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ message, code: expect.stringMatching(/^[a-z_]+$/) })
})

test('a compressed body is refused as one', async () => {
  const { app, token } = await createTestApp()
  const send = (encoding: string, payload: string | Buffer) => {
    const headers = { authorization: token, 'content-type': 'application/json', 'content-encoding': encoding }
    return app.inject({ method: 'POST', url: '/admin/games', payload, headers })
  }
  const text = '{"name":"Go"}'
  for (const [encoding, payload] of [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
  ] as const) {
    const answer = await send(encoding, payload)
    expect(answer.statusCode, encoding).toBe(415)
    expect(answer.json()).toEqual({ message: 'The body must not be compressed', code: 'unsupported_media' })
  }
  expect((await send('identity', text)).statusCode).toBe(200)
})

test('a call without a payload may still say that it is JSON', async () => {
  const { app, token } = await createTestApp()
  const headers = { authorization: token, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/auth/logout', headers, payload: '' })
  expect(answer.statusCode).toBe(200)
})

test('a value whose length cannot be compared is refused like any other that is no text', async () => {
  const { app, token } = await createTestApp()
  const payload = { name: { length: { toString: 'x' } } }
  const answer = await app.inject({ method: 'POST', url: '/admin/games', headers: { authorization: token }, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message: 'A value of the body is not valid', code: 'invalid_input' })
})

test('an unknown address is 404 in the error shape, for every method', async () => {
  const { app, token } = await createTestApp()
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: '/admin/nothing', headers: { authorization: token } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'There is nothing at this address', code: 'not_found' })
  }
})
