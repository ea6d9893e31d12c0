import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { account, auth } from '@keydesk/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { signInWith, turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { listActivityOf } from '../activity/activity.service.ts'
import { createAdministrator } from '../users/users.service.ts'
import { resetPassword } from './passwords.service.ts'

const { password } = testAdmin
const next = 'a new and longer password'

const isLive = async ({ call }: TestApp, token: string) => (await call('GET', '/games-list', undefined, { token })).status === 200
const changeEmail = ({ call }: TestApp, body: object, token?: string) => call('POST', account.changeEmail.path, body, { token })
const change = ({ call }: TestApp, body: object) => call('POST', account.changePassword.path, body)

test('logging out everywhere ends every session of this user, and of nobody else', async () => {
  const server = await createTestApp()
  const other = await startSessionOf(server, 1)
  const id = await createAdministrator(server.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const anns = await startSessionOf(server, id)
  expect(await server.call('POST', auth.logoutEverywhere.path)).toMatchObject({ status: 200, body: { data: null } })
  for (const ended of [server.token, other]) expect(await isLive(server, ended)).toBe(false)
  expect(await isLive(server, anns)).toBe(true)
})

test('wrong passwords and codes are counted for the session that sends them, and for no other', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  const wrongTries = [
    () => change(server, { current_password: 'wrong', new_password: next, code: recoveryCodes[0] }),
    () => change(server, { current_password: password, new_password: next, code: '000000' }),
    () => changeEmail(server, { email: 'me@example.com', password: 'wrong' }),
    () => server.call('POST', account.disableTwoFactor.path, { password, code: 'wrong' }),
    () => server.call('POST', account.renewRecoveryCodes.path, { code: '000000' }),
  ]
  for (const wrong of [...wrongTries, ...wrongTries]) expect((await wrong()).status).toBe(422)
  // A throttled answer does not reveal whether the password or the code is correct.
  const answers = [
    await change(server, { current_password: password, new_password: next, code: nextCode() }),
    await server.call('POST', account.disableTwoFactor.path, { password, code: nextCode() }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(429)
    expect(body).toEqual({ message: expect.stringMatching(/^Too many attempts\./), code: 'too_many_requests' })
  }
  const other = await startSessionOf(server, 1)
  const turnOff = { password, code: nextCode() }
  expect((await server.call('POST', account.disableTwoFactor.path, turnOff, { token: other })).status).toBe(200)
})

test('a missing second factor, or a refusal for another reason, does not count as a failed sign-in', async () => {
  const server = await createTestApp()
  const { nextCode } = await turnOnTwoFactor(server)
  for (let i = 0; i < 12; i += 1) expect(await signInWith(server)).toMatchObject({ body: { code: 'two_factor_required' } })
  for (let i = 0; i < 12; i += 1) expect((await server.call('POST', account.setUpTwoFactor.path, { password })).status).toBe(409)
  for (let i = 0; i < 12; i += 1) expect((await change(server, { current_password: password, new_password: next })).status).toBe(422)
  for (let i = 0; i < 10; i += 1) expect((await signInWith(server, { code: '000000' })).status).toBe(401)
  for (const body of [{}, { password: 'wrong' }, { code: nextCode() }]) expect((await signInWith(server, body)).status).toBe(429)
})

test('turning two-factor sign-in on ends the other sessions, and not this one', async () => {
  const server = await createTestApp()
  const other = await startSessionOf(server, 1)
  const id = await createAdministrator(server.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const anns = await startSessionOf(server, id)
  await turnOnTwoFactor(server)
  expect(await isLive(server, other)).toBe(false)
  expect(await isLive(server, server.token)).toBe(true)
  expect(await isLive(server, anns)).toBe(true)
})

test('a member changes the email with the password and the code; the sessions stay, and the old email signs nobody in', async () => {
  const server = await createTestApp()
  const email = 'Owner@shop.example'
  expect(await changeEmail(server, { email: 'owner@shop', password })).toMatchObject({
    status: 400,
    body: { fields: { email: expect.any(String) } },
  })
  expect(await changeEmail(server, { email, password: 'wrong' })).toMatchObject({
    status: 422,
    body: { fields: { password: expect.any(String) } },
  })
  const { nextCode } = await turnOnTwoFactor(server)
  expect(await changeEmail(server, { email, password })).toMatchObject({ status: 422, body: { code: 'two_factor_required' } })
  const wrong = { status: 422, body: { fields: { code: expect.any(String) } } }
  expect(await changeEmail(server, { email, password, code: '000000' })).toMatchObject(wrong)
  const other = await startSessionOf(server, 1)
  expect(await changeEmail(server, { email: ` ${email} `, password, code: nextCode() })).toMatchObject({
    status: 200,
    body: { data: null },
  })
  for (const token of [server.token, other]) expect(await isLive(server, token)).toBe(true)
  expect(await server.call('GET', auth.me.path)).toMatchObject({ body: { data: { username: 'admin', email } } })
  expect((await signInWith(server, { identity: testAdmin.email, code: nextCode() })).status).toBe(401)
  expect((await signInWith(server, { identity: 'owner@shop.example', code: nextCode() })).status).toBe(200)

  // The same email again is no change.
  expect((await changeEmail(server, { email, password, code: nextCode() })).status).toBe(200)
  const activity = await listActivityOf(server.deps.db, { kind: 'member', id: 1 })
  expect(activity.filter(({ action }) => action === 'administrator.email_changed')).toMatchObject([
    { actor: 'admin', changes: { email: { before: testAdmin.email, after: email } } },
  ])
})

test('an email that another member or a user of a storefront has is refused at its field, and so is the name of another', async () => {
  const server = await createTestApp()
  const ann = { ...testAdmin, username: 'ann@name.example', email: 'ann@example.com' }
  await createAdministrator(server.deps, system, ann)
  await (await openShop(server)).addUser('shopper')
  const message = 'This email is already in use'
  for (const email of ['Ann@example.com', 'Ann@name.example', 'shopper@example.com'])
    expect(await changeEmail(server, { email, password })).toMatchObject({ status: 409, body: { message, fields: { email: message } } })
  expect((await changeEmail(server, { email: 'Admin@example.com', password })).status).toBe(200)
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'an email that somebody takes at the same moment is refused like a taken one',
  async () => {
    const server = await createTestApp()
    const { db } = server.deps
    const email = 'both@example.com'
    const id = await createAdministrator(server.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
    const { answer } = await db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ email, email_key: email }).where('id', '=', id).execute()
      const waiting = changeEmail(server, { email, password })
      const count = sql<{ waits: boolean }>`select count(*) > 0 as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await count.execute(db)).rows).toEqual([{ waits: true }])
      return { answer: waiting }
    })
    expect(await answer).toMatchObject({ status: 409, body: { fields: { email: 'This email is already in use' } } })
  },
)

test('the command line’s reset turns two-factor sign-in off only when it is told to', async () => {
  const server = await createTestApp()
  expect(await resetPassword(server.deps, system, 'admin', password, { disableTwoFactor: true })).toEqual({ twoFactor: 'off' })
  const token = await startSessionOf(server, 1)
  await turnOnTwoFactor({ ...server, call: (method, url, body) => server.call(method, url, body, { token }) })
  expect(await resetPassword(server.deps, system, 'admin', next)).toEqual({ twoFactor: 'on' })
  expect(await isLive(server, token)).toBe(false)
  expect(await signInWith(server, { password: next })).toMatchObject({ body: { code: 'two_factor_required' } })
  expect(await resetPassword(server.deps, system, 'admin', password, { disableTwoFactor: true })).toEqual({ twoFactor: 'turned_off' })
  expect((await signInWith(server)).status).toBe(200)
})

test('only an administrator has these calls, and only for the own account', async () => {
  const server = await createTestApp()
  const id = await createAdministrator(server.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const anns = await startSessionOf(server, id)
  await turnOnTwoFactor(server)
  expect(await server.call('GET', account.find.path, undefined, { token: anns })).toMatchObject({
    body: { data: { username: 'ann', two_factor_since: null, recovery_codes_left: 0 } },
  })
  await server.deps.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', id).execute()
  for (const { method, path } of Object.values(account)) {
    expect((await server.call(method, path, undefined, { token: anns })).status, path).toBe(403)
  }
})

test('every step is on record, and no secret is anywhere: answers, logs, activity, the database’s bytes', async () => {
  const server = await createTestApp()
  const { secret, recoveryCodes, nextCode } = await turnOnTwoFactor(server)
  const used = [nextCode(), nextCode()]
  const answers = [
    await signInWith(server, { code: used[0] }),
    await signInWith(server, { code: recoveryCodes[0] }),
    await server.call('GET', account.find.path),
    await server.call('POST', account.renewRecoveryCodes.path, { code: 'wrong' }),
  ]
  const renewed = await server.call('POST', account.renewRecoveryCodes.path, { code: used[1] })
  const { data }: { data: { recovery_codes: string[] } } = renewed.body
  answers.push(
    await server.call('POST', account.disableTwoFactor.path, { password: 'not right', code: data.recovery_codes[0] }),
    await server.call('POST', account.disableTwoFactor.path, { password, code: 'not right' }),
  )
  const kept = [await readDatabase(server), JSON.stringify(answers), server.logged.join('')]
  await server.call('POST', account.disableTwoFactor.path, { password, code: data.recovery_codes[0] })
  await change(server, { current_password: password, new_password: next })

  const activity = await listActivityOf(server.deps.db, { kind: 'member', id: 1 })
  const own = activity.filter(({ action }) => action !== 'administrator.created' && action !== 'member.signed_in')
  expect(own.map(({ actor, action, changes }) => [actor, action, changes])).toEqual([
    ['admin', 'administrator.two_factor_set_up', {}],
    ['admin', 'administrator.two_factor_enabled', {}],
    ['admin', 'administrator.recovery_code_used', {}],
    ['admin', 'administrator.recovery_codes_renewed', {}],
    ['admin', 'administrator.recovery_code_used', {}],
    ['admin', 'administrator.two_factor_disabled', {}],
    ['admin', 'administrator.password_changed', {}],
  ])

  kept.push(await readDatabase(server), JSON.stringify(activity), server.logged.join(''))
  // Check the search itself: it finds a code in plain text.
  expect(JSON.stringify([renewed])).toContain(data.recovery_codes[0])
  for (const never of [secret, ...recoveryCodes, ...data.recovery_codes, password, next]) {
    for (const [place, text] of kept.entries()) {
      expect(text.includes(never) || text.includes(never.replaceAll('-', '')), `${never} in place ${place}`).toBe(false)
    }
  }
})

/** The database's files on SQLite, WAL included; the rows of the tables that could hold secrets on PostgreSQL. */
async function readDatabase({ deps, folder }: TestApp): Promise<string> {
  if (process.env['KEYDESK_TEST_DB'] === 'postgres') {
    const tables = ['app_user', 'session', 'two_factor', 'recovery_code', 'sign_in_attempt', 'activity', 'idempotent_answer'] as const
    return JSON.stringify(await Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().execute())))
  }
  const files = (await readdir(folder)).filter((name) => name.startsWith('keydesk.db'))
  expect(files).toContain('keydesk.db-wal')
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))).join('')
}
