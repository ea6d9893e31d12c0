import { account } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { codeAt, setUpTwoFactor, signInWith, turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { takeSecondFactor } from './two-factor.service.ts'

const required = { status: 401, body: { code: 'two_factor_required', message: 'Enter the code from your authenticator app.' } }
const refused = { status: 401, body: { code: 'two_factor_invalid', message: 'That code is not right. Please try again.' } }
const used = { status: 401, body: { code: 'two_factor_invalid', message: 'That code cannot be used again. Wait for the next one.' } }
const wrongCode = { status: 422, body: { code: 'two_factor_invalid', fields: { code: 'That code is not right. Please try again.' } } }
const wrongPassword = { status: 422, body: { code: 'wrong_password', message: 'That password is not right.' } }

const { password } = testAdmin
const stateOf = async ({ call }: TestApp) => ((await call('GET', account.find.path)).body as { data: object }).data

test('until it is enabled with a code of its own, a secret does nothing', async () => {
  const server = await createTestApp()
  const first = await server.call('POST', account.setUpTwoFactor.path, { password })
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), label: 'Keydesk: admin', uri: expect.stringMatching(/^otpauth:\/\/totp\//) },
    },
  })
  const secret = await setUpTwoFactor(server)
  expect(await stateOf(server)).toMatchObject({ two_factor_since: null, recovery_codes_left: 0 })
  expect((await signInWith(server)).status).toBe(200)
  expect((await signInWith(server, { code: 'anything' })).status).toBe(200)

  const { data }: { data: { secret: string } } = first.body
  expect(await server.call('POST', account.enableTwoFactor.path, { code: codeAt(data.secret, server.clock.at) })).toMatchObject(wrongCode)
  expect((await server.call('POST', account.enableTwoFactor.path, { code: codeAt(secret, server.clock.at) })).status).toBe(200)
  expect(await stateOf(server)).toEqual({
    ...{ username: 'admin', email: 'admin@example.com' },
    ...{ two_factor_since: server.clock.at.toISOString(), recovery_codes_left: 10, two_factor_required: false, has_referral_code: false },
  })
})

test('from then on a right password asks for a code, and a code alone is nothing', async () => {
  const server = await createTestApp()
  const { nextCode } = await turnOnTwoFactor(server)
  for (const code of [undefined, '', '   ']) expect(await signInWith(server, { code })).toMatchObject(required)
  for (const code of ['000000', 'wrong', 'AAAA-BBBB-CCCC-DDDD']) expect(await signInWith(server, { code })).toMatchObject(refused)
  const code = nextCode()
  expect(await signInWith(server, { password: 'wrong', code })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated', message: 'Invalid credentials. Please try again.' },
  })
  const entered = await signInWith(server, { code })
  expect(entered).toMatchObject({ status: 200, body: { data: { user: { username: 'admin' } } } })
  const { data }: { data: { token: string } } = entered.body
  expect((await server.call('GET', '/games-list', undefined, { token: data.token })).status).toBe(200)
})

test('a code counts a step early or late, but neither twice nor after a newer one', async () => {
  const server = await createTestApp()
  const { code } = await turnOnTwoFactor(server)
  // The code that enabled it has been used.
  expect(await signInWith(server, { code: code() })).toMatchObject(used)
  expect(await signInWith(server, { code: code(2) })).toMatchObject(refused)
  expect((await signInWith(server, { code: `${code(1).slice(0, 3)} ${code(1).slice(3)}` })).status).toBe(200)
  const early = code(1)
  server.clock.at = new Date(server.clock.at.getTime() + 60_000)
  expect(await signInWith(server, { code: early })).toMatchObject(used)
  expect((await signInWith(server, { code: code(1) })).status).toBe(200)
  expect(await signInWith(server, { code: code() })).toMatchObject(used)
})

test('exactly one of twenty sign-ins at once with one code is let in', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  for (const code of [nextCode(), recoveryCodes[0]]) {
    await server.deps.db.deleteFrom('sign_in_attempt').execute()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInWith(server, { code })))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toEqual([200])
    // The throttle lets ten attempts through, and one more after the success, which does not count.
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(9)
  }
  expect(await stateOf(server)).toMatchObject({ recovery_codes_left: 9 })
})

