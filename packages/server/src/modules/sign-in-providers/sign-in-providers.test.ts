import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin } from '../../testing.ts'
import { signInWith, turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { activityOf, dataOf } from '../../testing/shop/catalogue.ts'
import { addMember } from '../../testing/shop/members.ts'
import { confirmEmailOf, createBrowser, createProviderApp, settingsOf } from '../../testing/shop/sign-in-providers.ts'
import { later } from '../../testing/shop/webhooks.ts'
import { changeMember, setEmail } from '../team/members.service.ts'
import { resetPassword } from '../auth/passwords.service.ts'
import { openShop } from '../../testing/shop/shop.ts'

type App = Awaited<ReturnType<typeof createProviderApp>>

/** All of a sign-in but the last step. Returns the fragment that the browser came back with. */
async function goThrough({ openId, browser }: App, email: string = testAdmin.email): Promise<string> {
  const { location } = await browser.comeBack(await openId.choose(await browser.begin(), email))
  expect(location).toMatch(/^\/login#/)
  return location.slice('/login'.length)
}

const isOver = { status: 410, body: { code: 'provider_sign_in_over' } }

test('a member signs in with the email that the provider has verified and the member confirmed', async () => {
  const app = await createProviderApp()
  const { browser, openId } = app
  expect(dataOf(await app.call('GET', '/auth/providers', undefined, { token: null }))).toEqual([
    { name: 'apple', is_configured: false, start_url: null },
    { name: 'google', is_configured: true, start_url: 'http://keydesk.test/auth/providers/google/start' },
    { name: 'meta', is_configured: false, start_url: null },
  ])
  const begun = await browser.ask('GET', '/auth/providers/google/start')
  expect(begun.status).toBe(303)
  expect(begun.cookie).toMatch(/^keydesk-sign-in=[\w.-]+; Path=\/auth\/providers; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const asked = new URL(begun.location)
  expect(asked.origin).toBe(openId.issuer)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    ...{ response_type: 'code', scope: 'openid email', code_challenge_method: 'S256', client_id: openId.clientId },
    redirect_uri: 'http://keydesk.test/auth/providers/google/callback',
  })
  const back = await browser.comeBack(await openId.choose(begun.location, testAdmin.email))
  expect([back.status, back.location]).toEqual([303, '/login#provider=google'])
  const { status, body } = await browser.signIn()
  expect([status, body.data?.user]).toMatchObject([200, { username: 'admin', role: 'owner' }])
  expect((await app.call('GET', '/games-list', undefined, { token: body.data!.token })).status).toBe(200)
  expect(browser.cookie()).toBe('keydesk-sign-in=')
  expect(await activityOf(app, 'member')).toContainEqual({
    ...{ action: 'member.signed_in', subject_id: 1 },
    changes: { network: { before: null, after: '127.0.0.1' }, provider: { before: null, after: 'google' } },
  })
})

test('the last step works once and not for long, and not after the password or the email was changed or the member disabled', async () => {
  const email = 'owner@shop.example'
  const app = await createProviderApp({ people: [{ email }] })
  const { browser } = app
  expect(await browser.signIn()).toMatchObject(isOver)

  await goThrough(app)
  later(app, 1)
  const kept = browser.cookie()
  expect((await browser.signIn()).status).toBe(200)
  const copy = await app.app.inject({ method: 'POST', url: '/auth/providers/sign-in', headers: { cookie: kept }, payload: {} })
  expect(copy.statusCode).toBe(410)

  await goThrough(app)
  later(app, 5 * 60)
  expect(await browser.signIn()).toMatchObject(isOver)

  await goThrough(app)
  await resetPassword(app.deps, system, 'admin', 'another good password')
  expect(await browser.signIn()).toMatchObject(isOver)

  await addMember(app, 'owner')
  await goThrough(app)
  await setEmail(app.deps, system, 1, email)
  expect(await browser.signIn()).toMatchObject(isOver)
  // Nobody has confirmed that one.
  expect(await goThrough(app, email)).toBe('#provider=google&problem=unknown')
  await confirmEmailOf(app)
  await goThrough(app, email)
  await changeMember(app.deps, system, 1, { disabled: true })
  expect(await browser.signIn()).toMatchObject(isOver)
})

test('two-factor sign-in is asked for, in as many tries as after a password', async () => {
  const app = await createProviderApp()
  const { nextCode } = await turnOnTwoFactor(app)
  await goThrough(app)
  expect(await app.browser.signIn()).toMatchObject({ status: 401, body: { code: 'two_factor_required' } })
  for (let wrong = 0; wrong < 10; wrong += 1)
    expect(await app.browser.signIn('000000')).toMatchObject({ status: 401, body: { code: 'two_factor_invalid' } })
  expect((await app.browser.signIn('000000')).status).toBe(429)
  later(app, 15 * 60)
  await goThrough(app)
  expect((await app.browser.signIn(nextCode())).status).toBe(200)
})

test('a member who must set up two-factor sign-in can do nothing before', async () => {
  const app = await createProviderApp()
  await app.deps.db.updateTable('app_user').set({ two_factor_required: 1 }).where('id', '=', 1).execute()
  await goThrough(app)
  const { body } = await app.browser.signIn()
  expect(body.data?.user).toMatchObject({ two_factor_due: true })
  expect(await app.call('GET', '/games-list', undefined, { token: body.data!.token })).toMatchObject({
    body: { code: 'two_factor_required_by_team' },
  })
})

test('nobody else gets in, and no account is made', async () => {
  const app = await createProviderApp({
    people: [
      { email: 'nobody@example.com' },
      { email: 'customer@example.com' },
      { email: 'the-stock@team.example' },
      { email: 'the-support@team.example' },
      { email: 'unverified@example.com', isVerified: false },
    ],
  })
  const shop = await openShop(app)
  await shop.addUser('customer')
  await addMember(app, 'stock')
  const { id } = await addMember(app, 'support')
  await confirmEmailOf(app, id)
  await changeMember(app.deps, system, id, { disabled: true })
  // A username that equals an email is no email.
  const named = { username: 'nobody@example.com', email: 'somebody@example.com', password: 'a good password' }
  const invited = await app.call('POST', '/admin/team/invitations', { role: 'stock', email: named.email })
  const token = (invited.body as { data: { url: string } }).data.url.split('#invitation=')[1]
  expect((await app.call('POST', '/auth/accept-invitation', { ...named, token }, { token: null })).status).toBe(200)
  const before = await app.deps.db.selectFrom('app_user').selectAll().execute()
  for (const email of ['nobody@example.com', 'customer@example.com', 'the-stock@team.example', 'the-support@team.example'])
    expect(await goThrough(app, email), email).toBe('#provider=google&problem=unknown')
  expect(await goThrough(app, 'unverified@example.com')).toBe('#provider=google&problem=unverified')
  expect(await app.browser.signIn()).toMatchObject(isOver)
  expect(await app.deps.db.selectFrom('app_user').selectAll().execute()).toEqual(before)
})

test('an invitation for an email confirms it', async () => {
  const app = await createProviderApp({ people: [{ email: 'Sue@Example.com' }] })
  const invited = await app.call('POST', '/admin/team/invitations', { role: 'stock', email: 'sue@example.com' })
  const token = (invited.body as { data: { url: string } }).data.url.split('#invitation=')[1]
  const person = { token, username: 'sue', email: 'sue@example.com', password: 'a good password' }
  await app.call('POST', '/auth/accept-invitation', person, { token: null })
  expect(await goThrough(app, 'Sue@Example.com')).toBe('#provider=google')
  expect((await app.browser.signIn()).body.data?.user).toMatchObject({ username: 'sue' })
})

test('an answer that was not asked for in this browser, asked for too long ago, or used before is refused', async () => {
  const app = await createProviderApp()
  const { openId } = app
  const over = { location: '/login#provider=google&problem=over' }
  const victim = createBrowser(app)
  const attacker = createBrowser(app)
  const address = await openId.choose(await attacker.begin(), testAdmin.email)
  // One has no cookie, the other that of another attempt.
  expect(await victim.comeBack(address)).toMatchObject(over)
  await victim.begin()
  expect(await victim.comeBack(address)).toMatchObject(over)
  expect(await attacker.comeBack(address.replace(/state=[^&]*/, 'state=another'))).toMatchObject(over)

  const late = createBrowser(app)
  const lateAddress = await openId.choose(await late.begin(), testAdmin.email)
  later(app, 10 * 60)
  expect(await late.comeBack(lateAddress)).toMatchObject(over)

  const twice = createBrowser(app)
  const once = await openId.choose(await twice.begin(), testAdmin.email)
  const cookie = twice.cookie()
  expect(await twice.comeBack(once)).toMatchObject({ location: '/login#provider=google' })
  expect(await twice.comeBack(once)).toMatchObject(over)
  // Somebody who copied the cookie, too: the provider takes a code once.
  const { pathname, search } = new URL(once)
  const copy = await app.app.inject({ url: pathname + search, headers: { cookie } })
  expect(copy.headers.location).toBe('/login#provider=google&problem=refused')
})

const at = () => Math.floor(Date.now() / 1_000)
test.each([
  ['another nonce', { nonce: 'another' }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'http://127.0.0.1:1' }],
  ['another client', { aud: 'another-client' }],
  ['an end in the past', { iat: at() - 7_200, exp: at() - 3_600 }],
])('an ID token with %s is refused', async (_what, lie) => {
  const app = await createProviderApp()
  app.openId.lie((claims) => ({ ...claims, ...lie }))
  expect(await goThrough(app)).toBe('#provider=google&problem=refused')
  expect(await app.browser.signIn()).toMatchObject(isOver)
  expect(app.logged.join('')).toContain('a sign-in provider refused')
})

