import type { Coupon, CouponInput } from '@keydesk/contract'
import { expect } from 'vitest'
import { system } from '../actor.ts'
import { createApiKey } from '../modules/api-keys/api-keys.service.ts'
import type { TestApp } from '../testing.ts'
import { dataOf, makeVariant } from './catalogue.ts'

export const everythingOff: CouponInput = {
  ...{ code: 'SUMMER', discount_type: 'percentage', discount_value: 12.5, expiration_date: '2030-02-01T00:00:00.000Z' },
  ...{ max_usage: 0, max_usage_per_user: 1, applicable_to_all: true, applicable_products: [] },
}

export const makeCoupon = async (app: TestApp, input: Partial<CouponInput> = {}): Promise<Coupon> =>
  dataOf(await app.call('POST', '/admin/coupons', { ...everythingOff, ...input })) as Coupon

/** A storefront with an API key of its own. */
export async function openStorefront(app: TestApp) {
  const { id, key: token } = await createApiKey(app.deps, system, 'Shop')
  const post = (url: string, body: unknown = {}) => app.call('POST', url, body, { token })
  return {
    id,
    token,
    post,
    /** A call that carries an Idempotency-Key. */
    async postOnce(key: string, url: string, body: object) {
      const headers = { authorization: token, 'idempotency-key': key }
      const answer = await app.app.inject({ method: 'POST', url, headers, payload: body })
      return { status: answer.statusCode, body: answer.json<never>() }
    },
    makeUser: async (username: string, email = `${username}@example.com`) =>
      dataOf(await post('/store/users', { username, email })) as { id: number; referral_code: string; balance: number },
    askPayout: (userId: number, amount: number) => post(`/store/users/${userId}/payouts`, { amount, ...wallet }),
  }
}

export type TestStorefront = Awaited<ReturnType<typeof openStorefront>>

export const wallet = { wallet_type: 'BTC', wallet_address: 'bc1-abc' }

/** Sells something for 100 dollars by a referral code; the buyer's 5 percent off leave a commission of 9.50 dollars. */
export async function sellByReferral(app: TestApp, store: TestStorefront, code: string, buyer = 'buyer@example.com', complete = true) {
  const { id } = await makeVariant(app, ['K'], { price: 100 })
  const order = { customer_email: buyer, items: [{ variant_id: id, quantity: 1 }], referral_code: code }
  const made = await store.post('/store/purchases', order)
  expect(made).toMatchObject({ status: 201 })
  const purchase = (made.body as { data: { id: number } }).data
  if (complete) dataOf(await store.post(`/store/purchases/${purchase.id}/complete`))
  return purchase
}

/** Every kept figure of a user must be what the referrals and payouts say. */
export async function expectBalancesToAddUp({ deps }: TestApp): Promise<void> {
  const users = await deps.db.selectFrom('app_user').selectAll().orderBy('id').execute()
  const referrals = await deps.db.selectFrom('referral').selectAll().execute()
  const payouts = await deps.db.selectFrom('payout').selectAll().execute()
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const counted = users.map(({ id }) => {
    const own = referrals.filter((referral) => referral.referrer_id === id)
    const completed = own.filter((referral) => referral.status === 'completed')
    const taken = payouts.filter((payout) => payout.user_id === id && payout.status !== 'failed')
    return {
      ...{ id, total_referrals: own.length, completed_referrals: completed.length },
      ...{ commission_cents: sum(completed.map((one) => one.commission_cents)), paid_out_cents: sum(taken.map((one) => one.amount_cents)) },
    }
  })
  expect(users).toMatchObject(counted)
}
