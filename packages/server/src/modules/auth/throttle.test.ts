import { describe, expect, test } from 'vitest'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'

const signIn = ({ app }: TestApp, identity: string, password: string, remoteAddress = '10.0.0.1') =>
  app.inject({ method: 'POST', url: '/auth/password-login', payload: { identity, password }, remoteAddress })

const minutes = (server: TestApp, count: number) => {
  server.clock.at = new Date(server.clock.at.getTime() + count * 60_000)
}

test('after 10 failures for a name even the right password waits, and the answer says how long', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 10; i += 1) expect((await signIn(server, 'admin', 'wrong', `10.0.0.${i}`)).statusCode).toBe(401)
  minutes(server, 5)
  const answer = await signIn(server, ' ADMIN', testAdmin.password, '10.9.9.9')
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('600')
  expect(answer.json()).toEqual({ message: 'Too many failed sign-ins. Please try again in 10 minutes.', code: 'too_many_requests' })

  minutes(server, 10)
  expect((await signIn(server, 'admin', testAdmin.password)).statusCode).toBe(200)
})

test('an account has one count, whether its name or its email is typed', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 10; i += 1) expect((await signIn(server, i % 2 ? 'admin' : testAdmin.email, 'wrong')).statusCode).toBe(401)
  expect((await signIn(server, testAdmin.email, testAdmin.password)).statusCode).toBe(429)
  expect((await signIn(server, 'admin', testAdmin.password)).statusCode).toBe(429)
})

test('50 failures from an address stop that address alone, whatever the names', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 50; i += 1) expect((await signIn(server, `name-${i}`, 'wrong')).statusCode).toBe(401)
  expect((await signIn(server, 'admin', testAdmin.password)).statusCode).toBe(429)
  expect((await signIn(server, 'admin', testAdmin.password, '10.0.0.2')).statusCode).toBe(200)
})

describe('behind a reverse proxy', () => {
  const forwarded = ({ app }: TestApp, client: string, name: string) =>
    app.inject({
      ...{ method: 'POST', url: '/auth/password-login', remoteAddress: '10.0.0.1', payload: { identity: name, password: 'wrong' } },
      headers: { 'x-forwarded-for': client },
    })

  test('one that is trusted says who asks, so that its clients are counted apart', async () => {
    const server = await createTestApp({ trustedProxies: ['10.0.0.0/24'] })
    for (let i = 0; i < 50; i += 1) expect((await forwarded(server, '203.0.113.1', `name-${i}`)).statusCode).toBe(401)
    expect((await forwarded(server, '203.0.113.1', 'other')).statusCode).toBe(429)
    // What the client wrote into the header itself stands before what the proxy saw, and counts for nothing.
    expect((await forwarded(server, '198.51.100.7, 203.0.113.1', 'other')).statusCode).toBe(429)
    expect((await forwarded(server, '203.0.113.2', 'other')).statusCode).toBe(401)
  })

  test.each([[[]], [['10.0.1.0/24']]])('anybody else is counted by the address they come from (trusted: %j)', async (trustedProxies) => {
    const server = await createTestApp({ trustedProxies })
    for (let i = 0; i < 50; i += 1) expect((await forwarded(server, `203.0.113.${i}`, `name-${i}`)).statusCode).toBe(401)
    expect((await forwarded(server, '203.0.113.200', 'other')).statusCode).toBe(429)
  })
})

test('sign-ins that succeed are not counted', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 12; i += 1) expect((await signIn(server, 'admin', testAdmin.password)).statusCode).toBe(200)
})

test('many tries at once cannot slip past the limit', async () => {
  const server = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(server, 'admin', `guess ${i}`)))
  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('what was typed as a name is not kept readable', async () => {
  const server = await createTestApp()
  await signIn(server, 'my-secret-password', 'wrong')
  const rows = await server.deps.db.selectFrom('sign_in_attempt').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('my-secret')
})
