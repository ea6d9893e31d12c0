import { limits, type ActivityRow } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import { createTestApp, testAdmin, testNow, type TestApp } from '../../testing.ts'
import { dataOf, expectRefusals, makeProduct, makeVariant, saveProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { entryOf, readHistory } from '../../testing/shop/history.ts'
import { addMember } from '../../testing/shop/members.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { purgeActivity, recordActivity } from '../activity/activity.service.ts'
import { noteRefusedSignIns } from '../auth/refused-sign-ins.service.ts'

const minute = 60_000
const wait = (app: TestApp, ms: number) => void (app.clock.at = new Date(app.clock.at.getTime() + ms))
const signIn = (app: TestApp, identity: string, password: string) =>
  app.call('POST', '/auth/password-login', { identity, password }, { token: null })
const actionsOf = (rows: readonly ActivityRow[]): string[] => rows.map((row) => row.action)

test('the list says who did what to which thing, newest first, page by page, by every filter', async () => {
  const app = await createTestApp()
  wait(app, -24 * 60 * minute)
  const shop = await openShop(app)
  const { id: variantId, product_id } = await makeStock(app, 3)
  await shop.sell({ [variantId]: 1 })
  wait(app, 24 * 60 * minute)
  const { id: managerId, token } = await addMember(app, 'manager', 'manager')
  dataOf(await app.call('PUT', `/admin/products/${product_id}`, { name: 'Renamed' }, { token }))

  const all = await readHistory(app, '', token)
  expect(all[0]).toEqual({
    ...{ id: expect.any(Number), at: app.clock.at.toISOString(), actor: { kind: 'admin', id: managerId, name: 'manager' } },
    ...{ action: 'product.updated', kind: 'change', subject: { kind: 'product', id: product_id, name: 'Renamed' } },
    ...{ changes: { name: { before: 'Aim', after: 'Renamed' } }, can_restore: true, restorable: ['name'] },
  })
  expect(actionsOf(all)).toEqual([
    ...['product.updated', 'administrator.created', 'order.completed', 'order.created', 'variant.created', 'product.created'],
  ])
  expect(all[2]).toMatchObject({ actor: { kind: 'store', name: 'Shop' }, subject: { kind: 'order', id: 1, name: '#1' }, kind: 'sale' })

  const paged: ActivityRow[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? 'limit=2' : `limit=2&cursor=${cursor}`
    const page = (await app.call('GET', `/admin/activity?${query}`, undefined, { token })).body as {
      data: ActivityRow[]
      meta: { next_cursor: string | null }
    }
    paged.push(...page.data)
    cursor = page.meta.next_cursor
  }
  expect(paged).toEqual(all)

  const found = async (query: string) => actionsOf(await readHistory(app, query, token))
  expect(await found(`actor=${managerId}`)).toEqual(['product.updated'])
  expect(await found('kind=sale')).toEqual(['order.completed', 'order.created'])
  expect(await found('kind=create')).toEqual(['administrator.created', 'variant.created', 'product.created'])
  expect(await found('subject_kind=variant')).toEqual(['variant.created'])
  expect(await found(`subject_kind=product&subject_id=${product_id}`)).toEqual(['product.updated', 'product.created'])
  expect(await found('from=2030-01-01')).toEqual(['product.updated', 'administrator.created'])
  for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Apia']) {
    expect(await found(`from=0000-01-01&to=9999-12-31&time_zone=${zone}&kind=sale`)).toEqual(['order.completed', 'order.created'])
  }
  expect(await found('to=2029-12-31&kind=create')).toEqual(['variant.created', 'product.created'])
  expect(await found('from=2029-12-30&to=2029-12-30&time_zone=America/New_York&kind=sale')).toEqual(['order.completed', 'order.created'])
  // The owner also sees the team and the API keys.
  expect(actionsOf(await readHistory(app))).toContain('administrator.created')
  expect(actionsOf(await readHistory(app))).toContain('api_key.created')
  expect(dataOf(await app.call('GET', '/admin/activity/actors'))).toEqual([
    { id: 1, name: 'admin' },
    { id: managerId, name: 'manager' },
  ])
  await expectRefusals(app, [
    { call: ['GET', '/admin/activity?subject_id=1'], status: 400 },
    { call: ['GET', '/admin/activity?kind=other'], status: 400 },
    { call: ['GET', '/admin/activity?cursor=x'], status: 400 },
    { call: ['GET', '/admin/activity?q=x'], status: 400 },
  ])
})

