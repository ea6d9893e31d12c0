import { centsToDollars, type CouponDryRun, type CouponInput } from '@keydesk/contract'
import { array, assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf, expectRefusals, makeProduct } from '../../testing/shop/catalogue.ts'
import { tenOff } from '../../testing/shop/coupons.ts'
import { recountDryRun } from '../../testing/shop/dry-runs.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { importOrders } from '../../testing/shop/shop-imports.ts'

const dryRun = async (app: TestApp, input: Partial<CouponInput> = {}): Promise<CouponDryRun> =>
  dataOf(await app.call('POST', '/admin/coupons/dry-run', { ...tenOff, ...input })) as CouponDryRun

test('a dry run says to how many orders of the last 30 days the coupon applies, what it costs, and the lowest total', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [month, week] = [await makeStock(app, 20, { price: 30 }), await makeStock(app, 20, { price: 7.5 })]
  expect(await dryRun(app)).toEqual({ orders: 0, applied: 0, cost: 0, lowest_total: null, revenue: 0 })
  await shop.sell({ [month.id]: 1 }, { customer_email: 'ann@example.com' })
  await shop.sell({ [month.id]: 1, [week.id]: 2 }, { customer_email: 'ann+again@example.com' })
  await shop.sell({ [week.id]: 1 }, { customer_email: 'bob@example.com' })
  await shop.buy({ [week.id]: 1 }, { customer_email: 'eve@example.com' })
  const { id } = await shop.sell({ [week.id]: 1 }, { customer_email: 'cat@example.com' })
  await shop.refund(id)
  const all = { orders: 3, revenue: 82.5 }
  expect(await dryRun(app)).toEqual({ ...all, applied: 3, cost: 8.25, lowest_total: 6.75 })
  // All spellings of Ann's address are one customer. Her first order has the coupon.
  expect(await dryRun(app, { max_usage_per_user: 1 })).toEqual({ ...all, applied: 2, cost: 3.75, lowest_total: 6.75 })
  expect(await dryRun(app, { max_usage: 1 })).toEqual({ ...all, applied: 1, cost: 3, lowest_total: 27 })
  const onlyWeek = { applicable_to_all: false, applicable_products: [week.product_id] }
  expect(await dryRun(app, { ...onlyWeek, discount_type: 'fixed_amount', discount_value: 100 })).toEqual({
    ...{ ...all, applied: 2, cost: 22.5, lowest_total: 0 },
  })
  expect(await dryRun(app, { ...onlyWeek, discount_type: 'free_license', max_usage_per_user: 1 })).toMatchObject({ applied: 2, cost: 15 })
  expect(await dryRun(app, { applicable_to_all: false, applicable_products: [(await makeProduct(app)).id] })).toEqual({
    ...{ ...all, applied: 0, cost: 0, lowest_total: null },
  })
})

test('the limits allow the orders that were made first, though past orders of another shop have later ids', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1, { price: 30 })
  const { customer_email: email } = await shop.sell({ [id]: 1 })
  // They cost $10.
  await importOrders(app, [
    { at: '2029-12-20', email: 'bob@example.com', key: 'OLD-1' },
    { at: '2029-12-10', email, key: 'OLD-2' },
  ])
  expect(await dryRun(app)).toMatchObject({ applied: 3, cost: 5 })
  expect(await dryRun(app, { max_usage: 2 })).toMatchObject({ applied: 2, cost: 2 })
  expect(await dryRun(app, { max_usage_per_user: 1 })).toMatchObject({ applied: 2, cost: 2 })
  const one = { applicable_to_all: false, applicable_products: [1], max_usage: 1 }
  expect(await dryRun(app, one)).toMatchObject({ applied: 1, cost: 1 })
})

test('an order that was free without the coupon does not count as one that it makes free', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [gift, month] = [await makeStock(app, 2, { price: 0 }), await makeStock(app, 1, { price: 30 })]
  await shop.buy({ [gift.id]: 1 })
  expect(await dryRun(app)).toMatchObject({ applied: 1, cost: 0, lowest_total: 0 })
  await shop.buy({ [gift.id]: 1 })
  await shop.sell({ [month.id]: 1 })
  expect(await dryRun(app)).toMatchObject({ applied: 3, cost: 3, lowest_total: 27 })
})

