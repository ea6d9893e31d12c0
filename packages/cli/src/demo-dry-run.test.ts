import type { Coupon, CouponInput } from '@keydesk/contract'
import { system } from '@keydesk/server'
import { createTestApp, recountDryRun } from '@keydesk/server/testing'
import { expect, test } from 'vitest'
import { fillBatches } from './demo/fill-keys.ts'
import { fillProducts } from './demo/fill-products.ts'
import { fillSales } from './demo/fill-sales.ts'
import { planOrders } from './demo/plan-orders.ts'
import { createRandom } from './demo/random.ts'

test('each coupon of the demo, tried on the demo’s orders, does what a recount order by order says', async () => {
  const { deps, clock, call } = await createTestApp()
  const random = createRandom(1)
  const orders = planOrders(random, 150)
  const shop = { orders, ...(await fillProducts(deps, system)), now: clock.at }
  await fillBatches(deps, random, shop)
  await fillSales(deps, system, { ...shop, onProgress: () => undefined })
  const { data } = (await call('GET', '/admin/coupons')).body as { data: Coupon[] }
  const limited = data.map((coupon, index) => ({ ...coupon, max_usage: 3 * index, max_usage_per_user: index % 3 }))
  let applied = 0
  for (const coupon of [...data, ...limited] as unknown as CouponInput[]) {
    const { body } = await call('POST', '/admin/coupons/dry-run', coupon)
    const recounted = await recountDryRun(deps, coupon)
    expect(body, JSON.stringify(coupon)).toEqual({ data: recounted })
    applied += recounted.applied
  }
  expect(applied).toBeGreaterThan(50)
})
