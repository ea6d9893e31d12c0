import { account } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { signInWith, turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { createAdministrator } from '../users/users.service.ts'
import { signIn } from './auth.service.ts'
import { endSessionsOf } from './sessions.service.ts'

const { password } = testAdmin
const next = 'a new and longer password'

const isLive = async ({ call }: TestApp, token: string) => (await call('GET', '/games-list', undefined, { token })).status === 200
const change = ({ call }: TestApp, body: object) => call('POST', account.changePassword.path, body)

test('a changed password ends every session, and answers the token of a new one', async () => {
  const server = await createTestApp()
  const other = await startSessionOf(server, 1)
  const { status, body } = await change(server, { current_password: password, new_password: next })
  expect(status).toBe(200)
  const { data }: { data: { token: string } } = body
  expect(await isLive(server, data.token)).toBe(true)
  for (const ended of [server.token, other]) expect(await isLive(server, ended)).toBe(false)
  expect((await signInWith(server)).status).toBe(401)
  expect((await signInWith(server, { password: next })).status).toBe(200)
})

test.each([
  [{ current_password: 'wrong', new_password: next }, 422, 'wrong_password', { current_password: 'That password is not right.' }],
  [
    { current_password: password, new_password: 'too short' },
    400,
    'invalid_input',
    { new_password: 'The password must have at least 10 characters' },
  ],
  [
    { current_password: password, new_password: 'x'.repeat(201) },
    400,
    'invalid_input',
    { new_password: 'The password must have at most 200 characters' },
  ],
  [{ new_password: next }, 400, 'invalid_input', { current_password: 'Current password is required' }],
  [{ current_password: password }, 400, 'invalid_input', { new_password: 'New password is required' }],
])('%o is refused, and nothing happens', async (body, status, code, fields) => {
  const server = await createTestApp()
  expect(await change(server, body)).toMatchObject({ status, body: { code, fields } })
  expect(await isLive(server, server.token)).toBe(true)
  expect((await signInWith(server)).status).toBe(200)
})

test('one of many changes at once from one password is made', async () => {
  const server = await createTestApp()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => startSessionOf(server, 1)))
  const answers = await Promise.all(
    tokens.map((token, i) =>
      server.call('POST', account.changePassword.path, { current_password: password, new_password: `${next} ${i}` }, { token }),
    ),
  )
  const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
  expect(winners).toHaveLength(1)
  expect((await signInWith(server, { password: `${next} ${winners[0]}` })).status).toBe(200)
})

test('a sign-in that overlaps with a password change does not outlive it', async () => {
  const server = await createTestApp()
  const id = await createAdministrator(server.deps, system, { username: 'ann', email: 'ann@example.com', password: next })
  const { password_hash } = await server.deps.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changePasswordNow = () =>
    transact(server.deps.db, async (tx) => {
      await tx.updateTable('app_user').set({ password_hash }).where('id', '=', 1).execute()
      await endSessionsOf(tx, 1, server.deps.now())
    })
  let changing: Promise<void> | undefined
  // The password changes after the sign-in has read the old hash.
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'password_hash' in row)) changing ??= changePasswordNow()
      return result
    },
  })
  const outcome = await signIn({ ...server.deps, db }, { identity: 'admin', password }, { address: '10.0.0.1' }).catch(
    (error: unknown) => error,
  )
  await changing
  expect(changing).toBeDefined()
  const { token } = outcome as { token?: string }
  expect(token !== undefined && (await isLive(server, token))).toBe(false)
})

test('once two-factor sign-in is on, the password is changed with a code only', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  const passwords = { current_password: password, new_password: next }
  for (const code of [undefined, '', '  ']) {
    expect(await change(server, { ...passwords, code })).toMatchObject({
      status: 422,
      body: { code: 'two_factor_required', fields: { code: 'Enter the code from your authenticator app.' } },
    })
  }
  expect(await change(server, { ...passwords, code: '000000' })).toMatchObject({ status: 422, body: { code: 'two_factor_invalid' } })
  // A wrong password does not use up a code.
  expect(await change(server, { ...passwords, current_password: 'wrong', code: recoveryCodes[0] })).toMatchObject({
    status: 422,
    body: { code: 'wrong_password' },
  })
  expect(await isLive(server, server.token)).toBe(true)
  const { status, body } = await change(server, { ...passwords, code: nextCode() })
  expect(status).toBe(200)
  const { data }: { data: { token: string } } = body
  const again = { current_password: next, new_password: password, code: recoveryCodes[0] }
  expect((await server.call('POST', account.changePassword.path, again, { token: data.token })).status).toBe(200)
})
