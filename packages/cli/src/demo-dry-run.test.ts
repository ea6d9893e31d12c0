import type { Coupon, CouponInput } from '@keydesk/contract'
import { createTestApp, recountDryRun } from '@keydesk/server/testing'
import { expect, test } from 'vitest'
import { fillKeyImports } from './demo/fill-keys.ts'
import { colleagueName, fillPeople } from './demo/fill-people.ts'
import { fillProducts } from './demo/fill-products.ts'
import { fillOrders } from './demo/fill-orders.ts'
import { planOrders } from './demo/plan-orders.ts'
import { createRandom } from './demo/random.ts'

test('the demo’s orders have an API key and a colleague works on them; each coupon, tried on them, does what a recount says', async () => {
  const { deps, clock, call } = await createTestApp()
  const random = createRandom(1)
  const orders = planOrders(random, 150)
  const people = await fillPeople(deps, { username: 'owner', email: 'owner@example.com', password: 'demo-password' })
  const shop = { orders, ...(await fillProducts(deps, people.admin)), now: clock.at }
  await fillKeyImports(deps, people.colleague, random, shop)
  await fillOrders(deps, people, { ...shop, onProgress: () => undefined })
  const read = async <Row>(url: string) => ((await call('GET', url)).body as { data: Row[] }).data
  const sales = await read<{ actor: { kind: string; id: number } }>('/admin/activity?kind=sale&limit=500')
  const [apiKey] = await read<{ id: number; name: string }>('/admin/api-keys')
  expect(apiKey!.name).toBe('Demo storefront')
  expect(sales.length).toBeGreaterThan(100)
  expect(new Set(sales.filter(({ actor }) => actor.kind === 'store').map(({ actor }) => actor.id))).toEqual(new Set([apiKey!.id]))
  const actors = await read<{ id: number; name: string }>('/admin/activity/actors')
  const colleague = actors.find(({ name }) => name === colleagueName)!
  expect((await read(`/admin/activity?actor=${colleague.id}&kind=sale`)).length).toBeGreaterThan(0)

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