test('each role sees the history of what it may read, and everybody that of their own account', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id: variantId, product_id } = await makeStock(app, 3)
  await shop.sell({ [variantId]: 1 })
  const { id: couponId } = await makeCoupon(app, { code: 'A' })
  const { id: userId } = await shop.addUser('ann')
  const people = await Promise.all((['stock', 'support', 'marketing', 'manager'] as const).map((role) => addMember(app, role, role)))
  const subjects = [`product ${product_id}`, 'order 1', `coupon ${couponId}`, `user ${userId}`, `api_key ${shop.apiKeyId}`, 'member 1']
  const seen = await Promise.all(
    people.map(async ({ id, token }) => {
      const statuses: number[] = []
      for (const [kind, subject] of [...subjects, `member ${id}`].map((text) => text.split(' '))) {
        const answer = await app.call('GET', `/admin/activity?subject_kind=${kind}&subject_id=${subject}`, undefined, { token })
        const { data = [] } = answer.body as { data?: unknown[] }
        statuses.push(answer.status === 200 && data.length === 0 ? 0 : answer.status)
      }
      return [(await app.call('GET', '/admin/activity', undefined, { token })).status, ...statuses]
    }),
  )
  expect(seen).toEqual([
    [403, 200, 403, 403, 403, 403, 403, 200],
    [403, 200, 200, 403, 403, 403, 403, 200],
    [403, 200, 403, 200, 200, 403, 403, 200],
    [200, 200, 200, 200, 200, 403, 403, 200],
  ])
  const { token } = people[2]!
  const [made] = await readHistory(app, `subject_kind=user&subject_id=${userId}`, token)
  expect(made).toMatchObject({ action: 'referral_user.created', changes: { username: { after: 'ann' } } })
  expect(JSON.stringify(made)).not.toContain('ann@example.com')
  const own = await readHistory(app, 'kind=create&subject_kind=member', people[3]!.token)
  expect(own.map((row) => row.subject.name)).toEqual(['manager'])
})

test('sign-ins are recorded; refused ones once for each person and quarter of an hour, never what was typed', async () => {
  const app = await createTestApp()
  expect((await signIn(app, 'admin', testAdmin.password)).status).toBe(200)
  for (const name of ['admin', 'ADMIN', 'admin@example.com', 'nobody', 'my-password-as-a-name'])
    expect((await signIn(app, name, 'typed-password')).status).toBe(401)
  await noteRefusedSignIns(app.deps)
  const ofKind = () => readHistory(app, 'kind=sign_in')
  expect(actionsOf(await ofKind())).toEqual(['member.signed_in'])
  wait(app, 2 * minute)
  await noteRefusedSignIns(app.deps)
  await signIn(app, 'admin', 'again')
  wait(app, 2 * minute)
  await Promise.all([noteRefusedSignIns(app.deps), noteRefusedSignIns(app.deps)])
  const [refused, signedIn] = await ofKind()
  // The row has the time of the first attempt, not of its recording.
  expect(refused).toMatchObject({
    at: testNow.toISOString(),
    ...{ action: 'member.sign_in_refused', actor: { kind: 'system' }, subject: { kind: 'member', id: 1, name: 'admin' } },
    changes: { attempts: { after: 4 }, networks: { after: ['127.0.0.1'] } },
  })
  expect(signedIn).toMatchObject({ action: 'member.signed_in', actor: { id: 1 }, changes: { network: { after: '127.0.0.1' } } })
  expect(await ofKind()).toHaveLength(2)
  wait(app, 16 * minute)
  await signIn(app, 'admin', 'later')
  wait(app, 2 * minute)
  await noteRefusedSignIns(app.deps)
  expect(actionsOf(await ofKind())).toEqual(['member.sign_in_refused', 'member.sign_in_refused', 'member.signed_in'])
  const stored = JSON.stringify(await app.deps.db.selectFrom('activity').selectAll().execute())
  expect(stored).not.toMatch(/nobody|my-password|typed-password/)

  const { token } = dataOf(await signIn(app, 'admin', testAdmin.password)) as { token: string }
  dataOf(await app.call('POST', '/auth/logout', {}, { token }))
  expect(actionsOf(await ofKind()).slice(0, 2)).toEqual(['member.signed_out', 'member.signed_in'])
})

