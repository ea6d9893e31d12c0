import { account, ordersExport } from '@keydesk/contract'
import { expect, test, vi } from 'vitest'
import { system } from '../actor.ts'
import { createApiKey } from '../modules/api-keys/api-keys.service.ts'
import { createTestApp, testAdmin } from '../testing.ts'
import { codeAt, setUpTwoFactor } from '../testing/shop/authenticator.ts'
import { makeVariant } from '../testing/shop/catalogue.ts'
import { everyCall } from '../testing/every-call.ts'

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

test('nothing on the way may keep what a call answers, whichever it is, nor a file that is made on request', async () => {
  const app = await createTestApp()
  const { key } = await createApiKey(app.deps, system, 'storefront')
  await makeVariant(app, ['KEY-1'])
  const kept: string[] = []
  // The last call ends the session.
  const logout = everyCall.filter(({ name }) => name === 'auth.logout')
  for (const { name, endpoint, url } of [...everyCall.filter((call) => !logout.includes(call)), ...logout]) {
    const authorization = endpoint.access === 'store' ? `Bearer ${key}` : app.token
    for (const headers of [{ authorization }, {}]) {
      const answer = await app.app.inject({ method: endpoint.method, url, headers })
      if (answer.headers['cache-control'] !== 'no-store') kept.push(`${name} ${answer.statusCode}`)
    }
  }
  expect(kept).toEqual([])
  expect((await app.app.inject(ordersExport.path)).headers['cache-control']).toBe('no-store')
  // The API document, images and the app itself contain no secret.
  expect((await app.app.inject('/openapi.json')).headers['cache-control']).not.toBe('no-store')
})

test('a sign-in, recovery codes and removed keys are kept nowhere', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['KEY-1'])
  const login = { identity: testAdmin.username, password: testAdmin.password }
  for (const answer of [
    await app.call('POST', '/auth/password-login', login, { token: null }),
    await app.call('GET', `/admin/variants/${id}/removed-keys`),
    await app.call('POST', account.enableTwoFactor.path, { code: codeAt(await setUpTwoFactor(app), app.clock.at) }),
  ])
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
})

test('other origins may call only where CORS_ORIGINS names them', async () => {
  const { app } = await createTestApp({ corsOrigins: ['https://shop.example'] })
  const allowed = await app.inject({ url: '/health', headers: { origin: 'https://shop.example' } })
  expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example')
  for (const name of ['x-next-cursor', 'x-total-count', 'keydesk-left-out'])
    expect(allowed.headers['access-control-expose-headers']).toContain(name)
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