test('an ID token that another key has signed is refused', async () => {
  const app = await createProviderApp()
  app.openId.forge()
  expect(await goThrough(app)).toBe('#provider=google&problem=refused')
})

test('an ID token without an email, or that does not say whether it is verified, lets nobody in', async () => {
  const app = await createProviderApp()
  for (const lie of [{ email: undefined }, { email_verified: undefined }, { email_verified: 'false' }, { email_verified: 1 }]) {
    app.openId.lie((claims) => ({ ...claims, ...lie }))
    expect(await goThrough(app)).toBe('#provider=google&problem=unverified')
  }
})

test('a person who cancels comes back to the login page', async () => {
  const app = await createProviderApp()
  expect(await goThrough(app, '')).toBe('#provider=google&problem=cancelled')
})

test('Apple posts its answer, which is sent on as a link', async () => {
  const { browser, openId } = await createProviderApp({ provider: 'apple' })
  const asked = new URL(await browser.begin('apple'))
  expect(asked.searchParams.get('response_mode')).toBe('form_post')
  asked.searchParams.delete('response_mode')
  const answer = new URL(await openId.choose(asked.href, testAdmin.email))
  const form = `${answer.searchParams.toString()}&user=%7B%7D`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  // The browser posts without the cookie.
  const posted = await createBrowser(await createTestApp()).ask('POST', '/auth/providers/apple/callback', form, type)
  expect([posted.status, posted.location]).toEqual([303, `/auth/providers/apple/callback?${answer.searchParams.toString()}`])
  expect(await browser.ask('GET', posted.location)).toMatchObject({ location: '/login#provider=apple' })
  expect((await browser.signIn()).status).toBe(200)
})

