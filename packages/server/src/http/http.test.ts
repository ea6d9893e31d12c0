import { calls, ordersExportPath, type Endpoint } from '@keydesk/contract'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../testing.ts'

const everyCall = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries(group).map(([name, endpoint]): { name: string; endpoint: Endpoint; url: string } => ({
    name: `${noun}.${name}`,
    endpoint,
    url: endpoint.path.replace(/:\w+/g, '1'),
  })),
)
const guarded = [
  ...everyCall.filter(({ endpoint }) => endpoint.access === 'admin' || endpoint.access === 'user'),
  { name: 'the export of orders', endpoint: { method: 'GET' as const }, url: ordersExportPath },
]

test.each(everyCall)('$name is served, with and without a slash at the end', async ({ endpoint: { method, path } }) => {
  const { app } = await createTestApp()
  expect(app.hasRoute({ method, url: path.replace(/\/$/, '') })).toBe(true)
  const url = path.replace(/:\w+/g, '999')
  for (const address of [url.replace(/\/$/, ''), `${url.replace(/\/$/, '')}/`]) {
    const answer = await app.inject({ method, url: address })
    expect(answer.json().message, address).not.toBe('There is nothing at this address')
  }
})

test("every administrator's call answers 401 without a live session, before it looks at anything else", async () => {
  const { app, deps, token } = await createTestApp()
  const sign = (claims: object, key = deps.secrets.tokenSigning, alg = 'HS256') =>
    new SignJWT({ sid: 'none', role: 'admin', ...claims })
      .setProtectedHeader({ alg })
      .setSubject('1')
      .setIssuedAt(deps.now())
      .setExpirationTime(new Date(deps.now().getTime() + 60_000))
      .sign(key)
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
  const presented = [
    undefined,
    '',
    'garbage',
    'a.b.c',
    unsigned,
    `${token}x`,
    token.slice(0, -3),
    await sign({ sid }, new Uint8Array(32)),
    await sign({ sid }, deps.secrets.tokenSigning, 'HS512'),
    await sign({ sid: 'unknown' }),
  ]
  for (const { endpoint, url, name } of guarded) {
    for (const authorization of presented) {
      const answer = await app.inject({
        method: endpoint.method,
        url,
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        // Not even JSON: a body that were read first would be refused as such.
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
  const eternal = await new SignJWT({ sid, role: 'admin' })
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
  ['nesting deeper than any call', `${'{"a":'.repeat(32)}[]${'}'.repeat(32)}`, 'application/json', 400, 'The body is nested too deeply'],
  ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json', 413, 'The request is too large'],
])('%s is refused in the error shape', async (_, payload, type, status, message) => {
  const { app, token } = await createTestApp()
  const answer = await app.inject({ method: 'POST', url: '/admin/games', payload, headers: { authorization: token, 'content-type': type } })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ message, code: expect.stringMatching(/^[a-z_]+$/) })
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

test('an address that is none is 404 in the error shape, for every method', async () => {
  const { app, token } = await createTestApp()
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: '/admin/nothing', headers: { authorization: token } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'There is nothing at this address', code: 'not_found' })
  }
})

test('health says what runs; ready waits for the migrations', async () => {
  const { app } = await createTestApp()
  const database = process.env['KEYDESK_TEST_DB']
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), database })
  expect((await app.inject('/ready')).statusCode).toBe(200)

  const empty = await createTestApp({ migrated: false })
  expect((await empty.app.inject('/health')).statusCode).toBe(200)
  const answer = await empty.app.inject('/ready')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'not_migrated' })
  expect(answer.headers['retry-after']).toBe('1')
})

test('the documentation knows every call', async () => {
  const { app } = await createTestApp()
  const document = (await app.inject('/openapi.json')).json() as {
    openapi: string
    paths: Record<string, Record<string, { summary: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  for (const { endpoint, name } of everyCall) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.summary, name).toBe(endpoint.summary)
  }
})

test('the documentation says with which statuses and headers a call answers, and what may repeat it', async () => {
  const { app } = await createTestApp()
  const { paths, components } = (await app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { parameters: { $ref?: string; name?: string }[]; responses: Record<string, { $ref?: string }> }>>
    components: { responses: Record<string, { headers?: object }>; parameters: Record<string, { name: string; in: string }> }
  }
  const purchase = paths['/store/purchases']?.['post']
  expect(Object.keys(purchase?.responses ?? {})).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
  expect(purchase?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(components.parameters['IdempotencyKey']).toMatchObject({ name: 'Idempotency-Key', in: 'header' })
  for (const status of ['429', '503']) {
    const [, name = ''] = /(\w+)$/.exec(purchase?.responses[status]?.$ref ?? '') ?? []
    expect(components.responses[name]?.headers, status).toHaveProperty('Retry-After')
  }
  const csv = paths[ordersExportPath]?.['get']
  expect(csv?.responses['200']).toHaveProperty(['content', 'text/csv'])
  expect(csv?.parameters).toContainEqual(expect.objectContaining({ name: 'time_zone' }))
  const list = paths['/admin/referrals/pending']?.['get']?.responses['200']
  expect(list).toHaveProperty('headers', { 'X-Next-Cursor': expect.anything(), 'X-Total-Count': expect.anything() })
})

test('the documentation can be browsed without a script in the page', async () => {
  const { app } = await createTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = app.addresses()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address.port : ''}`
  const page = await fetch(`${base}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).toContain('swagger-ui')
  const policy = String(page.headers.get('content-security-policy'))
  expect(policy).toContain("script-src 'self'")
  // Over plain HTTP a browser would ask for the scripts by HTTPS, and show nothing.
  expect(policy).not.toContain('upgrade-insecure-requests')
  for (const name of ['x-content-type-options', 'x-frame-options', 'referrer-policy']) expect(page.headers.has(name), name).toBe(true)
  const [, script] = /src="([^"]+initializer[^"]*)"/.exec(html) ?? []
  expect((await fetch(new URL(script ?? '', page.url))).status).toBe(200)
  for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await fetch(new URL(path, page.url))
    expect(file.status, path).toBe(200)
    expect(file.headers.get('x-content-type-options'), path).toBe('nosniff')
    await file.arrayBuffer()
  }
  expect(await (await fetch(`${base}/docs/json`)).json()).toMatchObject({ openapi: '3.1.0' })
})