test('opening unsold keys and looking at them are recorded once each for a person, variant and hour; exports with their filters', async () => {
  const app = await createTestApp()
  const [one, other] = [await makeVariant(app, ['SECRET-1', 'SECRET-2']), await makeVariant(app, ['SECRET-3'])]
  const { token } = await addMember(app, 'stock', 'stock')
  const read = (id: number, as = app.token) => app.call('GET', `/admin/variants/${id}`, undefined, { token: as }).then(dataOf)
  await Promise.all([read(one.id), read(one.id), read(one.id)])
  await read(other.id)
  await read(one.id, token)
  dataOf(await app.call('PUT', `/admin/variants/${one.id}`, { keys: [] }))
  dataOf(await app.call('GET', `/admin/variants/${one.id}/removed-keys`, undefined, { token }))
  const readers = async () =>
    (await readHistory(app, 'kind=read')).map(({ actor, action, subject }) => `${actor.name} ${action} ${subject.id}`).toSorted()
  const opened = [`admin variant.keys_opened ${one.id}`, `admin variant.keys_opened ${other.id}`, `stock variant.keys_opened ${one.id}`]
  await expect.poll(readers).toEqual(opened)

  const show = (id: number, as = app.token) => app.call('POST', `/admin/variants/${id}/keys-shown`, {}, { token: as })
  await Promise.all([show(other.id), show(other.id)].map(async (answer) => expect(dataOf(await answer)).toBeNull()))
  const looked = `admin variant.keys_read ${other.id}`
  await expect.poll(readers).toEqual([...opened, looked].toSorted())
  expect((await show(999)).status).toBe(404)
  expect((await show(other.id, (await addMember(app, 'support')).token)).status).toBe(403)

  wait(app, 59 * minute)
  await read(other.id)
  await show(other.id)
  expect(await readers()).toHaveLength(4)
  wait(app, 2 * minute)
  // This answer contains no key values any more, so no read is recorded.
  await read(one.id)
  expect(await readers()).toHaveLength(4)
  await read(other.id)
  await show(other.id)
  await expect.poll(readers).toHaveLength(6)

  const path = '/admin/purchases/orders/export.csv'
  expect((await app.app.inject({ url: `${path}?sort=x`, headers: { authorization: app.token } })).statusCode).toBe(400)
  const query = 'status=completed&from=2030-01-01&q=buyer@example.com&coupon_id=7&api_key_id=1&rows=lines'
  expect((await app.app.inject({ url: `${path}?${query}`, headers: { authorization: app.token } })).statusCode).toBe(200)
  await expect.poll(() => readHistory(app, 'kind=export')).toHaveLength(1)
  const exports = await readHistory(app, 'kind=export')
  expect(exports).toMatchObject([
    {
      ...{ action: 'orders.exported', subject: { kind: 'export', id: 0, name: 'Orders' } },
      changes: {
        ...{ status: { after: 'completed' }, from: { after: '2030-01-01' }, is_search: { after: true } },
        ...{ coupon_id: { after: 7 }, api_key_id: { after: 1 }, rows: { after: 'lines' } },
      },
    },
  ])
  expect(JSON.stringify(await readHistory(app, 'limit=500'))).not.toMatch(/SECRET|buyer@/)
})

test('a save that answers unsold keys is recorded too, and the row has the largest number of values sent at once', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['SECRET-1'])
  const save = async (body: object, as = app.token) => dataOf(await app.call('PUT', `/admin/variants/${id}`, body, { token: as }))
  const opened = async () =>
    (await readHistory(app, 'kind=read')).map(({ actor, action, changes }) => `${actor.name} ${action} ${String(changes['keys']?.after)}`)
  await save({})
  await expect.poll(opened).toEqual(['admin variant.keys_opened 1'])
  await save({ keys: ['SECRET-1', 'SECRET-2', 'SECRET-3'] })
  await expect.poll(opened).toEqual(['admin variant.keys_opened 3'])
  await save({ keys: ['SECRET-1', 'SECRET-2'] })
  await save({}, (await addMember(app, 'stock', 'stock')).token)
  await expect.poll(opened).toEqual(['stock variant.keys_opened 2', 'admin variant.keys_opened 3'])
})

test('rows older than two years are purged', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const years = (count: number) => new Date(Date.UTC(testNow.getUTCFullYear() - count, 0, 1))
  const record = (at: Date) =>
    transact(app.deps.db, (tx) => recordActivity(tx, { actor: system, action: 'product.updated', subject: { kind: 'product', id }, at }))
  await record(new Date(years(limits.activityYears).getTime() - 1))
  await record(years(limits.activityYears))
  await purgeActivity(app.deps)
  expect((await readHistory(app, `subject_kind=product&subject_id=${id}`)).map((row) => row.at)).toEqual([
    testNow.toISOString(),
    years(limits.activityYears).toISOString(),
  ])
})

test('names are those of the time; rows stored without a name say the name of now', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { name: 'Renamed' })
  expect((await entryOf(app, 'product.created')).subject.name).toBe('Aim')
  await app.deps.db.updateTable('activity').set({ subject_name: null }).execute()
  expect((await entryOf(app, 'product.created')).subject.name).toBe('Renamed')
  expect((await entryOf(app, 'administrator.created')).subject).toEqual({ kind: 'member', id: 1, name: 'admin' })
})
