import type { Invitation, InvitationInput, NewInvitation } from '@keydesk/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { addMember } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'

const password = 'a good password'
const over = (message: string) => ({ status: 410, body: { message, code: 'invitation_over' } })
const used = over('This invitation was used already. If it was you, sign in; otherwise ask for a new one.')

async function invite({ call }: TestApp, input: InvitationInput) {
  const answer = await call('POST', '/admin/team/invitations', input)
  expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
  const made = (answer.body as { data: NewInvitation }).data
  return { ...made, token: made.url.split('#invitation=')[1]! }
}

const join = ({ call }: TestApp, token: string, username: string, email = `${username}@example.com`) =>
  call('POST', '/auth/accept-invitation', { token, username, email, password }, { token: null })
const find = ({ call }: TestApp, token: string) => call('POST', '/auth/invitation', { token }, { token: null })
const list = async ({ call }: TestApp) => dataOf(await call('GET', '/admin/team/invitations')) as Invitation[]

test('an invited person sees the offer, joins with its role and is signed in; the link works once', async () => {
  const app = await createTestApp()
  const { id, token, url, expires_at } = await invite(app, { role: 'support' })
  expect([id, url.replace(token, ''), expires_at]).toEqual([1, 'http://keydesk.test/login#invitation=', '2030-01-04T00:00:00.000Z'])
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(dataOf(await find(app, token))).toEqual({ role: 'support', email: null, require_two_factor: false, expires_at })

  const joined = dataOf(await join(app, token, 'sue')) as { token: string; user: object }
  expect(joined.user).toMatchObject({ id: 2, username: 'sue', email: 'sue@example.com', role: 'support' })
  const read = async (path: string) => (await app.call('GET', path, undefined, { token: joined.token })).status
  expect([await read('/admin/purchases/orders'), await read('/admin/coupons')]).toEqual([200, 403])

  for (const call of [find(app, token), join(app, token, 'tom')]) expect(await call).toMatchObject(used)
  expect(await list(app)).toMatchObject([{ id: 1, role: 'support', state: 'used', created_by: 'admin', used_by: 'sue' }])
  expect(JSON.stringify(await list(app))).not.toContain(token)
  const rows = await app.deps.db.selectFrom('activity').select(['actor_name', 'action']).orderBy('id').execute()
  expect(rows.slice(1).map(({ actor_name, action }) => [actor_name, action])).toEqual([
    ['admin', 'invitation.created'],
    ['sue', 'administrator.created'],
    ['sue', 'invitation.used'],
    ['sue', 'member.signed_in'],
  ])
})

test('one of two people who use one link at once joins', async () => {
  const app = await createTestApp()
  const { token } = await invite(app, { role: 'stock' })
  const answers = await Promise.all(['ann', 'bob', 'cy'].map((name) => join(app, token, name)))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '410', '410'])
  const members = await app.deps.db.selectFrom('app_user').select('id').where('role', '=', 'stock').execute()
  expect(members).toHaveLength(1)
})

test('a link that was revoked, has expired or never existed says so, and a revoked one stays revoked', async () => {
  const app = await createTestApp()
  const [first, second] = [await invite(app, { role: 'stock' }), await invite(app, { role: 'stock' })]
  const revoke = (id: number) => app.call('DELETE', `/admin/team/invitations/${id}`)
  expect([(await revoke(first.id)).status, (await revoke(99)).status]).toEqual([200, 404])
  expect(await revoke(first.id)).toMatchObject(over('This invitation is already revoked'))
  const revoked = over('This invitation was revoked. Ask for a new one if you still need it.')
  expect(await join(app, first.token, 'ann')).toMatchObject(revoked)
  app.clock.at = new Date(Date.parse(second.expires_at!))
  expect(await find(app, second.token)).toMatchObject(over('This invitation has expired. Ask for a new one.'))
  const unknown = over('This invitation link is not valid. Check that it was copied whole, or ask for a new one.')
  expect(await join(app, `${second.token}x`, 'ann')).toMatchObject(unknown)
  expect(await app.deps.db.selectFrom('app_user').select('id').execute()).toHaveLength(1)
})