test('the files of the documentation are compressed, and kept by the browser', async () => {
  const { app } = await createTestApp()
  const [url = ''] = /[^"]+bundle\.js/.exec((await app.inject('/docs')).body) ?? []
  const plain = await app.inject({ url, headers: {} })
  for (const encoding of ['br', 'gzip']) {
    const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(answer.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  for (const other of ['/docs/0.0.0/swagger-ui.css', url.replace(/[^/]+$/, 'package.json'), url.replace(/[^/]+$/, 'constructor')]) {
    expect((await app.inject(other)).statusCode, other).toBe(404)
  }
})

test('metrics are told by route, never by address', async () => {
  const { app, call } = await createTestApp()
  await call('GET', '/products/id/12345')
  const text = (await app.inject('/metrics')).body
  expect(text).toContain('route="/products/id/:id"')
  expect(text).not.toContain('12345')
  expect(text).toContain('process_resident_memory_bytes')
})

test.each(['/metrics', '/metrics/'])('%s answers only this machine, where no token is set', async (url) => {
  const { app } = await createTestApp({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url, remoteAddress, headers })
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect((await ask(address)).statusCode).toBe(200)
  for (const [address, headers] of [
    ['10.0.0.1', {}],
    ['192.0.2.1', {}],
    ['10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { 'x-forwarded-for': '' }],
    ['127.0.0.1', { 'x-real-ip': '192.0.2.1' }],
  ] as const) {
    const answer = await ask(address, headers)
    expect(answer.statusCode, JSON.stringify([address, headers])).toBe(403)
    expect(answer.body).not.toContain('process_')
  }
})

test('where a token is set, the metrics need it, from wherever they are asked for', async () => {
  const { app } = await createTestApp({ metricsToken: 'a-token-of-the-monitoring' })
  const ask = (authorization?: string, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/metrics', remoteAddress, headers: authorization === undefined ? {} : { authorization } })
  expect((await ask('Bearer a-token-of-the-monitoring')).statusCode).toBe(200)
  for (const wrong of [undefined, '', 'a-token-of-the-monitoring', 'Bearer ', 'Bearer a-token', 'Basic a-token-of-the-monitoring']) {
    expect((await ask(wrong)).statusCode, wrong).toBe(401)
    expect((await ask(wrong, '127.0.0.1')).statusCode, wrong).toBe(401)
  }
})

test('every answer carries the security headers, and no script may stand in a page', async () => {
  const { app } = await createTestApp()
  const { headers } = await app.inject('/health')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
})

test('answers to calls may do nothing in a browser, and carry no header for documents', async () => {
  const { app, token } = await createTestApp()
  for (const url of ['/games-list', '/admin/products', '/products/id/1']) {
    const { headers } = await app.inject({ url, headers: { authorization: token } })
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(Object.keys(headers)).not.toContain('cross-origin-opener-policy')
  }
})

test('other origins may call only where CORS_ORIGINS names them', async () => {
  const { app } = await createTestApp({ corsOrigins: ['https://shop.example'] })
  const allowed = await app.inject({ url: '/health', headers: { origin: 'https://shop.example' } })
  expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example')
  for (const name of ['x-next-cursor', 'x-total-count']) expect(allowed.headers['access-control-expose-headers']).toContain(name)
  const other = await app.inject({ url: '/health', headers: { origin: 'https://evil.example' } })
  expect(other.headers['access-control-allow-origin']).toBeUndefined()
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/admin/products',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-methods']).toContain('PUT')

  const closed = await createTestApp()
  expect(
    (await closed.app.inject({ url: '/health', headers: { origin: 'https://shop.example' } })).headers['access-control-allow-origin'],
  ).toBeUndefined()
})

test('no secret reaches the log: not a password, not a token, not what was searched for', async () => {
  const { app, call, token, logged } = await createTestApp()
  await call('POST', '/auth/password-login', { identity: 'admin', password: 'a password that must not be seen' }, { token: null })
  await call('GET', '/games-list?q=KEY-OF-A-CUSTOMER')
  await app.inject({
    method: 'POST',
    url: '/admin/games',
    payload: '{"name":"KEY-OF-A',
    headers: { authorization: token, 'content-type': 'application/json' },
  })
  const text = logged.join('')
  expect(text).toContain('/auth/password-login')
  expect(text).not.toContain('a password that')
  expect(text).not.toContain('KEY-OF-A')
  expect(text).not.toContain(token.split('.')[2])
})

test('the lines about a request bear its id', async () => {
  const { app, call, logged, deps } = await createTestApp()
  await call('GET', '/games-list')
  await call('GET', '/games-list')
  await deps.db.schema.dropTable('announcement').execute()
  await call('GET', '/admin/announcements')
  const linesAbout = (message: string) =>
    logged.map((line) => JSON.parse(line) as { msg: string; reqId: string }).filter(({ msg }) => msg === message)
  await vi.waitFor(() => expect(linesAbout('request')).toHaveLength(3))
  const ids = linesAbout('request').map(({ reqId }) => reqId)
  expect(new Set(ids).size).toBe(3)
  expect(linesAbout('request failed')).toMatchObject([{ reqId: ids[2] }])
  await app.close()
})
