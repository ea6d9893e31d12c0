import type { Payout } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { compare } from '../../testing/replay.ts'
import { expectBalancesToAddUp, sellByReferral } from '../../testing/shop/referrals.ts'
import { openShop } from '../../testing/shop/shop.ts'

/** Users who earned 9.50 dollars each, and their pending payouts: 1 and 2 are Ann's, 3 is Bob's. */
async function withPayouts() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [ann, bob] = [await shop.addUser('Ann'), await shop.addUser('Bob')]
  const orders = []
  for (const { referral_code } of [ann, bob]) orders.push(await sellByReferral(app, shop, referral_code))
  for (const amount of [4, 5]) dataOf(await shop.askPayout(ann.id, amount))
  dataOf(await shop.askPayout(bob.id, 9.5))
  return { app, shop, ann, bob, orders }
}

/** Transaction ids by payout id. */
type Sent = Readonly<Record<number, string>>
const run = (app: TestApp, sent: Sent) =>
  app.call('POST', '/admin/referrals/payout-runs', {
    payouts: Object.entries(sent).map(([id, transaction_id]) => ({ id: Number(id), transaction_id })),
  })
const list = async (app: TestApp) => (await app.call('GET', '/admin/referrals?type=payouts&status=all&sort=id')).body as Payout[]
const flags = async (app: TestApp) => (await list(app)).map((payout) => payout.flags)
const states = async (app: TestApp) => (await list(app)).map((payout) => [payout.status, payout.transaction_id])
const decide = (app: TestApp, id: number, body: object) => app.call('PUT', `/admin/referrals/payout/${id}/status`, body)
const tx = (transaction_id: string) => ({ status: 'completed', transaction_id })

test('a run completes all of its payouts, each with its transaction and its row in the history', async () => {
  const { app } = await withPayouts()
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  expect(dataOf(await run(app, { 3: ' 0xb ', 1: '0xa' }))).toEqual({ completed: [1, 3] })
  expect(await list(app)).toMatchObject([
    { id: 1, status: 'completed', transaction_id: '0xa', decided_at: '2030-01-01T01:00:00.000Z', flags: [] },
    { id: 2, status: 'pending', transaction_id: null, decided_at: null },
    { id: 3, status: 'completed', transaction_id: '0xb', flags: [] },
  ])
  const change = (id: number, after: string) => ({
    ...{ action: 'payout.completed', subject_id: id },
    changes: { status: { before: 'pending', after: 'completed' }, transaction_id: { before: null, after } },
  })
  expect((await activityOf(app, 'payout')).slice(-2)).toEqual([change(1, '0xa'), change(3, '0xb')])
  await expectBalancesToAddUp(app)
  await compare(app)
})

test('a run that is repeated changes nothing and answers the same', async () => {
  const { app } = await withPayouts()
  const sent: Sent = { 1: '0xa', 2: '0xa', 3: '0xb' }
  const first = dataOf(await run(app, sent))
  const [before, rows] = [await list(app), await activityOf(app, 'payout')]
  app.clock.at = new Date('2030-01-01T02:00:00.000Z')
  expect(dataOf(await run(app, sent))).toEqual(first)
  expect(await list(app)).toEqual(before)
  expect(await activityOf(app, 'payout')).toEqual(rows)
})

test('one payout that cannot be completed keeps the whole run back, and the answer names each with its reason', async () => {
  const { app, shop, orders } = await withPayouts()
  dataOf(await decide(app, 1, { status: 'failed' }))
  await shop.refund(orders[1]!.id)
  const before = await states(app)
  const refused = [
    { id: 1, code: 'invalid_transition', message: 'Payout #1: This payout is already failed' },
    { id: 3, code: 'balance_overdrawn', message: 'Payout #3: The balance of Bob no longer covers this payout: $0.00 is left' },
    { id: 77, code: 'not_found', message: 'Payout #77: Payout not found' },
  ]
  expect(await run(app, { 77: 'd', 3: 'c', 2: 'b', 1: 'a' })).toMatchObject({
    status: 409,
    body: { code: 'payouts_refused', message: `Nothing was completed: ${refused.map((one) => one.message).join('; ')}`, data: { refused } },
  })
  expect(await states(app)).toEqual(before)
  // Already completed with another transaction, so this is not a repeat.
  dataOf(await run(app, { 2: 'b' }))
  expect(await run(app, { 2: 'other' })).toMatchObject({
    body: { data: { refused: [{ id: 2, code: 'invalid_transition', message: 'Payout #2: This payout is already completed' }] } },
  })
  await expectBalancesToAddUp(app)
  await compare(app)
})

test('the balance has to cover both of two payouts to one user', async () => {
  const { app, shop, ann, orders } = await withPayouts()
  await sellByReferral(app, shop, ann.referral_code)
  dataOf(await shop.askPayout(ann.id, 9))
  await shop.refund(orders[0]!.id)
  // 9.50 dollars are left for 4, 5 and 9.
  expect(await run(app, { 1: 'a', 2: 'b', 4: 'c' })).toMatchObject({
    status: 409,
    body: { data: { refused: [{ id: 4, code: 'balance_overdrawn' }] } },
  })
  dataOf(await run(app, { 1: 'a', 2: 'b' }))
  expect(await flags(app)).toEqual([[], [], [], ['balance_overdrawn']])
})

