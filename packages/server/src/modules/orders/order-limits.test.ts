import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { books } from '../../testing/shop/books.ts'
import { readVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { expireDue } from './order-steps.service.ts'

const linesOf = (variantId: number, ...quantities: number[]) => ({
  customer_email: 'buyer@example.com',
  items: quantities.map((quantity) => ({ variant_id: variantId, quantity })),
})

test('the lines of one variant count together: at most 100 in one order unless the variant says otherwise', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 250)
  const before = await books(app)
  const refused = { status: 422, body: { code: 'over_max_per_order', message: 'At most 100 of Aim - Month in one order' } }
  for (const url of ['/quote', '/purchases']) {
    expect(await shop.call('POST', url, linesOf(variant.id, 1_000, 1_000, 1_000))).toMatchObject(refused)
    expect(await shop.call('POST', url, linesOf(variant.id, 50, 51))).toMatchObject(refused)
    expect(await shop.call('POST', url, linesOf(variant.id, 101))).toMatchObject(refused)
  }
  expect(await books(app)).toEqual(before)
  expect(await shop.succeed('POST', '/purchases', linesOf(variant.id, 50, 50))).toMatchObject({ items: [{ quantity: 100 }] })

  expect(await saveVariant(app, variant.id, { max_per_order: 2 })).toMatchObject({ max_per_order: 2, stock: 150, version: 2 })
  expect(await shop.call('POST', '/purchases', linesOf(variant.id, 2, 1))).toMatchObject({
    status: 422,
    body: { message: 'At most 2 of Aim - Month in one order' },
  })
  await saveVariant(app, variant.id, { max_per_order: 150 })
  await shop.succeed('POST', '/purchases', linesOf(variant.id, 150))
})

test('a variant has a limit of its own, which saves of other fields leave alone', async () => {
  const app = await createTestApp()
  const variant = await makeStock(app, 1)
  expect(await readVariant(app, variant.id)).toMatchObject({ max_per_order: 100 })
  await saveVariant(app, variant.id, { max_per_order: 7 })
  expect(await saveVariant(app, variant.id, { name: 'Year' })).toMatchObject({ name: 'Year', max_per_order: 7 })
  const sentence = 'Max per order must be a whole number from 1 to 1,000'
  for (const max_per_order of [0, -1, 1.5, 1001, '5', null]) {
    expect(await app.call('PUT', `/admin/variants/${variant.id}`, { max_per_order })).toMatchObject({
      status: 400,
      body: { message: sentence, fields: { max_per_order: sentence } },
    })
  }
  const made = await app.call('POST', '/admin/variants/', { product_id: variant.product_id, name: 'Day', price: 1, max_per_order: 3 })
  expect(made).toMatchObject({ status: 200, body: { data: { max_per_order: 3 } } })
})

const annIsOne = ['ann@example.com', 'ANN@example.com', 'ann+2@example.com', 'Ann+Shop@EXAMPLE.com']
const bobIsOne = ['bob.by@gmail.com', 'bobby@gmail.com', 'b.o.b.b.y+x@googlemail.com', 'bobby@gmail.com']

test.each([[annIsOne], [bobIsOne]])('%j is one customer, who has at most 3 pending orders', async (emails) => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 10)
  const buy = (customer_email: string) => shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }, { customer_email }))
  const orders = []
  for (const email of emails.slice(0, 3)) {
    const answer = await buy(email)
    expect(answer).toMatchObject({ status: 201, body: { data: { customer_email: email } } })
    orders.push((answer.body as { data: { id: number } }).data.id)
  }
  const before = await books(app)
  const tooMany = { status: 409, body: { code: 'too_many_pending', message: expect.stringMatching(/3/) } }
  expect(await buy(emails[3]!)).toMatchObject(tooMany)
  expect(await books(app)).toEqual(before)
  expect((await buy('somebody.else@example.com')).status).toBe(201)

  await shop.complete(orders[0]!)
  expect((await buy(emails[3]!)).status).toBe(201)
  expect(await buy(emails[3]!)).toMatchObject(tooMany)
  await shop.cancel(orders[1]!)
  expect((await buy(emails[3]!)).status).toBe(201)
  expect(await buy(emails[3]!)).toMatchObject(tooMany)
  app.clock.at = new Date(app.clock.at.getTime() + 30 * 60_000)
  await expireDue(app.deps)
  expect((await buy(emails[3]!)).status).toBe(201)
})

