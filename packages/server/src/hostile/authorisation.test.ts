import { randomUUID } from 'node:crypto'
import { calls, errorBody, type Endpoint, type ErrorBody } from '@keydesk/contract'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { system } from '../actor.ts'
import { transact } from '../db/transact.ts'
import { createApiKey, revokeApiKey } from '../modules/api-keys/api-keys.service.ts'
import { endSession, startSession } from '../modules/auth/sessions.service.ts'
import { resetPassword } from '../modules/auth/passwords.service.ts'
import { createAdministrator } from '../modules/users/users.service.ts'
import { createTestApp, testAdmin, type TestApp } from '../testing.ts'
import { everythingStored, makeVariant } from '../testing/shop/catalogue.ts'

/** Tries every call that needs a caller with every invalid credential. */

const guarded = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries(group)
    .filter(([, { access }]) => access !== 'public' && access !== 'optional')
    .map(([name, endpoint]) => ({ name: `${noun}.${name}`, endpoint })),
)

async function open() {
  const app = await createTestApp()
  await makeVariant(app, ['KEY-1'])
  return app
}

test('no call lets anybody in without a good credential, or does anything for them', { timeout: 120_000 }, async () => {
  const app = await open()
  const bad = await makeBadCredentials(app)
  expect(guarded.length).toBeGreaterThan(50)
  expect(guarded.map(({ name }) => name)).toEqual(expect.arrayContaining([...fully]))
  expect(Object.keys({ ...bad.session, ...bad.store })).toEqual(expect.arrayContaining([...tried]))
  const before = await everythingStored(app)
  for (const { name, endpoint } of guarded) {
    const sent = endpoint.access === 'store' ? bad.store : bad.session
    for (const [what, authorization] of Object.entries(sent)) {
      if (!tried.has(what) && !fully.has(name)) continue
      const answer = await ask(app, endpoint, authorization)
      const hint = `${name}, ${what}`
      expect(answer.statusCode, hint).toBe(401)
      const refusal = z.strictObject(errorBody.shape).parse(answer.json())
      expect(refusal, hint).toEqual({ code: 'unauthenticated', message: expect.stringMatching(/^[A-Z][^{}<>]*$/) })
    }
  }
  expect(await everythingStored(app)).toEqual(before)
})

/**
 * All calls share one gate: every call is tried with one credential for each kind of failure, and one call of each kind with all of them.
 */
const tried = new Set([
  'no credential',
  'garbage',
  'alg none',
  'ended by logout',
  'a revoked API key',
  'an API key',
  'an administrator’s token',
])
const fully = new Set([
  'account.find',
  'auth.logout',
  'coupons.list',
  'coupons.create',
  'media.uploadImage',
  'store.products',
  'store.purchase',
])

const forbidden = { statusCode: 403, code: 'forbidden' }
const unknown = { statusCode: 401, code: 'unauthenticated' }

test('another role is told that it may not', async () => {
  const app = await open()
  const id = await makeCustomer(app)
  for (const { name, endpoint } of guarded) {
    // The token claims the role of an owner, but the database decides. Each call gets a new token, since it may end its own session.
    const answer = await ask(app, endpoint, await start(app, { id, role: 'owner' }))
    const { statusCode } = answer
    if (endpoint.access === 'user') continue
    expect({ statusCode, code: answer.json<ErrorBody>().code }, name).toEqual(endpoint.access === 'store' ? unknown : forbidden)
  }
})

test('a call that answers more to an administrator treats a bad credential as an error, not as a stranger', async () => {
  const app = await open()
  const { session } = await makeBadCredentials(app)
  // A live API key is a stranger there.
  const { 'an API key': apiKey, ...bad } = session
  const optional = Object.values(calls).flatMap((group) => Object.values(group).filter(({ access }) => access === 'optional'))
  expect(optional.length).toBeGreaterThan(0)
  for (const endpoint of optional) {
    const sent = Object.entries(bad).filter(([, authorization = '']) => authorization.trim() !== '')
    for (const [what, authorization] of sent) expect((await ask(app, endpoint, authorization)).statusCode, what).toBe(401)
    const [withKey, stranger] = [await ask(app, endpoint, `Bearer ${apiKey}`), await ask(app, endpoint, undefined)]
    expect([withKey.statusCode, withKey.body]).toEqual([stranger.statusCode, stranger.body])
  }
})

test('a good credential is let in however it is written', async () => {
  const app = await open()
  for (const authorization of [app.token, `Bearer ${app.token}`, `bearer  ${app.token}`, `  ${app.token} `]) {
    const answer = await app.app.inject({ method: 'GET', url: '/admin/coupons', headers: { authorization } })
    expect(answer.statusCode, authorization.replace(app.token, '…')).toBe(200)
  }
})

