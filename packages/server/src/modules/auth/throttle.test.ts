import { account } from '@keydesk/contract'
import { describe, expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { createAdministrator } from '../users/users.service.ts'
import { resetPassword } from './passwords.service.ts'

const signIn = ({ app }: TestApp, identity: string, password: string, remoteAddress = '10.0.0.1') =>
  app.inject({ method: 'POST', url: '/auth/password-login', payload: { identity, password }, remoteAddress })

const minutes = (server: TestApp, count: number) => {
  server.clock.at = new Date(server.clock.at.getTime() + count * 60_000)
}

test('after 10 failures for a name from one network even the right password waits there, and the answer says how long', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 10; i += 1) expect((await signIn(server, 'admin', 'wrong')).statusCode).toBe(401)
  minutes(server, 5)
  const answer = await signIn(server, ' ADMIN', testAdmin.password)
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('600')
  expect(answer.json()).toEqual({ message: 'Too many failed sign-ins. Please try again in 10 minutes.', code: 'too_many_requests' })
  expect((await signIn(server, 'admin', testAdmin.password, '10.9.9.9')).statusCode).toBe(200)

  minutes(server, 10)
  expect((await signIn(server, 'admin', testAdmin.password)).statusCode).toBe(200)
})

test.each([
  ['an IPv6 /64', (i: number) => `2001:db8:1:2::${i + 1}`, '2001:db8:1:2:ffff::1', '2001:db8:1:3::1'],
  ['IPv4, also written as IPv6', (i: number) => (i % 2 ? '192.0.2.1' : '::ffff:192.0.2.1'), '::ffff:c000:201', '::ffff:192.0.2.2'],
])('%s is one network', async (_, addressOf, same, other) => {
  const server = await createTestApp()
  for (let i = 0; i < 10; i += 1) expect((await signIn(server, 'admin', 'wrong', addressOf(i))).statusCode).toBe(401)
  expect((await signIn(server, 'admin', testAdmin.password, same)).statusCode).toBe(429)
  expect((await signIn(server, 'admin', testAdmin.password, other)).statusCode).toBe(200)
})

test('a name that fails from many networks is slowed to one attempt a second, and never locked', async () => {
  const server = await createTestApp()
  for (let i = 0; i < 40; i += 1) {
    minutes(server, i < 10 ? 0 : 1 / 60)
    expect((await signIn(server, 'admin', 'wrong', `10.0.1.${i}`)).statusCode).toBe(401)
  }
  const early = await signIn(server, 'admin', testAdmin.password, '10.9.9.9')
  expect(early.statusCode).toBe(429)
  expect(early.headers['retry-after']).toBe('1')
  expect(early.json()).toMatchObject({ message: 'Too many failed sign-ins. Please try again in 1 second.' })
  // Other names are not slowed.
  expect((await signIn(server, 'somebody', 'wrong', '10.9.9.9')).statusCode).toBe(401)
  minutes(server, 1 / 60)
  expect((await signIn(server, 'admin', testAdmin.password, '10.9.9.9')).statusCode).toBe(200)
})

test('where somebody has signed in before, the failures of strangers do not slow them', async () => {
  const server = await createTestApp()
  const home = '2001:db8:5:6::7'
  expect((await signIn(server, 'admin', testAdmin.password, home)).statusCode).toBe(200)
  for (let i = 0; i < 10; i += 1) await signIn(server, 'admin', 'wrong', `10.0.1.${i}`)
  expect((await signIn(server, 'admin', testAdmin.password, '10.9.9.9')).statusCode).toBe(429)
  expect((await signIn(server, 'admin', testAdmin.password, '2001:db8:5:6::8')).statusCode).toBe(200)
  // Failures from the known network still count.
  for (let i = 0; i < 10; i += 1) expect((await signIn(server, 'admin', 'wrong', home)).statusCode).toBe(401)
  expect((await signIn(server, 'admin', testAdmin.password, home)).statusCode).toBe(429)
})

test('a network is known for 90 days', async () => {
  const server = await createTestApp()
  const home = '2001:db8:5:6::7'
  expect((await signIn(server, 'admin', testAdmin.password, home)).statusCode).toBe(200)
  const signInAfter = async (days: number) => {
    minutes(server, days * 24 * 60)
    for (let i = 0; i < 10; i += 1) await signIn(server, 'admin', 'wrong', `10.0.1.${i}`)
    return (await signIn(server, 'admin', 'wrong', home)).statusCode
  }
  expect(await signInAfter(90)).toBe(401)
  expect(await signInAfter(1)).toBe(429)
})

