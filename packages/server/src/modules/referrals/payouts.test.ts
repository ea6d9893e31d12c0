import type { Payout } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { readHistory } from '../../testing/shop/history.ts'
import { expectBalancesToAddUp, sellByReferral } from '../../testing/shop/referrals.ts'
import { openShop, wallet } from '../../testing/shop/shop.ts'

/** A user with 9.50 dollars and these payouts, listed newest first. */
async function withPayouts(...amounts: number[]) {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  await sellByReferral(app, shop, ann.referral_code)
  for (const amount of amounts) dataOf(await shop.askPayout(ann.id, amount))
  return { app, shop, ann }
}

const decide = (app: TestApp, id: number, body: object) => app.call('PUT', `/admin/referrals/payout/${id}/status`, body)
const completion = { status: 'completed', transaction_id: ' 0xabc ' }
const rejection = { status: 'failed' }

const list = async (app: TestApp, query: string) => {
  const answer = await app.call('GET', `/admin/referrals${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return { rows: answer.body as Payout[], next: answer.headers['x-next-cursor'] }
}
const idsOf = async (app: TestApp, query: string) => (await list(app, query)).rows.map((payout) => payout.id)

test('a payout is completed with its transaction id', async () => {
  const { app, shop, ann } = await withPayouts(3)
  const completed = {
    ...{ id: 1, user_id: ann.id, username: 'Ann', amount: 3, status: 'completed', transaction_id: '0xabc', reason: null, flags: [] },
    ...{ created_at: '2030-01-01T00:00:00.000Z', decided_at: '2030-01-01T00:00:00.000Z', ...wallet },
  }
  expect(dataOf(await decide(app, 1, completion))).toEqual(completed)
  expect((await list(app, '?type=payouts')).rows).toEqual([completed])
  expect((await shop.addUser('ann')).balance).toBe(6.5)
  expect((await activityOf(app, 'payout')).at(-1)).toEqual({
    action: 'payout.completed',
    subject_id: 1,
    changes: { status: { before: 'pending', after: 'completed' }, transaction_id: { before: null, after: '0xabc' } },
  })
  await expectBalancesToAddUp(app)
})

test('a rejected payout has no transaction id and gives its amount back', async () => {
  const { app, shop, ann } = await withPayouts(9.5)
  expect(dataOf(await decide(app, 1, { ...rejection, transaction_id: '0xabc' }))).toMatchObject({ status: 'failed', transaction_id: null })
  expect((await shop.addUser('ann')).balance).toBe(9.5)
  expect((await activityOf(app, 'payout')).at(-1)).toEqual({
    ...{ action: 'payout.rejected', subject_id: 1, changes: { status: { before: 'pending', after: 'failed' } } },
  })
  dataOf(await shop.askPayout(ann.id, 9.5))
  await expectBalancesToAddUp(app)
})

test('a reason is kept with the rejection, on the row and in the history; a completion has none', async () => {
  const { app } = await withPayouts(1, 2, 3)
  const reason = 'The address is of another network'
  expect(dataOf(await decide(app, 1, { ...rejection, reason: ` ${reason} ` }))).toMatchObject({ status: 'failed', reason })
  expect((await activityOf(app, 'payout')).at(-1)).toEqual({
    ...{ action: 'payout.rejected', subject_id: 1 },
    changes: { status: { before: 'pending', after: 'failed' }, reason: { before: null, after: reason } },
  })
  expect(dataOf(await decide(app, 2, { ...rejection, reason: ' ' }))).toMatchObject({ reason: null })
  expect(dataOf(await decide(app, 3, { ...completion, reason }))).toMatchObject({ status: 'completed', reason: null })
  expect((await list(app, '?status=failed')).rows.map((payout) => payout.reason)).toEqual([null, reason])
})

test('a pending payout of a user whose referrals were disabled says so, and can be completed', async () => {
  const { app, shop, ann } = await withPayouts(1, 2)
  const enabled = async () => (await list(app, '?type=payouts&sort=id')).rows.map((payout) => payout.referral_enabled)
  const set = async (isOn: boolean) => dataOf(await app.call('PUT', `/admin/referrals/settings/${ann.id}`, { enabled: isOn }))
  expect(await enabled()).toEqual([true, true])
  await set(false)
  expect(await enabled()).toEqual([false, false])
  expect(await shop.askPayout(ann.id, 1)).toMatchObject({ status: 422, body: { code: 'referrals_disabled' } })
  dataOf(await decide(app, 1, completion))
  expect(await enabled()).toEqual([undefined, false])
  await set(true)
  expect(await enabled()).toEqual([undefined, true])
})

test('a payout that is decided stays so', async () => {
  const { app } = await withPayouts(1, 2)
  dataOf(await decide(app, 1, completion))
  dataOf(await decide(app, 2, rejection))
  const put = (id: number | string, body: unknown) => ['PUT', `/admin/referrals/payout/${id}/status`, body] as const
  const already = (status: string) => ({ code: 'invalid_transition', message: `This payout is already ${status}` })
  await expectRefusals(app, [
    { call: put(1, completion), status: 409, says: already('completed') },
    { call: put(1, rejection), status: 409, says: already('completed') },
    { call: put(2, completion), status: 409, says: already('failed') },
    { call: put(2, rejection), status: 409, says: already('failed') },
  ])
  expect((await list(app, '')).rows.map((payout) => payout.status)).toEqual(['failed', 'completed'])
})

test('a decision that says nothing is refused', async () => {
  const { app } = await withPayouts(1)
  const put = (id: number | string, body: unknown) => ['PUT', `/admin/referrals/payout/${id}/status`, body] as const
  const enter = { message: 'Please enter a transaction ID', fields: { transaction_id: 'Please enter a transaction ID' } }
  await expectRefusals(app, [
    { call: put(1, { status: 'completed' }), status: 400, says: enter },
    { call: put(1, { status: 'completed', transaction_id: '  ' }), status: 400, says: enter },
    { call: put(1, { status: 'completed', transaction_id: 7 }), status: 400, says: { message: 'Transaction ID must be text' } },
    { call: put(1, { status: 'completed', transaction_id: 'x'.repeat(201) }), status: 400 },
    { call: put(1, { status: 'completed', transaction_id: 'A\0' }), status: 400 },
    { call: put(1, { status: 'failed', reason: 'x'.repeat(501) }), status: 400 },
    { call: put(1, { status: 'pending' }), status: 400, says: { message: 'Status must be one of: completed, failed' } },
    { call: put(1, {}), status: 400 },
    { call: put(404, rejection), status: 404, says: { message: 'Payout not found' } },
    { call: put('abc', rejection), status: 400 },
  ])
  expect(await idsOf(app, '?status=pending')).toEqual([1])
})

test('exactly one of those who complete and reject at once does', async () => {
  const { app } = await withPayouts(1, 1, 1, 1, 1)
  for (const id of [1, 2, 3, 4, 5]) {
    const answers = await Promise.all([
      ...[completion, rejection, completion, rejection].map((body) => decide(app, id, body)),
      decide(app, id, id % 2 === 0 ? completion : rejection),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    }
  }
  expect((await activityOf(app, 'payout')).filter((row) => row.action !== 'payout.created')).toHaveLength(5)
  await expectBalancesToAddUp(app)
})

test('payouts asked for, completed and rejected at once leave the books in order', async () => {
  const { app, shop, ann } = await withPayouts(2, 2, 2)
  await Promise.all([
    ...Array.from({ length: 8 }, () => shop.askPayout(ann.id, 2)),
    ...[1, 2, 3].map((id) => decide(app, id, id === 2 ? completion : rejection)),
  ])
  expect((await shop.addUser('ann')).balance).toBeGreaterThanOrEqual(0)
  await expectBalancesToAddUp(app)
})

test('the list is bare, newest first, of one status or all, sorted, searched, exported and paged by a header', async () => {
  const { app, shop } = await withPayouts(1, 3, 2)
  const bob = await shop.addUser('Bob')
  await sellByReferral(app, shop, bob.referral_code)
  dataOf(await shop.call('POST', `/users/${bob.id}/payouts`, { amount: 4, wallet_type: 'ETH', wallet_address: '0xBOB_1' }))
  dataOf(await decide(app, 1, completion))
  dataOf(await decide(app, 2, rejection))
  expect(await idsOf(app, '')).toEqual([4, 3, 2, 1])
  expect(await idsOf(app, '?type=payouts')).toEqual([4, 3, 2, 1])
  expect(await idsOf(app, '?type=payouts&status=pending')).toEqual([4, 3])
  expect(await idsOf(app, '?status=completed')).toEqual([1])
  expect(await idsOf(app, '?status=failed')).toEqual([2])
  expect(await idsOf(app, '?sort=amount')).toEqual([1, 3, 2, 4])
  expect(await idsOf(app, '?sort=wallet_type')).toEqual([1, 2, 3, 4])
  expect(await idsOf(app, '?sort=created_at')).toEqual([1, 2, 3, 4])
  expect(await idsOf(app, '?status=all')).toEqual([4, 3, 2, 1])
  expect(await idsOf(app, '?q=bO')).toEqual([4])
  expect(await idsOf(app, '?q=0XAB')).toEqual([1])
  expect(await idsOf(app, '?q=0xbob_')).toEqual([4])
  expect(await idsOf(app, '?q=ann&status=pending')).toEqual([3])
  expect(await readHistory(app, 'kind=export')).toEqual([])
  expect(await idsOf(app, '?status=completed&q=Ann&export=true')).toEqual([1])
  await expect.poll(() => readHistory(app, 'kind=export')).toHaveLength(1)
  const exports = await readHistory(app, 'kind=export')
  expect(exports).toMatchObject([
    {
      ...{ action: 'payouts.exported', subject: { kind: 'export', id: 0, name: 'Payouts' } },
      changes: { status: { before: null, after: 'completed' }, is_search: { before: null, after: true } },
    },
  ])
  expect(JSON.stringify(exports)).not.toContain('Ann')
  const first = await list(app, '?sort=-amount&limit=3')
  const second = await list(app, `?sort=-amount&limit=3&cursor=${String(first.next)}`)
  expect([...first.rows, ...second.rows].map((payout) => payout.id)).toEqual([4, 2, 3, 1])
  expect(second.next).toBeUndefined()
  await expectRefusals(app, [
    { call: ['GET', '/admin/referrals?type=users'], status: 400, says: { message: 'type must be payouts' } },
    {
      call: ['GET', '/admin/referrals?status=open'],
      status: 400,
      says: { message: 'status must be one of: pending, completed, failed, all' },
    },
    { call: ['GET', '/admin/referrals?cursor=x'], status: 400, says: { message: 'cursor is not valid' } },
    { call: ['GET', '/admin/referrals?sort=colour'], status: 400 },
  ])
})
