import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'
import { makeCoupon } from './coupons.ts'
import { sellByReferral } from './referrals.ts'
import { openShop } from './shop.ts'

/** A shop with a row in each list for each name: coupons, announcements, referral users, their referrals in two states, payouts. */
export async function openFilledShop(names: readonly string[] = ['ann', 'bob']): Promise<TestApp> {
  const app = await createTestApp({ unused: true })
  const shop = await openShop(app)
  for (const name of names) {
    await makeCoupon(app, { code: name })
    dataOf(await app.call('POST', '/admin/announcements', { title: name, content: name }))
    const { id, referral_code } = await shop.addUser(name)
    for (const isCompleted of [true, false])
      await sellByReferral(app, shop, referral_code, { buyer: `buyer-of-${name}@example.com`, isCompleted })
    dataOf(await shop.askPayout(id, 1))
  }
  return app
}
