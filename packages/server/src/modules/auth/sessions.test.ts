import type { SessionRow } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createApp } from '../../app.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { readChanges } from '../activity/activity.service.ts'
import { createAdministrator } from '../users/users.service.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

async function signIn({ app }: TestApp, { from = '10.0.0.1', identity = 'admin', forwardedFor = '' } = {}): Promise<string> {
  const payload = { identity, password: testAdmin.password }
  const headers = { 'user-agent': firefox, ...(forwardedFor !== '' && { 'x-forwarded-for': forwardedFor }) }
  const answer = await app.inject({ method: 'POST', url: '/auth/password-login', remoteAddress: from, headers, payload })
  return (answer.json() as { data: { token: string } }).data.token
}

const list = async ({ call }: TestApp, token?: string) => dataOf(await call('GET', '/auth/sessions', undefined, { token })) as SessionRow[]
const statusFor = async ({ call }: TestApp, token: string) => (await call('GET', '/games-list', undefined, { token })).status

test('a person sees where they are signed in, and nobody else’s sessions', async () => {
  const app = await createTestApp()
  await createAdministrator(app.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const anns = await signIn(app, { identity: 'ann', from: '2001:db8:5:6::8' })
  const token = await signIn(app)
  const at = app.clock.at.toISOString()
  expect(await list(app, token)).toEqual([
    { id: 3, device: 'Firefox on Linux', network: '10.0.0.1', created_at: at, last_seen_at: at, current: true },
    { id: 1, device: '', network: '', created_at: at, last_seen_at: at, current: false },
  ])
  expect(await list(app, anns)).toMatchObject([{ id: 2, network: '2001:db8:5:6::/64', current: true }])
})

test('behind a proxy that forwards ports, a session and the history show the address alone', async () => {
  const app = await createTestApp({ trustedProxies: ['10.0.0.1'] })
  const token = await signIn(app, { forwardedFor: '203.0.113.7:51234' })
  expect(await list(app, token)).toMatchObject([{ network: '203.0.113.7', current: true }, { id: 1 }])
  const signedIn = app.deps.db.selectFrom('activity').select('changes').where('action', '=', 'member.signed_in')
  expect(readChanges((await signedIn.executeTakeFirstOrThrow()).changes)).toEqual({ network: { before: null, after: '203.0.113.7' } })
})

test('one of one’s own sessions ends at once, on every server; somebody else’s, an ended and an unknown one are 404', async () => {
  const app = await createTestApp()
  await createAdministrator(app.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  const anns = await signIn(app, { identity: 'ann' })
  const other = await signIn(app)
  // Acts like another process on the same database.
  const second = await createApp(app.deps, { web: null, corsOrigins: [], trustedProxies: [] })
  const there = async () => (await second.inject({ url: '/games-list', headers: { authorization: other } })).statusCode
  expect([await there(), await there(), await statusFor(app, other)]).toEqual([200, 200, 200])

  const end = async (id: number) => (await app.call('DELETE', `/auth/sessions/${id}`)).status
  expect([await end(3), await end(3), await end(2), await end(99)]).toEqual([200, 404, 404, 404])
  expect([await there(), await statusFor(app, other), await statusFor(app, anns)]).toEqual([401, 401, 200])
  expect((await list(app)).map(({ id }) => id)).toEqual([1])
  await second.close()
})

test('all others end, this one stays, and both leave a row', async () => {
  const app = await createTestApp()
  const others = [await signIn(app), await signIn(app), await signIn(app)]
  expect((await app.call('DELETE', '/auth/sessions/2')).status).toBe(200)
  expect(dataOf(await app.call('DELETE', '/auth/sessions'))).toEqual({ ended: 2 })
  expect(dataOf(await app.call('DELETE', '/auth/sessions'))).toEqual({ ended: 0 })
  for (const token of others) expect(await statusFor(app, token)).toBe(401)
  expect(await list(app)).toMatchObject([{ id: 1, current: true }])
  const rows = await app.deps.db.selectFrom('activity').select(['action', 'changes']).where('action', 'like', '%session%').execute()
  expect(rows.map(({ action, changes }) => [action, readChanges(changes)])).toEqual([
    ['administrator.session_ended', { session: { before: { device: 'Firefox on Linux', network: '10.0.0.1' }, after: null } }],
    ['administrator.other_sessions_ended', { sessions: { before: 3, after: 1 } }],
  ])
})

test('when a session was last seen is noted once in five minutes', async () => {
  const app = await createTestApp()
  const minutes = (count: number) => new Date(Date.parse('2030-01-01T00:00:00.000Z') + count * 60_000)
  const noted = () => app.deps.db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow()
  const seenAfter = async (count: number, expected: number) => {
    app.clock.at = minutes(count)
    expect((await app.call('GET', '/games-list')).status).toBe(200)
    await expect.poll(async () => (await noted()).last_seen_at).toBe(minutes(expected).toISOString())
  }
  await seenAfter(4, 0)
  await seenAfter(6, 6)
  await seenAfter(10, 6)
  await seenAfter(11, 11)
  expect((await list(app))[0]?.last_seen_at).toBe(minutes(11).toISOString())
})