test('the answers do not tell which email belongs to a username', async () => {
  const server = await createTestApp()
  await createAdministrator(server.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const tell = async (server_: TestApp, email: string) => {
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push(await signIn(server_, 'admin', 'wrong'))
    for (let i = 0; i < 11; i += 1) answers.push(await signIn(server_, email, 'wrong'))
    return answers.map((answer) => [answer.statusCode, answer.headers['retry-after'], answer.body])
  }
  const own = await tell(server, testAdmin.email)
  await server.deps.db.deleteFrom('sign_in_attempt').execute()
  const anothers = await tell(server, 'ann@example.com')
  await server.deps.db.deleteFrom('sign_in_attempt').execute()
  expect(own).toEqual(anothers)
  expect(await tell(server, 'nobody@example.com')).toEqual(own)
})

test('a password that is reset on the command line lets in at once', async () => {
  const server = await createTestApp()
  for (const identity of ['admin', testAdmin.email]) for (let i = 0; i < 11; i += 1) await signIn(server, identity, 'wrong')
  await resetPassword(server.deps, system, 'admin', 'a new and longer password')
  for (const identity of ['admin', testAdmin.email]) {
    expect((await signIn(server, identity, 'a new and longer password')).statusCode).toBe(200)
  }
})

test('nothing that strangers do at the sign-in stops a session', async () => {
  const server = await createTestApp()
  // These include failures from the session's own network.
  for (let i = 0; i < 60; i += 1) await signIn(server, i % 2 ? 'admin' : `name-${i}`, 'wrong', '127.0.0.1')
  for (let i = 0; i < 20; i += 1) await signIn(server, 'admin', 'wrong', `10.0.1.${i}`)
  expect((await signIn(server, 'admin', testAdmin.password, '127.0.0.1')).statusCode).toBe(429)
  expect((await server.call('GET', '/games-list')).status).toBe(200)
  const passwords = { current_password: testAdmin.password, new_password: 'a new and longer password' }
  expect((await server.call('POST', account.changePassword.path, passwords)).status).toBe(200)
})

test('codes cannot be guessed from many networks, and who is signed in is not held up', async () => {
  const server = await createTestApp()
  const { nextCode } = await turnOnTwoFactor(server)
  const withCode = (code: string, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/auth/password-login',
      payload: { identity: 'admin', password: testAdmin.password, code },
      remoteAddress,
    })
  for (let i = 0; i < 10; i += 1) expect((await withCode('000000', `10.0.1.${i}`)).statusCode).toBe(401)
  minutes(server, 1)
  expect((await withCode(nextCode(), '10.0.2.1')).statusCode).toBe(429)
  // A caller who does not have the password cannot see this limit.
  minutes(server, 1)
  expect((await signIn(server, 'admin', 'wrong', '10.0.2.2')).statusCode).toBe(401)
  const passwords = { current_password: testAdmin.password, new_password: 'a new and longer password', code: nextCode() }
  expect((await server.call('POST', account.changePassword.path, passwords)).status).toBe(200)
})

test('50 failures from a network stop that network alone, whatever the names', async () => {
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
    // The client can put an address in the header before the proxy's; it is ignored.
    expect((await forwarded(server, '198.51.100.7, 203.0.113.1', 'other')).statusCode).toBe(429)
    expect((await forwarded(server, '203.0.113.2', 'other')).statusCode).toBe(401)
  })

  test.each([
    ['IPv4', (port: number) => `203.0.113.1:${port}`, '203.0.113.2:50001'],
    ['IPv6', (port: number) => `[2001:db8:1:2::3]:${port}`, '[2001:db8:1:3::3]:50001'],
    ['IPv4 behind another trusted proxy', (port: number) => `203.0.113.1:${port}, 10.0.0.2:${port}`, '203.0.113.2:50001, 10.0.0.2:50001'],
  ])('the ports that it adds to addresses (%s) do not make clients of connections', async (_, connection, otherClient) => {
    const server = await createTestApp({ trustedProxies: ['10.0.0.0/24'] })
    for (let i = 0; i < 50; i += 1) expect((await forwarded(server, connection(50_000 + i), `name-${i}`)).statusCode).toBe(401)
    expect((await forwarded(server, connection(60_000), 'other')).statusCode).toBe(429)
    expect((await forwarded(server, otherClient, 'other')).statusCode).toBe(401)
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
