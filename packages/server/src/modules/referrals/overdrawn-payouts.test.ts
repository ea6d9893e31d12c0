import type { Payout } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { expectBalancesToAddUp, sellByReferral } from '../../testing/shop/referrals.ts'
import { openShop } from '../../testing/shop/shop.ts'

/** A user who earned 9.50 dollars with each of several orders. */
async function withOrders(count: number) {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  const orders = []
  for (let index = 0; index < count; index += 1) orders.push(await sellByReferral(app, shop, ann.referral_code))
  const complete = (id: number) => app.call('PUT', `/admin/referrals/payout/${id}/status`, { status: 'completed', transaction_id: '0xabc' })
  const list = async () => (await app.call('GET', '/admin/referrals?type=payouts&sort=id')).body as Payout[]
  const flags = async () => (await list()).map((payout) => payout.flags)
  const balances = async () => (await list()).map((payout) => payout.balance)
  return { app, shop, ann, orders, complete, flags, balances }
}

const overdrawn = (left: string) => ({
  status: 409,
  body: { code: 'balance_overdrawn', message: `The balance of Ann no longer covers this payout: ${left} is left` },
})

test('a payout that a refund has emptied the balance of says so, is not completed, and can be rejected', async () => {
  const { app, shop, ann, orders, complete, flags } = await withOrders(1)
  dataOf(await shop.askPayout(ann.id, 9.5))
  expect(await flags()).toEqual([[]])
  await shop.refund(orders[0]!.id)
  expect(await flags()).toEqual([['balance_overdrawn']])
  expect(await complete(1)).toMatchObject(overdrawn('$0.00'))
  expect(await flags()).toEqual([['balance_overdrawn']])
  expect(dataOf(await app.call('PUT', '/admin/referrals/payout/1/status', { status: 'failed' }))).toMatchObject({ status: 'failed' })
  expect(await flags()).toEqual([[]])
  await expectBalancesToAddUp(app)
})

test('the balance may cover either of two payouts, and then no longer the other', async () => {
  const { app, shop, ann, orders, complete, flags, balances } = await withOrders(2)
  dataOf(await shop.askPayout(ann.id, 9))
  dataOf(await shop.askPayout(ann.id, 9))
  await shop.refund(orders[1]!.id)
  expect(await flags()).toEqual([[], []])
  // Both together take more than it.
  expect(await balances()).toEqual([9.5, 9.5])
  expect(dataOf(await complete(2))).toMatchObject({ status: 'completed', flags: [] })
  expect(await flags()).toEqual([['balance_overdrawn'], []])
  expect(await balances()).toEqual([0.5, undefined])
  expect(await complete(1)).toMatchObject(overdrawn('$0.50'))
  await expectBalancesToAddUp(app)
})

test('a commission that is earned again covers the payout again', async () => {
  const { app, shop, ann, orders, complete, flags } = await withOrders(1)
  dataOf(await shop.askPayout(ann.id, 9.5))
  await shop.refund(orders[0]!.id)
  await sellByReferral(app, shop, ann.referral_code)
  expect(await flags()).toEqual([[]])
  expect(dataOf(await complete(1))).toMatchObject({ status: 'completed' })
})

test('a refund and the completion at once: the payout is completed before the refund, or refused after it', async () => {
  const { app, shop, ann, orders, complete } = await withOrders(5)
  const answers = []
  for (let id = 1; id <= 5; id += 1) {
    // Together the payouts take the whole open balance, so each refund removes earnings that they need.
    dataOf(await shop.askPayout(ann.id, 9.5))
  }
  for (const [index, order] of orders.entries()) {
    const [answer] = await Promise.all([complete(index + 1), shop.refund(order.id)])
    answers.push(answer)
  }
  for (const answer of answers.filter((one) => one.status !== 200))
    expect(answer).toMatchObject({ status: 409, body: { code: 'balance_overdrawn' } })
  // A completion never pays the user more than was earned at that moment.
  const paid = answers.filter((answer) => answer.status === 200).length
  expect(paid).toBeLessThanOrEqual(3)
  await expectBalancesToAddUp(app)
})

test('a disabled user cannot ask for a payout', async () => {
  const { app, shop, ann } = await withOrders(1)
  const set = async (enabled: boolean) => dataOf(await app.call('PUT', `/admin/referrals/settings/${ann.id}`, { enabled }))
  await set(false)
  expect(await shop.askPayout(ann.id, 1)).toMatchObject({
    status: 422,
    body: { code: 'referrals_disabled', message: 'Referrals are disabled for this user, who cannot ask for a payout' },
  })
  expect((await app.call('GET', '/admin/referrals?type=payouts')).body).toEqual([])
  await set(true)
  expect(dataOf(await shop.askPayout(ann.id, 1))).toMatchObject({ status: 'pending' })
  await expectBalancesToAddUp(app)
})
