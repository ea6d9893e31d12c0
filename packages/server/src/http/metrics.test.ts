import { expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'

test('metrics have the route, never the address', async () => {
  const { app, call } = await createTestApp()
  await call('GET', '/products/id/12345')
  const text = (await app.inject('/metrics')).body
  expect(text).toContain('route="/products/id/:id"')
  expect(text).not.toContain('/12345')
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