test('what is malformed is refused before anything is looked at', async () => {
  const { app } = await withPayouts()
  const post = (payouts: unknown) => ['POST', '/admin/referrals/payout-runs', { payouts }] as const
  const one = { id: 1, transaction_id: 'a' }
  await expectRefusals(app, [
    { call: post(undefined), status: 400 },
    { call: post([]), status: 400, says: { message: 'Payouts must have at least 1 entry' } },
    { call: post([one, { ...one, transaction_id: 'b' }]), status: 400, says: { message: 'Each payout may be listed once' } },
    { call: post([{ ...one, transaction_id: ' ' }]), status: 400, says: { message: 'Please enter a transaction ID' } },
    { call: post([{ ...one, transaction_id: 'x'.repeat(201) }]), status: 400 },
    { call: post([{ ...one, transaction_id: 'a\0' }]), status: 400 },
    { call: post([{ id: 1 }]), status: 400 },
    { call: post(Array.from({ length: 501 }, (_, id) => ({ id: id + 1, transaction_id: 'a' }))), status: 400 },
  ])
  expect(await states(app)).toEqual(Array.from({ length: 3 }, () => ['pending', null]))
})

test('a transaction is flagged on payouts of several runs, and not on those of one', async () => {
  const { app, shop, bob } = await withPayouts()
  dataOf(await run(app, { 1: 'same', 2: 'same' }))
  expect(await flags(app)).toEqual([[], [], []])
  dataOf(await decide(app, 3, tx('same')))
  expect(await flags(app)).toEqual([['transaction_repeated'], ['transaction_repeated'], ['transaction_repeated']])
  await sellByReferral(app, shop, bob.referral_code)
  dataOf(await shop.askPayout(bob.id, 1))
  dataOf(await decide(app, 4, tx('Same')))
  expect((await flags(app)).at(-1)).toEqual([])
})

test('the answer has the first payout and the number of payouts that have a transaction already', async () => {
  const { app, shop, ann } = await withPayouts()
  const used = (transaction_ids: unknown) => app.call('POST', '/admin/referrals/used-transactions', { transaction_ids })
  expect(dataOf(await used(['same', 'alone']))).toEqual([])
  dataOf(await run(app, { 1: 'same', 2: 'same', 3: 'alone' }))
  await sellByReferral(app, shop, ann.referral_code)
  dataOf(await shop.askPayout(ann.id, 1))
  dataOf(await decide(app, 4, { status: 'failed' }))
  expect(dataOf(await used([' alone ', 'same', 'same', 'Same', 'new']))).toEqual([
    { transaction_id: 'same', payout_id: 1, payouts: 2 },
    { transaction_id: 'alone', payout_id: 3, payouts: 1 },
  ])
  expect(dataOf(await used([]))).toEqual([])
  expect((await used(Array.from({ length: 501 }, () => 'a'))).status).toBe(400)
  expect((await used('same')).status).toBe(400)
})

test('an address is flagged that differs from where the last completed payout of its wallet type went, or if there was none', async () => {
  const { app, shop, ann } = await withPayouts()
  const ask = async (wallet_type: string, wallet_address: string) => {
    await sellByReferral(app, shop, ann.referral_code)
    dataOf(await shop.call('POST', `/users/${ann.id}/payouts`, { amount: 1, wallet_type, wallet_address }))
  }
  await ask('btc', 'bc1-new')
  await ask('ETH', '0xANN')
  const ofAnn = async () => (await list(app)).filter((payout) => payout.username === 'Ann').map((payout) => payout.flags)
  // No earlier payout, so no address to compare with.
  expect(await ofAnn()).toEqual([[], [], [], []])
  dataOf(await decide(app, 1, tx('a')))
  // All completed payouts had another wallet type than the last of these.
  expect(await ofAnn()).toEqual([[], [], ['address_changed'], ['address_changed']])
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  dataOf(await decide(app, 4, tx('b')))
  // Now the old address differs from the last paid one.
  expect(await ofAnn()).toEqual([[], ['address_changed'], [], ['address_changed']])
})

test('two runs at once: the money moves once', async () => {
  const { app } = await withPayouts()
  const runs: Sent[] = [
    { 1: 'a', 2: 'a' },
    { 1: 'a', 2: 'a' },
    { 2: 'b', 3: 'b' },
    { 3: 'c', 1: 'c' },
  ]
  const answers = await Promise.all(runs.map((sent) => run(app, sent)))
  expect(new Set(answers.map((answer) => answer.status)).isSubsetOf(new Set([200, 409]))).toBe(true)
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
  const completions = (await activityOf(app, 'payout')).filter((row) => row.action === 'payout.completed').map((row) => row.subject_id)
  expect(completions).toHaveLength(new Set(completions).size)
  expect(completions).toHaveLength((await list(app)).filter((payout) => payout.status === 'completed').length)
  await expectBalancesToAddUp(app)
})
