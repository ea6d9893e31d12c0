import { account, passwordReset } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { signInWith, turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { activityOf } from '../../testing/shop/catalogue.ts'
import { createMailingApp, drainMails } from '../../testing/shop/mails.ts'
import { addMember } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { later } from '../../testing/shop/webhooks.ts'
import { changeMember } from '../team/members.service.ts'
import { resetPassword } from './passwords.service.ts'

const next = 'a new and longer password'
const linkOver = { status: 410, body: { code: 'reset_over', message: expect.stringMatching(/^This link has expired/) } }

const ask = (app: TestApp, email: string = testAdmin.email) => app.call('POST', passwordReset.ask.path, { email }, { token: null })
const reset = (app: TestApp, token: string, password = next) =>
  app.call('POST', passwordReset.reset.path, { token, password }, { token: null })

/** The token of the link in the newest of so many mails. */
async function tokenOf(app: Awaited<ReturnType<typeof createMailingApp>>, mails: number): Promise<string> {
  await expect.poll(() => app.mailbox.mails.length).toBe(mails)
  const [, token] = /http:\/\/keydesk\.test\/login#reset=([\w-]{43})\s/.exec(app.mailbox.mails.at(-1)!.text)!
  return token!
}

test('a mailed link sets a new password once, and ends every session', async () => {
  const app = await createMailingApp()
  expect(await app.call('GET', passwordReset.find.path, undefined, { token: null })).toMatchObject({ body: { data: { is_mailed: true } } })
  expect(await ask(app, 'Admin@Example.com')).toMatchObject({ status: 202, body: { data: null } })
  const token = await tokenOf(app, 1)
  expect(app.mailbox.mails[0]).toMatchObject({
    ...{ recipient: 'admin@example.com', subject: 'A new password for admin', from: '"Test Shop" <shop@shop.test>' },
    text: expect.stringMatching(/Set a new password: http.+\n\nThe link works once, until 00:30 UTC\./),
    html: expect.stringContaining('>Set a new password</a>'),
  })
  expect(await reset(app, token, 'short')).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  expect(await reset(app, token, ' '.repeat(12))).toMatchObject({ status: 400 })
  expect((await app.call('GET', '/games-list')).status).toBe(200)

  expect(await reset(app, token)).toMatchObject({ status: 200, body: { data: null } })
  expect((await app.call('GET', '/games-list')).status).toBe(401)
  expect((await signInWith(app)).status).toBe(401)
  expect((await signInWith(app, { password: next })).status).toBe(200)
  expect(await reset(app, token)).toMatchObject(linkOver)
  expect(await activityOf(app, 'member')).toContainEqual({ action: 'administrator.password_reset', subject_id: 1, changes: {} })
})

test('the token is neither in the database nor in the log', async () => {
  const app = await createMailingApp()
  await ask(app)
  const token = await tokenOf(app, 1)
  await drainMails(app, 5_000)
  await reset(app, token)
  const { db } = app.deps
  const stored = await Promise.all([
    db.selectFrom('outbox').selectAll().execute(),
    db.selectFrom('password_reset').selectAll().execute(),
    db.selectFrom('activity').selectAll().execute(),
  ])
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(app.logged.join('')).not.toMatch(new RegExp(`${token}|example\\.com`))
})

test('two-factor sign-in stays on', async () => {
  const app = await createMailingApp()
  const { nextCode } = await turnOnTwoFactor(app)
  await ask(app)
  await reset(app, await tokenOf(app, 1))
  expect(await signInWith(app, { password: next })).toMatchObject({ status: 401, body: { code: 'two_factor_required' } })
  expect((await signInWith(app, { password: next, code: nextCode() })).status).toBe(200)
})

test('everybody gets the same answer; only members who are not disabled get a mail', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  await shop.addUser('customer')
  const { body } = await app.call('POST', '/admin/team/invitations', { role: 'stock', email: 'sue@example.com' })
  const token = (body as { data: { url: string } }).data.url.split('#invitation=')[1]
  const person = { token, username: 'sue', email: 'sue@example.com', password: 'a good password' }
  const joined = await app.call('POST', '/auth/accept-invitation', person, { token: null })
  const { id } = (joined.body as { data: { user: { id: number } } }).data.user
  await changeMember(app.deps, system, id, { disabled: true })
  const answers = []
  for (const email of ['customer@example.com', 'sue@example.com', 'nobody@example.com', 'admin', testAdmin.email])
    answers.push(await ask(app, email))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 400, 202])
  expect(new Set(answers.filter(({ status }) => status === 202).map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails.map(({ recipient }) => recipient)).toEqual([testAdmin.email])
})

test('a member who is disabled after the mail cannot use the link', async () => {
  const app = await createMailingApp()
  await ask(app)
  const token = await tokenOf(app, 1)
  await app.deps.db.updateTable('app_user').set({ disabled_at: app.clock.at.toISOString() }).where('id', '=', 1).execute()
  expect(await reset(app, token)).toMatchObject(linkOver)
})

test('enabling a member again does not bring back the links from before', async () => {
  const app = await createMailingApp()
  const { id } = await addMember(app, 'support')
  const email = 'the-support@team.example'
  await ask(app, email)
  const token = await tokenOf(app, 1)
  for (const disabled of [true, false]) expect((await app.call('PUT', `/admin/team/${id}`, { disabled })).status).toBe(200)
  expect(await reset(app, token)).toMatchObject(linkOver)
  later(app, 1)
  await ask(app, email)
  expect((await reset(app, await tokenOf(app, 2))).status).toBe(200)
})