/** Calls an endpoint with ids of existing things, and a body that would be parsed. */
const ask = ({ app }: TestApp, { method, path }: Endpoint, authorization: string | undefined) =>
  app.inject({
    method,
    url: path.replaceAll(/:\w+/g, '1'),
    headers: authorization === undefined ? {} : { authorization },
    payload: method === 'GET' || method === 'DELETE' ? undefined : {},
  })

async function makeBadCredentials(app: TestApp) {
  const { deps, token } = app
  const { key: apiKey } = await createApiKey(deps, system, 'live')
  const revoked = await createApiKey(deps, system, 'revoked')
  await revokeApiKey(deps, system, revoked.id)

  const now = deps.now().getTime() / 1000
  const sid = await sidOf(token)
  const claims = { sid, role: 'owner', sub: '1', iat: now, exp: now + 3600 }
  const [header = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (made: object, secret: Uint8Array, alg = 'HS256') => new SignJWT({ ...made }).setProtectedHeader({ alg }).sign(secret)
  const text = (secret: string) => new TextEncoder().encode(secret)
  const ours = deps.secrets.tokenSigning
  const { exp: _exp, ...endless } = claims
  const { sid: _sid, ...nameless } = claims

  const common: Record<string, string | undefined> = {
    'no credential': undefined,
    'an empty one': '',
    'only the word Bearer': 'Bearer ',
    garbage: 'garbage',
    'garbage with dots': 'a.b.c',
    'a very long one': 'x'.repeat(7_000),
    'basic credentials': `Basic ${Buffer.from(`${testAdmin.username}:${testAdmin.password}`).toString('base64')}`,
    'another scheme': `Token ${token}`,
    'a revoked API key': revoked.key,
  }
  const session: Record<string, string | undefined> = {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg None, unsigned': `${encode({ alg: 'None' })}.${payload}.`,
    'alg none with our signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
    'key confusion: RS256 over a shared secret': `${encode({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
    'another digest with our secret': await sign(claims, new Uint8Array([...ours, ...ours]), 'HS512'),
    'our secret in another algorithm': await sign(claims, ours, 'HS384').catch(() => 'cannot be made'),
    'a guessed secret': await sign(claims, text('secret')),
    'an empty-looking secret': await sign(claims, new Uint8Array(32)),
    'the secret for encryption': await sign(claims, deps.secrets.encryption),
    'a header that names its own key': `${encode({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${payload}.${signature}`,
    'a header that must be understood': `${encode({ alg: 'HS256', crit: ['exp'] })}.${payload}.${signature}`,
    'a changed payload': `${header}.${encode({ ...claims, sub: '2' })}.${signature}`,
    'a changed signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a cut signature': `${header}.${payload}.${signature.slice(0, -4)}`,
    'no signature': `${header}.${payload}.`,
    expired: await sign({ ...claims, exp: now - 1 }, ours),
    'not valid yet': await sign({ ...claims, nbf: now + 3600 }, ours),
    'without exp': await sign(endless, ours),
    'without a session': await sign(nameless, ours),
    'an unknown session': await sign({ ...claims, sid: randomUUID() }, ours),
    'a session that is no text': await sign({ ...claims, sid: { $ne: null } }, ours),
    'ended by logout': await tokenEndedByLogout(app),
    'ended by a password change': await tokenEndedByReset(app),
    'expired in the database': await tokenExpired(app),
    'two credentials': `${token}, ${token}`,
    'an API key': apiKey,
  }
  return {
    session: { ...common, ...session },
    store: {
      ...common,
      'an administrator’s token': token,
      'half of a key': apiKey.slice(0, 20),
      'a key in capitals': apiKey.toUpperCase(),
    },
  }
}

const sidOf = async (token: string): Promise<string> =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid

const start = ({ deps }: TestApp, user: { id: number; role: string }) => transact(deps.db, (tx) => startSession(tx, deps, user))

async function tokenEndedByLogout(server: TestApp): Promise<string> {
  const token = await start(server, { id: 1, role: 'owner' })
  await endSession(server.deps.db, server.deps, await sidOf(token))
  return token
}

const person = (name: string) => ({ username: name, email: `${name}@example.com`, password: 'a good password' })

async function tokenEndedByReset(server: TestApp): Promise<string> {
  const id = await createAdministrator(server.deps, system, person('changed'))
  const token = await start(server, { id, role: 'owner' })
  await resetPassword(server.deps, system, 'changed', 'another good password')
  return token
}

/** Its signature is still valid. */
async function tokenExpired(server: TestApp): Promise<string> {
  const token = await start(server, { id: 1, role: 'owner' })
  await server.deps.db
    .updateTable('session')
    .set({ expires_at: server.deps.now().toISOString() })
    .where('sid', '=', await sidOf(token))
    .execute()
  return token
}

async function makeCustomer({ deps }: TestApp): Promise<number> {
  const id = await createAdministrator(deps, system, person('customer'))
  await deps.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', id).execute()
  return id
}
