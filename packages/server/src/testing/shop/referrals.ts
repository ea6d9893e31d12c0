import type { StoreOrder } from '@keydesk/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { makeStock, type Shop } from './shop.ts'

/** Sells something for 100 dollars with a referral code. With 5 percent off for the buyer, the commission is 9.50 dollars. */
export async function sellByReferral(
  app: TestApp,
  shop: Shop,
  code: string,
  { buyer = 'buyer@example.com', isCompleted = true } = {},
): Promise<StoreOrder> {
  const { id } = await makeStock(app, 1, { price: 100 })
  const order = await shop.buy({ [id]: 1 }, { customer_email: buyer, referral_code: code })
  return isCompleted ? shop.complete(order.id) : order
}

/** Every stored total of a user must match the referrals and payouts. */
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
