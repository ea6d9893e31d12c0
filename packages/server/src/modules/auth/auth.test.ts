import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { createAdministrator } from '../users/users.service.ts'

const refused = { message: 'Invalid credentials. Please try again.', code: 'unauthenticated' }

const signIn = ({ call }: TestApp, identity: string, password: string) =>
  call('POST', '/auth/password-login', { identity, password }, { token: null })

const middle = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

test('an administrator signs in by username or by email, whatever the case', async () => {
  const server = await createTestApp()
  for (const identity of [testAdmin.username, testAdmin.email, 'ADMIN', 'Admin@Example.com', '  admin ']) {
    const { status, body } = await signIn(server, identity, testAdmin.password)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: { token: expect.stringMatching(/^ey/), user: { id: 1, username: 'admin', email: 'admin@example.com', role: 'owner' } },
    })
  }
})

test('the token says who, which session, which role, from when and until when', async () => {
  const server = await createTestApp()
  const { body } = await signIn(server, 'admin', testAdmin.password)
  const seconds = server.clock.at.getTime() / 1000
  const { data }: { data: { token: string } } = body
  expect(middle(data.token)).toEqual({
    sub: '1',
    sid: expect.any(String),
    role: 'owner',
    iat: seconds,
    exp: seconds + 12 * 3600,
  })
})

test('a wrong password, an unknown name and a customer get the same refusal', async () => {
  const server = await createTestApp()
  const id = await createAdministrator(server.deps, system, { ...testAdmin, username: 'cy', email: 'cy@example.com' })
  await server.deps.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', id).execute()
  for (const [identity, password] of [
    ['admin', 'wrong password'],
    ['nobody', testAdmin.password],
    ['cy', testAdmin.password],
  ] as const) {
    expect(await signIn(server, identity, password)).toMatchObject({ status: 401, body: refused })
  }
})

test.each([
  [{}, 'Username or email is required'],
  [{ identity: '', password: 'x' }, 'Username or email is required'],
  [{ identity: '   ', password: 'x' }, 'Username or email is required'],
  [{ identity: 'admin' }, 'Password is required'],
  [{ identity: 'admin', password: '' }, 'Password is required'],
  [{ identity: 7, password: 'x' }, 'Username or email must be text'],
  [{ identity: 'admin', password: ['x'] }, 'Password must be text'],
])('%o is refused with 400', async (body, message) => {
  const { call } = await createTestApp()
  const answer = await call('POST', '/auth/password-login', body, { token: null })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ message, code: 'invalid_input' })
})

test('the token is taken as is and with a Bearer prefix', async () => {
  const { call, token } = await createTestApp()
  for (const presented of [token, `Bearer ${token}`, `bearer ${token}`]) {
    expect((await call('GET', '/games-list', undefined, { token: presented })).status).toBe(200)
  }
})

test('logging out ends the session for real', async () => {
  const { call, token } = await createTestApp()
  expect(await call('POST', '/auth/logout')).toMatchObject({ status: 200, body: { data: null } })
  expect((await call('GET', '/games-list')).status).toBe(401)
  expect((await call('POST', '/auth/logout', undefined, { token })).status).toBe(401)
})

test('a session ends with its token', async () => {
  const { call, clock } = await createTestApp()
  clock.at = new Date(clock.at.getTime() + 12 * 3_600_000 - 1000)
  expect((await call('GET', '/games-list')).status).toBe(200)
  clock.at = new Date(clock.at.getTime() + 1000)
  expect((await call('GET', '/games-list')).status).toBe(401)
})

test('a role that is taken away counts at once, whatever the token says', async () => {
  const { call, deps } = await createTestApp()
  await deps.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', 1).execute()
  expect(await call('GET', '/games-list')).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'You may not do this. Ask an owner.' },
  })
})