test('dots tell customers of other providers apart', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 4)
  for (const customer_email of ['a.nn@example.com', 'an.n@example.com', 'ann@example.com', 'a.n.n@example.com'])
    expect(await shop.buy({ [variant.id]: 1 }, { customer_email })).toMatchObject({ customer_email, status: 'pending' })
})

test('3 of 20 purchases of one customer at once are made', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  // Use different variants, because buyers of the same one are serialized anyway.
  const variants = await Promise.all(Array.from({ length: 20 }, (_, index) => makeStock(app, 5, { prefix: `KEY${index}` })))
  for (const customer of ['ann', 'bob', 'eve', 'joe', 'sue']) {
    const answers = await Promise.all(
      variants.map(({ id }, index) =>
        shop.call('POST', '/purchases', cartOf({ [id]: 1 }, { customer_email: `${customer}+${index}@example.com` })),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
    for (const answer of answers.filter((one) => one.status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_pending' } })
  }
})

test('an order that costs nothing is never pending, and is not limited', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 4)
  await makeCoupon(app, { code: 'GIFT', discount_type: 'free_license' })
  for (let order = 1; order <= 3; order += 1) await shop.buy({ [variant.id]: 1 })
  expect(await shop.buy({ [variant.id]: 1 }, { coupon_code: 'GIFT' })).toMatchObject({ status: 'completed', total: 0 })
})

test("a coupon's limit per customer folds the email in the same way, and counts no order that is cancelled or expired", async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  await makeCoupon(app, { code: 'EACH', max_usage_per_user: 1 })
  const cart = (customer_email: string) => cartOf({ [variant.id]: 1 }, { coupon_code: 'EACH', customer_email })
  const buy = () => shop.succeed<{ id: number }>('POST', '/purchases', cart('An.n+1@Gmail.com'))
  const expectUsedUp = async () => {
    for (const url of ['/quote', '/purchases'])
      expect(await shop.call('POST', url, cart('ann+2@googlemail.com'))).toMatchObject({
        status: 409,
        body: { code: 'coupon_used_up_by_customer' },
      })
  }
  const { id } = await buy()
  await expectUsedUp()
  await shop.succeed('POST', '/purchases', cart('bob@example.com'))
  await shop.cancel(id)
  await buy()
  await expectUsedUp()
  app.clock.at = new Date(app.clock.at.getTime() + app.deps.reservationMs)
  await expireDue(app.deps)
  const { id: paid } = await buy()
  await shop.complete(paid)
  await expectUsedUp()
  await shop.refund(paid)
  await expectUsedUp()
  expect(await examine(app.deps)).toEqual([])
})

test('an expected total that no longer holds is refused with the new quote, and nothing is stored', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5, { price: 19.99 })
  await makeCoupon(app, { code: 'TEN' })
  const cart = cartOf({ [variant.id]: 3 }, { coupon_code: 'ten' })
  const quote = await shop.succeed<{ total: number }>('POST', '/quote', cart)
  expect(quote.total).toBe(53.97)
  await saveVariant(app, variant.id, { price: 24.99 })
  const before = await books(app)
  const changed = {
    status: 409,
    body: {
      ...{ code: 'price_changed', message: 'The price has changed' },
      data: { subtotal: 74.97, discount: 7.5, total: 67.47, coupon_code: 'TEN', referral_code: null },
    },
  }
  const buy = (expected_total: unknown, options = {}) => shop.call('POST', '/purchases', { ...cart, expected_total }, options)
  expect(await buy(quote.total)).toMatchObject(changed)
  expect(await books(app)).toEqual(before)
  // Repeating the refused call returns the quote again.
  const key = { idempotencyKey: 'cart-1' }
  expect(await buy(quote.total, key)).toMatchObject(changed)
  expect(await buy(quote.total, key)).toMatchObject(changed)

  expect(await buy('67.47')).toMatchObject({ status: 400, body: { message: 'Expected total must be a number of dollars, 0 or more' } })
  expect(await buy(-1)).toMatchObject({ status: 400 })
  expect(await buy(67.47)).toMatchObject({ status: 201, body: { data: { total: 67.47 } } })
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }))).toMatchObject({ status: 201 })
})