test('exactly one of twenty that take one code at the same moment, behind the throttle, gets it', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  for (const [code, others] of [
    [nextCode(), 'used'],
    [recoveryCodes[0] ?? '', 'wrong'],
  ] as const) {
    const take = () => transact(server.deps.db, (tx) => takeSecondFactor(tx, server.deps, 1, system, code))
    const taken = await Promise.all(Array.from({ length: 20 }, take))
    expect(taken.toSorted()).toEqual(['right', ...Array<string>(19).fill(others)])
  }
})

test('each recovery code lets in once, however it is typed', async () => {
  const server = await createTestApp()
  const { recoveryCodes } = await turnOnTwoFactor(server)
  const [first = '', second = ''] = recoveryCodes
  expect((await signInWith(server, { code: first })).status).toBe(200)
  expect(await signInWith(server, { code: first })).toMatchObject(refused)
  expect((await signInWith(server, { code: second.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
  expect(await stateOf(server)).toMatchObject({ recovery_codes_left: 8 })
})

test('new recovery codes need a code, and end the old ones', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  expect(await server.call('POST', account.renewRecoveryCodes.path, { code: '000000' })).toMatchObject(wrongCode)
  const { status, body } = await server.call('POST', account.renewRecoveryCodes.path, { code: nextCode() })
  expect(status).toBe(200)
  const { data }: { data: { recovery_codes: string[] } } = body
  expect(data.recovery_codes).toHaveLength(10)
  expect(data.recovery_codes).not.toContain(recoveryCodes[0])
  expect(await signInWith(server, { code: recoveryCodes[0] })).toMatchObject(refused)
  expect((await signInWith(server, { code: data.recovery_codes[0] })).status).toBe(200)
  expect(await stateOf(server)).toMatchObject({ recovery_codes_left: 9 })
})

test('turning it off needs the password and a code, and leaves nothing behind', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  const turnOff = (body: object) => server.call('POST', account.disableTwoFactor.path, body)
  expect(await turnOff({ password: 'wrong', code: nextCode() })).toMatchObject(wrongPassword)
  expect(await turnOff({ password, code: '000000' })).toMatchObject(wrongCode)
  expect(await turnOff({ password, code: recoveryCodes[3] })).toMatchObject({ status: 200, body: { data: null } })
  expect(await stateOf(server)).toMatchObject({ two_factor_since: null, recovery_codes_left: 0 })
  expect((await signInWith(server)).status).toBe(200)
  expect(await server.deps.db.selectFrom('two_factor').selectAll().execute()).toEqual([])
  expect(await server.deps.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
})

test('what is out of order is refused: 409', async () => {
  const server = await createTestApp()
  const off = { status: 409, body: { code: 'two_factor_off' } }
  expect(await server.call('POST', account.enableTwoFactor.path, { code: '123456' })).toMatchObject({
    status: 409,
    body: { code: 'two_factor_not_set_up' },
  })
  expect(await server.call('POST', account.renewRecoveryCodes.path, { code: '123456' })).toMatchObject(off)
  expect(await server.call('POST', account.disableTwoFactor.path, { password, code: '123456' })).toMatchObject(off)
  const { secret, nextCode } = await turnOnTwoFactor(server)
  const on = { status: 409, body: { code: 'two_factor_on' } }
  expect(await server.call('POST', account.setUpTwoFactor.path, { password })).toMatchObject(on)
  expect(await server.call('POST', account.enableTwoFactor.path, { code: codeAt(secret, server.clock.at) })).toMatchObject(on)
  expect((await signInWith(server, { code: nextCode() })).status).toBe(200)
})

test('a secret that was sealed with another APP_SECRET, or for another user, is no secret; a recovery code still lets in', async () => {
  const server = await createTestApp()
  const { nextCode, recoveryCodes } = await turnOnTwoFactor(server)
  await server.deps.db.updateTable('two_factor').set({ secret: 'v1.AAAA.AAAA.AAAA' }).execute()
  expect(await signInWith(server, { code: nextCode() })).toMatchObject(refused)
  expect(server.logged.join('')).toContain('was it sealed with another APP_SECRET?')
  expect((await signInWith(server, { code: recoveryCodes[0] })).status).toBe(200)
})
