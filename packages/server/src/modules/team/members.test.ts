import type { MemberInput, Role } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createApp } from '../../app.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { readChanges } from '../activity/activity.service.ts'
import { createAdministrator } from '../users/users.service.ts'
import { changeMember } from './members.service.ts'

const password = 'a good password'

const addMember = ({ deps }: TestApp, username: string, role: Role) =>
  createAdministrator(deps, system, { username, email: `${username}@example.com`, password, role })
const signIn = ({ call }: TestApp, identity: string) =>
  call('POST', '/auth/password-login', { identity, password: identity === 'admin' ? testAdmin.password : password }, { token: null })
const change = ({ deps }: TestApp, id: number, what: MemberInput) => changeMember(deps, system, id, what)

const lastOwner = { status: 409, details: { code: 'last_owner' } }

test('a new role counts at the next call, on every server', async () => {
  const app = await createTestApp()
  const id = await addMember(app, 'max', 'manager')
  const headers = { authorization: await startSessionOf(app, id) }
  // Acts as another process on the same database.
  const other = await createApp(app.deps, { web: null, corsOrigins: [], trustedProxies: [] })
  const statuses = () =>
    Promise.all([app.app, other].map(async (server) => (await server.inject({ url: '/admin/coupons', headers })).statusCode))
  expect([await statuses(), await statuses()]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await change(app, id, { role: 'stock' })
  expect(await statuses()).toEqual([403, 403])
  await change(app, id, { role: 'marketing' })
  expect(await statuses()).toEqual([200, 200])
  await change(app, id, { disabled: true })
  expect(await statuses()).toEqual([401, 401])
  await other.close()
})

test('somebody who is disabled cannot sign in, and their sessions have ended for good', async () => {
  const app = await createTestApp()
  const id = await addMember(app, 'sue', 'support')
  const token = await startSessionOf(app, id)
  const read = async () => (await app.call('GET', '/admin/products', undefined, { token })).status
  expect(await read()).toBe(200)
  await change(app, id, { disabled: true })
  expect(await signIn(app, 'sue')).toMatchObject({ status: 401, body: { message: 'Invalid credentials. Please try again.' } })
  await change(app, id, { disabled: false })
  expect([await read(), (await signIn(app, 'sue')).status]).toEqual([401, 200])
})

test('each change is one activity row, and one that changes nothing is none', async () => {
  const app = await createTestApp()
  const id = await addMember(app, 'sue', 'support')
  await change(app, id, { role: 'stock', disabled: true })
  await change(app, id, { role: 'stock', disabled: true })
  await change(app, id, { disabled: false })
  const rows = await app.deps.db
    .selectFrom('activity')
    .select(['action', 'changes'])
    .where('subject_id', '=', id)
    .where('action', '<>', 'administrator.created')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, changes }) => [action, readChanges(changes)])).toEqual([
    ['administrator.role_changed', { role: { before: 'support', after: 'stock' } }],
    ['administrator.disabled', { disabled: { before: false, after: true } }],
    ['administrator.enabled', { disabled: { before: true, after: false } }],
  ])
})

test('the last owner who can sign in stays one', async () => {
  const app = await createTestApp()
  await expect(change(app, 1, { role: 'manager' })).rejects.toMatchObject(lastOwner)
  await expect(change(app, 1, { disabled: true })).rejects.toMatchObject(lastOwner)
  const second = await addMember(app, 'ada', 'owner')
  await change(app, second, { disabled: true })
  await expect(change(app, 1, { role: 'manager' })).rejects.toMatchObject(lastOwner)
  await change(app, second, { disabled: false })
  await change(app, 1, { role: 'manager' })
  await expect(change(app, second, { disabled: true })).rejects.toMatchObject(lastOwner)
})

test('owners who demote and disable each other at once leave one', async () => {
  const app = await createTestApp()
  const { db } = app.deps
  const second = await addMember(app, 'ada', 'owner')
  for (let round = 0; round < 5; round += 1) {
    await db.updateTable('app_user').set({ role: 'owner', disabled_at: null }).execute()
    const ended = await Promise.allSettled([change(app, 1, { role: 'stock' }), change(app, second, { disabled: true })])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const owners = await db.selectFrom('app_user').select('id').where('role', '=', 'owner').where('disabled_at', 'is', null).execute()
    expect(owners).toHaveLength(1)
  }
})

test('a sign-in that overlaps with being disabled does not outlive it', async () => {
  const app = await createTestApp()
  const id = await addMember(app, 'sue', 'support')
  const { passwords } = app.deps
  const isRight = passwords.isRight.bind(passwords)
  const isChecked = Promise.withResolvers<void>()
  const isDisabled = Promise.withResolvers<void>()
  passwords.isRight = async (...given) => {
    const answer = await isRight(...given)
    isChecked.resolve()
    await isDisabled.promise
    return answer
  }
  const answer = signIn(app, 'sue')
  await isChecked.promise
  passwords.isRight = isRight
  await change(app, id, { disabled: true })
  isDisabled.resolve()
  expect((await answer).status).toBe(401)
  expect(await app.deps.db.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual([])
})

test('a customer and an unknown id are no members', async () => {
  const app = await createTestApp()
  const id = await addMember(app, 'eve', 'stock')
  await app.deps.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', id).execute()
  for (const nobody of [id, 99]) await expect(change(app, nobody, { role: 'owner' })).rejects.toMatchObject({ status: 404 })
})