test('an order counts on the day on which it was completed, however long before it was made', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 3)
  // The days begin on December 3. The second order is made long before, and completed by hand within them.
  const times = [
    { made: '2029-12-02T23:59:59.999Z', paid: '2029-12-02T23:59:59.999Z' },
    { made: '2029-11-01T00:00:00.000Z', paid: '2029-12-03T00:00:00.000Z' },
    { made: '2029-12-20T00:00:00.000Z', paid: '2029-12-20T00:00:00.000Z' },
  ]
  for (const { made, paid } of times) {
    app.clock.at = new Date(made)
    const order = await shop.buy({ [id]: 1 })
    app.clock.at = new Date(paid)
    await shop.complete(order.id)
  }
  app.clock.at = testNow
  expect(await dryRun(app)).toMatchObject({ orders: 2, applied: 2, revenue: 20 })
  const over = async (period: string) => dataOf(await app.call('POST', `/admin/coupons/dry-run?${period}`, tenOff)) as CouponDryRun
  expect(await over('days=31')).toMatchObject({ orders: 3, cost: 3 })
  expect(await over('from=2029-12-01&to=2029-12-19')).toMatchObject({ orders: 2 })
  expect(await over('from=2029-12-03&to=2029-12-03')).toMatchObject({ orders: 1 })
  // Midnight of UTC is 16:00 of the day before in Los Angeles.
  expect(await over('from=2029-12-02&to=2029-12-02&time_zone=America/Los_Angeles')).toMatchObject({ orders: 2 })
  expect(await over('from=2029-12-04&to=2029-12-19')).toMatchObject({ orders: 0, applied: 0, lowest_total: null })
  expect(await app.call('POST', '/admin/coupons/dry-run?from=2030-01-02', tenOff)).toMatchObject({
    ...{ status: 400, body: { message: 'from must not be after to' } },
  })
})

test('an order that had a coupon and a referral of its own counts by its subtotal', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1, { price: 100 })
  dataOf(await app.call('POST', '/admin/coupons', { ...tenOff, code: 'HALF', discount_value: 50 }))
  const { referral_code } = await shop.addUser('ada')
  await shop.sell({ [id]: 1 }, { coupon_code: 'half', referral_code })
  expect(await dryRun(app)).toEqual({ orders: 1, applied: 1, cost: 10, lowest_total: 90, revenue: 47.5 })
})

test('a dry run refuses an invalid coupon as a save does, and stores nothing; dates and code do not matter', async () => {
  const app = await createTestApp()
  dataOf(await app.call('POST', '/admin/coupons', tenOff))
  const post = (more: object) => ['POST', '/admin/coupons/dry-run', { ...tenOff, ...more }] as const
  await expectRefusals(app, [
    { call: post({ discount_value: 0 }), status: 400, says: { fields: { discount_value: 'Discount value must be greater than 0' } } },
    { call: post({ code: ' ' }), status: 400, says: { fields: { code: 'Code is required' } } },
    { call: post({ max_usage: -1 }), status: 400 },
    {
      call: post({ applicable_to_all: false, applicable_products: [] }),
      status: 400,
      says: { message: 'Please select at least one product when coupon is not applicable to all products' },
    },
    { call: post({ starts_at: tenOff.expiration_date }), status: 400, says: { message: 'Start must be before the expiration date' } },
  ])
  expect(await dryRun(app, { expiration_date: '2029-01-01T00:00:00.000Z' })).toMatchObject({ orders: 0 })
  expect(dataOf(await app.call('GET', '/admin/coupons'))).toHaveLength(1)
})

test('whatever was sold and whatever the coupon, a dry run equals a recount order by order', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const stocks = [0.5, 5, 19.99, 250].map((price) => makeStock(app, 400, { price }))
  const variants = await Promise.all(stocks)
  const carts = array(array(integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 4 })
  const input = record({
    discount_type: constantFrom('percentage' as const, 'fixed_amount' as const, 'free_license' as const),
    discount_value: integer({ min: 1, max: 10_000 }).map(centsToDollars),
    max_usage: constantFrom(0, 0, 1, 3, 7),
    max_usage_per_user: constantFrom(0, 1, 2),
    products: nat({ max: 15 }),
  })
  await assert(
    asyncProperty(carts, input, async (bought, { products, ...fields }) => {
      for (const [index, quantities] of bought.entries()) {
        const wish = Object.fromEntries(quantities.flatMap((count, at) => (count === 0 ? [] : [[variants[at]!.id, count]])))
        if (Object.keys(wish).length > 0) await shop.sell(wish, { customer_email: `buyer${index % 2}@example.com` })
      }
      const chosen = variants.filter((_, at) => (products >> at) % 2 === 1).map((variant) => variant.product_id)
      const coupon = { ...tenOff, ...fields, applicable_to_all: chosen.length === 0, applicable_products: chosen }
      expect(await dryRun(app, coupon)).toEqual(await recountDryRun(app.deps, coupon))
    }),
    { numRuns: 15 },
  )
})