test.each([{ disabled: true }, { role: 'support' as const }])(
  'the open invitations of an owner who is one no longer are revoked (%j)',
  async (change) => {
    const app = await createTestApp()
    const boss = await addMember(app, 'owner', 'boss')
    const inviteAs = (token: string) => app.call('POST', '/admin/team/invitations', { role: 'owner' }, { token })
    const tokenOf = (answer: { body: unknown }) => (answer.body as { data: NewInvitation }).data.url.split('#invitation=')[1]!
    const [taken, open] = [tokenOf(await inviteAs(boss.token)), tokenOf(await inviteAs(boss.token))]
    const own = await invite(app, { role: 'stock' })
    expect((await join(app, taken, 'ann')).status).toBe(200)
    // Other changes leave them open.
    await app.call('PUT', `/admin/team/${boss.id}`, { keys_per_hour: 5 })
    expect((await find(app, open)).status).toBe(200)
    const [changed] = await Promise.all([app.call('PUT', `/admin/team/${boss.id}`, change), ...[1, 2, 3].map(() => inviteAs(boss.token))])
    expect(changed.status).toBe(200)
    expect(await join(app, open, 'eve')).toMatchObject(over('This invitation was revoked. Ask for a new one if you still need it.'))
    const states = (await list(app)).map(({ created_by, state }) => `${created_by}: ${state}`)
    expect(new Set(states)).toEqual(new Set(['boss: used', 'boss: revoked', 'admin: open']))
    expect((await find(app, own.token)).status).toBe(200)
    const revoked = await app.deps.db.selectFrom('activity').select('actor_name').where('action', '=', 'invitation.revoked').execute()
    expect(new Set(revoked.map(({ actor_name }) => actor_name))).toEqual(new Set(['admin']))
  },
)

test('an invitation for an email is for that email alone, whatever the case; a refusal leaves it open', async () => {
  const app = await createTestApp()
  const { token } = await invite(app, { role: 'marketing', email: 'Mia@Example.com' })
  expect(dataOf(await find(app, token))).toMatchObject({ email: 'Mia@Example.com' })
  expect(await join(app, token, 'mia', 'eve@example.com')).toMatchObject({
    status: 400,
    body: { fields: { email: 'This invitation is for Mia@Example.com' } },
  })
  expect(await join(app, token, 'admin', 'mia@example.com')).toMatchObject({ status: 409 })
  const short = { token, username: 'mia', email: 'mia@example.com', password: 'short' }
  expect((await app.call('POST', '/auth/accept-invitation', short, { token: null })).status).toBe(400)
  expect((await join(app, token, 'mia', 'mia@example.com')).status).toBe(200)
})

test('nobody is invited with the email of a member, and the sentence says who it is and whether to enable the account', async () => {
  const app = await createTestApp()
  const sue = await addMember(app, 'support', 'sue')
  const inviteSue = () => app.call('POST', '/admin/team/invitations', { role: 'stock', email: 'Sue@team.example' })
  const refused = (message: string) => ({ status: 409, body: { message, code: 'conflict', fields: { email: message } } })
  expect(await inviteSue()).toMatchObject(refused('Sue@team.example is already the member sue'))
  await app.call('PUT', `/admin/team/${sue.id}`, { disabled: true })
  expect(await inviteSue()).toMatchObject(refused('Sue@team.example is the member sue, who is disabled: enable that account'))
  expect(await list(app)).toEqual([])
})

test('who joins with a taken name or email reads which of the two it is, at its field', async () => {
  const app = await createTestApp()
  await addMember(app, 'support', 'sue')
  const { token } = await invite(app, { role: 'stock' })
  const refused = (field: string, message: string) => ({ status: 409, body: { message, fields: { [field]: message } } })
  expect(await join(app, token, 'SUE', 'other@example.com')).toMatchObject(refused('username', 'This username is already in use'))
  expect(await join(app, token, 'other', 'Sue@team.example')).toMatchObject(refused('email', 'This email is already in use'))
  const shop = await openShop(app)
  await shop.addUser('ada')
  const forAda = await invite(app, { role: 'stock', email: 'ada@example.com' })
  expect(await join(app, forAda.token, 'sue', 'ada@example.com')).toMatchObject(refused('username', 'This username is already in use'))
})

