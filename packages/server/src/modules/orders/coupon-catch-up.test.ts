import type { CouponUsage } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf } from '../../testing/catalogue.ts'
import { makeCoupon } from '../../testing/coupons.ts'
import { makeStock, openShop } from '../../testing/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { countLateForCoupons } from './coupon-catch-up.service.ts'

test('what a server of the version before completed and refunded is counted for its coupon later, once', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id: variant } = await makeStock(app, 4)
  const { id: coupon } = await makeCoupon(app)
  const order = await shop.sell({ [variant]: 3 }, { coupon_code: 'TEN' })
  const { db } = app.deps
  const usage = async () => {
    await countLateForCoupons(app.deps)
    const { uses, revenue, discount } = dataOf(await app.call('GET', `/admin/coupons/${coupon}/usage?days=1`)) as CouponUsage
    return { uses, revenue, discount }
  }
  const whole = { uses: 1, revenue: 27, discount: 3 }
  expect(await usage()).toEqual(whole)

  // As that server leaves an order: completed, and counted for no coupon.
  await db.deleteFrom('coupon_sales').execute()
  await db.updateTable('purchase').set({ coupon_counted: 0 }).execute()
  expect(await examine(app.deps)).toEqual([])
  await shop.succeed('POST', `/purchases/${order.id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  for (let round = 0; round < 2; round += 1) expect(await usage()).toEqual({ uses: 1, revenue: 18, discount: 2 })
  expect(await examine(app.deps)).toEqual([])

  // It cannot refund what is refunded in part, which it would take back twice.
  const refund = db.updateTable('purchase').set({ status: 'refunded' }).where('id', '=', order.id).execute()
  await expect(refund).rejects.toThrow(/constraint/i)
  await shop.refund(order.id)
  expect(await usage()).toEqual({ uses: 0, revenue: 0, discount: 0 })

  const other = await shop.sell({ [variant]: 1 }, { coupon_code: 'TEN', customer_email: 'eve@example.com' })
  await db.updateTable('purchase').set({ status: 'refunded' }).where('id', '=', other.id).execute()
  expect(await usage()).toEqual({ uses: 0, revenue: 0, discount: 0 })
  expect(await shop.find(other.id)).toMatchObject({ refunded_total: 9, refunds: [], items: [{ refunded_quantity: 1 }] })
})