test('the browser is sent to the provider and back to this server, whatever the address says', async () => {
  const app = await createProviderApp()
  const { browser, openId } = app
  const evil = 'redirect_uri=https://evil.example&next=https://evil.example&return_to=//evil.example'
  const { location } = await browser.ask('GET', `/auth/providers/google/start?${evil}`)
  expect(new URL(location).origin).toBe(openId.issuer)
  expect(location).not.toContain('evil')
  const { search } = new URL(await openId.choose(location, testAdmin.email))
  expect(await browser.ask('GET', `/auth/providers/google/callback${search}&${evil}`)).toMatchObject({ location: '/login#provider=google' })
  for (const path of ['/auth/providers/evil/start', '/auth/providers/evil/callback', '/auth/providers/constructor/start'])
    expect((await browser.ask('GET', path)).status).toBe(404)
})

test('a provider that is not configured, is down, or does not answer in time leads back to the login page', async () => {
  const app = await createProviderApp({ patienceMs: 300 })
  const { browser, openId } = app
  expect(await browser.begin('meta')).toBe('/login#provider=meta&problem=not_set_up')
  expect(await browser.ask('GET', '/auth/providers/meta/callback?code=1&state=1')).toMatchObject({
    location: '/login#provider=meta&problem=not_set_up',
  })
  const address = await openId.choose(await browser.begin(), testAdmin.email)
  openId.hang()
  const began = performance.now()
  expect(await browser.comeBack(address)).toMatchObject({ location: '/login#provider=google&problem=unavailable' })
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(app.logged.join('')).toContain('a sign-in provider does not answer')

  // Nothing listens there any more; a description that could not be fetched is asked for again.
  const down = await createTestApp({ signInProviders: { google: settingsOf(openId, 300) } })
  await openId.close()
  for (const _ of [1, 2]) expect(await createBrowser(down).begin()).toBe('/login#provider=google&problem=unavailable')
})

test('a wrong client secret is logged by its code, and neither secret nor code reaches the log', async () => {
  const first = await createProviderApp()
  const wrong = { ...settingsOf(first.openId), clientSecret: 'marked-wrong-secret' }
  const app = await createTestApp({ signInProviders: { google: wrong } })
  const browser = createBrowser(app)
  const address = await first.openId.choose(await browser.begin(), testAdmin.email)
  expect(await browser.comeBack(address)).toMatchObject({ location: '/login#provider=google&problem=refused' })
  const logged = app.logged.join('')
  expect(logged).toContain('invalid_client')
  expect(logged).not.toMatch(/marked-wrong-secret|example\.com/)
  expect(logged).not.toContain(new URL(address).searchParams.get('code'))
})

test('a network gets 30 redirects a minute', async () => {
  const app = await createTestApp()
  const browser = createBrowser(app)
  for (let request = 0; request < 30; request += 1) await browser.begin()
  expect(await browser.begin()).toBe('/login#provider=google&problem=busy')
  expect((await signInWith(app)).status).toBe(200)
})