test('a storefront user who joins by an invitation for their email keeps the referral code; another invitation takes no account over', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, referral_code } = await shop.addUser('ada')
  const open = await invite(app, { role: 'stock' })
  expect(await join(app, open.token, 'eve', 'Ada@example.com')).toMatchObject({
    status: 409,
    body: { message: 'This invitation cannot be used with this email. Ask for an invitation for it.' },
  })
  const { token } = await invite(app, { role: 'stock', email: 'ada@example.com' })
  const joined = dataOf(await join(app, token, 'ada.l', 'ada@example.com')) as { user: { id: number } }
  expect(joined.user.id).toBe(id)
  const row = await app.deps.db.selectFrom('app_user').select(['username', 'referral_code', 'role']).where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ username: 'ada.l', referral_code, role: 'stock' })
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'a name that somebody takes at the same moment is refused like a taken one, also to a storefront user',
  async () => {
    const app = await createTestApp()
    const { db } = app.deps
    await (await openShop(app)).addUser('ada')
    const { token } = await invite(app, { role: 'stock', email: 'ada@example.com' })
    const { answer } = await db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ username: 'sue', username_key: 'sue' }).where('id', '=', 1).execute()
      const waiting = join(app, token, 'sue', 'ada@example.com')
      const count = sql<{ waits: boolean }>`select count(*) > 0 as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await count.execute(db)).rows).toEqual([{ waits: true }])
      return { answer: waiting }
    })
    expect(await answer).toMatchObject({ status: 409, body: { fields: { username: 'This username is already in use' } } })
  },
)

test('guesses of links are throttled, and refusals for other reasons are no guesses', async () => {
  const app = await createTestApp()
  const { token } = await invite(app, { role: 'stock' })
  for (let i = 0; i < 12; i += 1) expect((await join(app, token, 'admin')).status).toBe(409)
  for (let i = 0; i < 50; i += 1) expect((await find(app, `guess-${i}`)).status).toBe(410)
  expect((await find(app, token)).status).toBe(429)
  expect((await app.call('GET', '/games-list')).status).toBe(200)
})

test('before a demanded second factor is on, an account reaches only itself, on every sign-in', async () => {
  const app = await createTestApp()
  const { token } = await invite(app, { role: 'owner', require_two_factor: true })
  const joined = dataOf(await join(app, token, 'sue')) as { token: string; user: object }
  expect(joined.user).toMatchObject({ two_factor_due: true })
  const signedIn = await app.call('POST', '/auth/password-login', { identity: 'sue', password }, { token: null })
  expect(signedIn).toMatchObject({ status: 200, body: { data: { user: { two_factor_due: true } } } })
  const statusOf = async (method: 'GET' | 'POST', path: string) => {
    const { status, body } = await app.call(method, path, {}, { token: joined.token })
    return [status, (body as { code?: string }).code]
  }
  const refused = [403, 'two_factor_required_by_team']
  for (const path of ['/admin/products', '/admin/team', '/games-list', '/products/id/1'])
    expect(await statusOf('GET', path)).toEqual(refused)
  expect(await statusOf('POST', '/admin/products')).toEqual(refused)
  for (const path of ['/auth/account', '/auth/sessions']) expect(await statusOf('GET', path)).toEqual([200, undefined])

  const { nextCode } = await turnOnTwoFactor(app, { token: joined.token, password })
  expect(await statusOf('GET', '/admin/products')).toEqual([200, undefined])
  const off = await app.call('POST', '/auth/two-factor/disable', { password, code: nextCode() }, { token: joined.token })
  expect(off).toMatchObject({ status: 409, body: { code: 'two_factor_required_by_team' } })
})