test('a link ends after 30 minutes, and when a newer one is sent', async () => {
  const app = await createMailingApp()
  await ask(app)
  const first = await tokenOf(app, 1)
  later(app, 60)
  await ask(app)
  const second = await tokenOf(app, 2)
  expect(await reset(app, first)).toMatchObject(linkOver)
  later(app, 30 * 60)
  expect(await reset(app, second)).toMatchObject(linkOver)
  later(app, 1)
  await ask(app)
  const third = await tokenOf(app, 3)
  later(app, 30 * 60 - 1)
  expect((await reset(app, third)).status).toBe(200)
})

test.each([
  {
    how: 'a password change',
    set: (app: TestApp) =>
      app.call('POST', account.changePassword.path, { current_password: testAdmin.password, new_password: 'another good password' }),
  },
  { how: 'the command line', set: ({ deps }: TestApp) => resetPassword(deps, system, 'admin', 'another good password') },
])('a link ends when $how sets another password', async ({ set }) => {
  const app = await createMailingApp()
  await ask(app)
  const token = await tokenOf(app, 1)
  await set(app)
  expect(await reset(app, token)).toMatchObject(linkOver)
  expect((await signInWith(app, { password: 'another good password' })).status).toBe(200)
  // The next one works.
  await ask(app)
  expect((await reset(app, await tokenOf(app, 2))).status).toBe(200)
})

test('a link ends when the email changes, and the next one goes to the new email', async () => {
  const app = await createMailingApp()
  await ask(app)
  const token = await tokenOf(app, 1)
  const email = 'owner@shop.example'
  expect((await app.call('POST', account.changeEmail.path, { email, password: testAdmin.password })).status).toBe(200)
  expect(await reset(app, token)).toMatchObject(linkOver)
  later(app, 1)
  await ask(app)
  await ask(app, email)
  expect((await reset(app, await tokenOf(app, 2))).status).toBe(200)
  expect(app.mailbox.mails[1]!.recipient).toBe(email)
})

test('a link that was asked for before another password was set is not sent after it', async () => {
  const app = await createMailingApp()
  app.mailbox.fail(() => ({ is: 'answer', code: 421, text: 'come back later' }))
  await ask(app)
  const reasonOf = async () => (await app.deps.db.selectFrom('outbox').select('reason').executeTakeFirst())?.reason
  await expect.poll(reasonOf).toContain('come back later')
  // Later than the request, but before the next attempt is due.
  later(app, 1)
  await resetPassword(app.deps, system, 'admin', 'another good password')
  app.mailbox.fail(null)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails).toEqual([])
})

test('one of two people who use one link at once sets the password', async () => {
  const app = await createMailingApp()
  await ask(app)
  const token = await tokenOf(app, 1)
  const answers = await Promise.all(['the first of them', 'the second of them'].map((password) => reset(app, token, password)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]))
})

test('a mail that had to be repeated has the same link in each copy; one that comes too late is not sent', async () => {
  const app = await createMailingApp()
  app.mailbox.fail(({ count }) => (count === 1 ? { is: 'cut' } : null))
  await ask(app)
  await drainMails(app, 10_000)
  const [one, other] = app.mailbox.mails
  expect(other!.text).toBe(one!.text)
  expect((await reset(app, await tokenOf(app, 2))).status).toBe(200)

  app.mailbox.fail(() => ({ is: 'answer', code: 421, text: 'come back later' }))
  await ask(app)
  const reasonOf = async () => (await app.deps.db.selectFrom('outbox').select('reason').orderBy('id', 'desc').executeTakeFirst())?.reason
  await expect.poll(reasonOf).toContain('come back later')
  later(app, 31 * 60)
  app.mailbox.fail(null)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails).toHaveLength(2)
})

test('without a mail server the answer is the same, and nothing is stored', async () => {
  const app = await createTestApp()
  expect(await app.call('GET', passwordReset.find.path, undefined, { token: null })).toMatchObject({ body: { data: { is_mailed: false } } })
  expect(await ask(app)).toMatchObject({ status: 202, body: { data: null } })
  expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('requests and links that are over are limited like sign-ins, and one address gets three mails an hour', async () => {
  const app = await createMailingApp()
  for (let request = 0; request < 10; request += 1) expect((await ask(app)).status).toBe(202)
  const message = 'Too many attempts. Please try again in 15 minutes.'
  expect(await ask(app)).toMatchObject({ status: 429, headers: { 'retry-after': '900' }, body: { message } })
  expect((await ask(app, 'nobody@example.com')).status).toBe(202)
  expect((await signInWith(app)).status).toBe(200)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails).toHaveLength(3)

  for (let request = 0; request < 10; request += 1) expect((await reset(app, 'not a token')).status).toBe(410)
  expect(await reset(app, 'not a token')).toMatchObject({ status: 429, body: { message } })
})

test('a reset clears the failed sign-ins of the member', async () => {
  const app = await createMailingApp()
  for (let failure = 0; failure < 10; failure += 1) await signInWith(app, { password: 'wrong' })
  expect((await signInWith(app)).status).toBe(429)
  await ask(app)
  await reset(app, await tokenOf(app, 1))
  expect((await signInWith(app, { password: next })).status).toBe(200)
})
