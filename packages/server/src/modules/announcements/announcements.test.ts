import type { Announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { createBotApp, listLogs } from '../../testing/shop/discord.ts'
import { addMember } from '../../testing/shop/members.ts'

interface List {
  readonly data: Announcement[]
  readonly meta?: { next_cursor: string | null }
}

const path = '/admin/announcements'
const make = async (app: TestApp, title: string, content = 'Text') =>
  dataOf(await app.call('POST', path, { title, content })) as Announcement
const list = async (app: TestApp, query = ''): Promise<List> => {
  const answer = await app.call('GET', `${path}${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const titles = async (app: TestApp, query = '') => (await list(app, query)).data.map((announcement) => announcement.title)

test('an announcement is made, read, changed and removed, and each is recorded', async () => {
  const app = await createTestApp()
  const made = await make(app, '  Sale  ', 'Half <b>price</b>')
  expect(made).toEqual({
    ...{ id: 1, title: 'Sale', content: 'Half <b>price</b>', created_at: '2030-01-01T00:00:00.000Z', version: 1 },
    ...{ publish_at: null, post_to_discord: true, mention_role_id: null },
    ...{ delivery: 'none', delivery_reason: null, posted_at: null, post_url: null, log_id: null },
  })
  expect(dataOf(await app.call('GET', `${path}/1`))).toEqual(made)
  expect(await list(app)).toEqual({ data: [made] })
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  const changed = { ...made, content: 'Over', version: 2 }
  expect(dataOf(await app.call('PUT', `${path}/1`, { title: 'Sale', content: 'Over', id: 9, created_at: 'x', version: 1 }))).toEqual(
    changed,
  )
  expect(dataOf(await app.call('PUT', `${path}/1`, { title: ' Sale ', content: 'Over' }))).toEqual(changed)
  expect(await app.call('DELETE', `${path}/1`)).toMatchObject({ status: 200, body: { data: null } })
  expect(await list(app)).toEqual({ data: [] })
  expect(await activityOf(app, 'announcement')).toEqual([
    {
      action: 'announcement.created',
      subject_id: 1,
      changes: { title: { before: null, after: 'Sale' }, content: { before: null, after: 'Half <b>price</b>' } },
    },
    { action: 'announcement.updated', subject_id: 1, changes: { content: { before: 'Half <b>price</b>', after: 'Over' } } },
    { action: 'announcement.deleted', subject_id: 1, changes: { title: { before: 'Sale', after: null } } },
  ])
})

test('the same one again within ten minutes is a repeat after a lost answer, also at once, and nothing is posted twice', async () => {
  const { app } = await createBotApp()
  const body = { title: 'Sale', content: 'Half price', publish_at: '2030-01-01T09:00:00+01:00' }
  const send = async (more: object = {}, token = app.token) =>
    (dataOf(await app.call('POST', path, { ...body, ...more }, { token })) as Announcement).id
  expect(await Promise.all([1, 2, 3, 4].map(() => send()))).toEqual([1, 1, 1, 1])
  app.clock.at = new Date('2030-01-01T00:09:59.999Z')
  expect(await send({ publish_at: '2030-01-01T08:00:00Z', post_to_discord: true })).toBe(1)
  expect(await activityOf(app, 'announcement')).toHaveLength(1)
  expect(await listLogs(app)).toHaveLength(1)

  const others = [{ title: 'Sales' }, { content: 'More' }, { publish_at: null }, { mention_role_id: '400000000000000001' }]
  const made: number[] = []
  for (const other of [...others, { post_to_discord: false }]) made.push(await send(other))
  made.push(await send({}, (await addMember(app, 'marketing')).token))
  expect(new Set(made)).toEqual(new Set([2, 3, 4, 5, 6, 7]))

  await app.call('PUT', `${path}/2`, { ...body, content: 'New' })
  await app.call('DELETE', `${path}/3`)
  expect([await send({ title: 'Sales' }), await send({ content: 'More' })]).toEqual([8, 9])
  app.clock.at = new Date('2030-01-01T00:10:00.000Z')
  expect(await send()).toBe(10)
})

test('the newest comes first; the list sorts, searches and pages', async () => {
  const app = await createTestApp()
  await make(app, 'beta', 'One hundred % more')
  app.clock.at = new Date('2030-01-01T00:10:00.000Z')
  await make(app, 'Alpha', 'ÉTÉ')
  app.clock.at = new Date('2030-01-01T00:05:00.000Z')
  await make(app, 'gamma', 'under_score')
  expect(await titles(app)).toEqual(['Alpha', 'gamma', 'beta'])
  expect(await titles(app, '?sort=created_at')).toEqual(['beta', 'gamma', 'Alpha'])
  expect(await titles(app, '?sort=title')).toEqual(['Alpha', 'beta', 'gamma'])
  expect(await titles(app, '?sort=-title')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(await titles(app, '?q=ALPH')).toEqual(['Alpha'])
  expect(await titles(app, '?q=HUNDRED')).toEqual(['beta'])
  expect(await titles(app, '?q=_')).toEqual(['gamma'])
  expect(await titles(app, `?q=${encodeURIComponent('ÉTÉ')}`)).toEqual(['Alpha'])
  for (const sort of ['title', '-created_at']) {
    const first = await list(app, `?limit=2&sort=${sort}`)
    const second = await list(app, `?limit=2&sort=${sort}&cursor=${first.meta?.next_cursor}`)
    expect([...first.data, ...second.data]).toEqual((await list(app, `?sort=${sort}`)).data)
    expect(second.meta).toEqual({ next_cursor: null, total: 3 })
  }
})

test('a version that is no longer the stored one is a conflict that shows the announcement as it is', async () => {
  const app = await createTestApp()
  await make(app, 'Sale')
  const current = dataOf(await app.call('PUT', `${path}/1`, { title: 'First', content: 'Text', version: 1 }))
  const says = { code: 'stale_version', message: 'This announcement was changed by someone else in the meantime', current }
  await expectRefusals(app, [{ call: ['PUT', `${path}/1`, { title: 'Second', content: 'Text', version: 1 }], status: 409, says }])
  const answer = (await app.call('PUT', `${path}/1`, { title: 'Second', content: 'Text', version: 1 })).body as { current: unknown }
  expect(answer.current).toEqual(current)
  expect(dataOf(await app.call('PUT', `${path}/1`, { title: 'Third', content: 'Text' }))).toMatchObject({ title: 'Third', version: 3 })
})

test('an announcement that cannot be saved or found changes nothing', async () => {
  const app = await createTestApp()
  await make(app, 'Sale')
  const bad: [object, object?][] = [
    [{ title: '  ' }, { message: 'Title is required', fields: { title: 'Title is required' } }],
    [{ title: undefined }, { message: 'Title is required' }],
    [{ content: '' }, { message: 'Content is required', fields: { content: 'Content is required' } }],
    [{ content: undefined }, { message: 'Content is required' }],
    [{ title: 7 }, { message: 'Title must be text' }],
    [{ title: 'x'.repeat(201) }, { message: 'Title must be at most 200 characters' }],
    [{ content: 'x'.repeat(5_001) }],
    [{ content: 'A\0B' }],
    [{ content: 'A\ud800' }],
  ]
  const good = { title: 'New', content: 'Text' }
  await expectRefusals(app, [
    ...bad.flatMap(([change, says]) => [
      { call: ['POST', path, { ...good, ...change }] as const, status: 400, says },
      { call: ['PUT', `${path}/1`, { ...good, ...change }] as const, status: 400, says },
    ]),
    ...(['GET', 'PUT', 'DELETE'] as const).flatMap((method) => [
      {
        call: [method, `${path}/404`, method === 'PUT' ? good : undefined] as const,
        status: 404,
        says: { message: 'Announcement not found' },
      },
      { call: [method, `${path}/abc`, method === 'PUT' ? good : undefined] as const, status: 400 },
    ]),
    { call: ['GET', `${path}?sort=colour`], status: 400 },
    { call: ['GET', `${path}?cursor=x`], status: 400, says: { message: 'cursor is not valid' } },
  ])
  expect(await titles(app)).toEqual(['Sale'])
})
