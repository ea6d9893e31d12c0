import type { StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { openRaces } from './race.ts'
import { cart, countOutcomes, dataOf, keysOf, unique, type Said } from './world.ts'

/** Races of refunds of single units, run as in races.test.ts. */

const ways = 32
const units = 20
const { world, limits, setting, atOnce, repeat } = openRaces(ways)

/** A completed order of one line with many units, bought with a coupon and a referral code. */
async function sell() {
  const { id: variantId, keys } = await world().makeVariant(keysOf(units + ways), 9.99)
  const username = unique('user')
  const user = dataOf(await world().store('POST', '/store/users', { username, email: `${username}@example.com` })) as {
    id: number
    referral_code: string
  }
  const terms = { referral_code: user.referral_code, coupon_code: (await world().makeCoupon({})).code }
  const body = { ...cart([], terms), items: [{ variant_id: variantId, quantity: units }] }
  const { id } = dataOf(await world().store('POST', '/store/purchases', body)) as StoreOrder
  const order = dataOf(await world().store('POST', `/store/purchases/${id}/complete`, {})) as StoreOrder
  const one = { items: [{ id: order.items[0]!.id, quantity: 1 }] }
  const path = `/store/purchases/${id}`
  return {
    ...{ id, variantId, keys, userId: user.id, total: order.total },
    refundOne: () => world().store('POST', `${path}/refund`, one),
    refundAll: () => world().store('POST', `${path}/refund`),
    read: async () => dataOf(await world().store('GET', path)) as StoreOrder,
  }
}

const codesBut = (answers: readonly Said[], ...expected: string[]) =>
  Object.keys(countOutcomes(answers)).filter((what) => !expected.includes(what))

test(`one unit against another, until none is left, ${setting}`, limits, async () => {
  await repeat('refunds of single units', async () => {
    const { refundOne, read, total } = await sell()
    const answers = await atOnce(refundOne)
    expect(countOutcomes(answers)).toEqual({ 200: units, '409 invalid_transition': ways - units })
    expect(await read()).toMatchObject({ status: 'refunded', refunded_total: total, items: [{ refunded_quantity: units }] })
  })
})

test(`single units against the whole order, ${setting}`, limits, async () => {
  await repeat('refunds of single units beside one of the whole', async () => {
    const { refundOne, refundAll, read, total } = await sell()
    const answers = await atOnce((i) => (i % 4 === 3 ? refundAll() : refundOne()))
    expect(codesBut(answers, '200', '409 invalid_transition')).toEqual([])
    const order = await read()
    expect(order).toMatchObject({ status: 'refunded', refunded_total: total })
    expect(order.refunds).toHaveLength(countOutcomes(answers)['200']!)
  })
})

test(`single units against replacements of their keys, ${setting}`, limits, async () => {
  await repeat('refunds of single units beside replacements', async () => {
    const { id, keys, refundOne, read } = await sell()
    const answers = await atOnce((i) =>
      i % 2 === 0 ? refundOne() : world().admin('POST', `/admin/purchases/orders/${id}/keys/${keys[i]!.id}/replace`, { reason: 'other' }),
    )
    expect(codesBut(answers, '200', '409 invalid_transition', '404 not_found')).toEqual([])
    const { items } = await read()
    expect(items).toMatchObject([{ refunded_quantity: ways / 2 }])
    // Whichever came first: each remaining unit has a key.
    expect(items[0]!.keys).toHaveLength(units - ways / 2)
  })
})

test(`single units against the completion of a payout, ${setting}`, limits, async () => {
  await repeat('refunds of single units beside the completion of a payout', async () => {
    const { userId, refundOne } = await sell()
    const payout = { amount: 15, wallet_type: 'BTC', wallet_address: 'bc1-abc' }
    const { id } = dataOf(await world().store('POST', `/store/users/${userId}/payouts`, payout)) as { id: number }
    const decide = () => world().admin('PUT', `/admin/referrals/payout/${id}/status`, { status: 'completed', transaction_id: unique('tx') })
    const answers = await atOnce((i) => (i % 8 === 7 ? decide() : refundOne()))
    expect(codesBut(answers, '200', '409 invalid_transition', '409 balance_overdrawn')).toEqual([])
    const decisions = answers.filter((_, i) => i % 8 === 7).map(({ status }) => status)
    expect(decisions.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  })
})
