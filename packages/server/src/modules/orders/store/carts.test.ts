import { expect, test } from 'vitest'
import { createTestApp } from '../../../testing.ts'
import { books } from '../../../testing/shop/books.ts'
import { makeProduct, saveProduct } from '../../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../../testing/shop/shop.ts'

test('one variant on two lines is one line, and its stock is looked at once', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const line = (quantity: number) => ({ variant_id: variant.id, quantity })
  const body = (...quantities: number[]) => ({ customer_email: 'ann@example.com', items: quantities.map(line) })
  expect(await shop.call('POST', '/purchases', body(2, 2))).toMatchObject({
    status: 409,
    body: { code: 'out_of_stock', message: 'Only 3 of Aim - Month left in stock' },
  })
  expect(await shop.call('POST', '/purchases', body(1, 2))).toMatchObject({
    status: 201,
    body: { data: { items: [{ quantity: 3, total: 30 }] } },
  })
})

test('a quote says what a purchase would, and stores nothing', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5, { price: 19.99 })
  await makeCoupon(app, { code: 'Third', discount_value: 33.33 })
  const { referral_code } = await shop.addUser('ada')
  const before = await books(app)
  const { customer_email, ...cart } = cartOf({ [variant.id]: 3 }, { coupon_code: 'THIRD', referral_code })
  const quote = await shop.call('POST', '/quote', cart)
  // 59.97 less 19.99 (33.33 %, half up) is 39.98; 5 % of that is 2.00.
  expect(quote).toMatchObject({
    status: 200,
    body: { data: { subtotal: 59.97, discount: 21.99, total: 37.98, coupon_code: 'Third', referral_code } },
  })
  expect(await books(app)).toEqual(before)
  const bought = await shop.succeed('POST', '/purchases', { ...cart, customer_email })
  expect(bought).toMatchObject({ subtotal: 59.97, discount: 21.99, total: 37.98 })
})

test('every refusal of a cart has its code, and leaves no reservation, no use, no referral', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const hidden = await makeStock(app, 5)
  await saveProduct(app, hidden.product_id, { unlisted: true })
  const other = await makeProduct(app)
  await makeCoupon(app, { code: 'OFF' }).then(({ id }) => app.call('POST', `/admin/coupons/${id}/deactivate`))
  await makeCoupon(app, { code: 'SOON', expiration_date: '2030-01-01T00:00:01.000Z' })
  await makeCoupon(app, { code: 'OTHER', applicable_to_all: false, applicable_products: [other.id] })
  await makeCoupon(app, { code: 'LAST', max_usage: 1 })
  await makeCoupon(app, { code: 'EACH', max_usage_per_user: 1 })
  const ada = await shop.addUser('ada')
  const off = await shop.addUser('off')
  await app.call('PUT', `/admin/referrals/settings/${off.id}`, { enabled: false })
  await shop.buy({ [variant.id]: 1 }, { coupon_code: 'LAST' })
  await shop.buy({ [variant.id]: 1 }, { coupon_code: 'EACH', customer_email: 'ANN@example.com' })
  app.clock.at = new Date(app.clock.at.getTime() + 1000)
  const before = await books(app)

  for (const [terms, status, code] of [
    [{ coupon_code: 'NONE' }, 422, 'coupon_not_found'],
    [{ coupon_code: 'off' }, 422, 'coupon_inactive'],
    [{ coupon_code: 'SOON' }, 422, 'coupon_expired'],
    [{ coupon_code: 'OTHER' }, 422, 'coupon_not_applicable'],
    [{ coupon_code: 'LAST' }, 409, 'coupon_used_up'],
    [{ coupon_code: 'EACH', customer_email: 'ann@EXAMPLE.com' }, 409, 'coupon_used_up_by_customer'],
    [{ referral_code: 'nobody' }, 422, 'referral_code_unknown'],
    [{ referral_code: off.referral_code }, 422, 'referral_code_unknown'],
    [{ referral_code: ada.referral_code, customer_email: 'ADA@example.com' }, 422, 'own_referral_code'],
    [{ referral_code: ada.referral_code, customer_email: 'ada+me@example.com' }, 422, 'own_referral_code'],
  ] as const) {
    for (const url of ['/quote', '/purchases']) {
      expect(await shop.call('POST', url, cartOf({ [variant.id]: 1 }, terms)), `${url} ${code}`).toMatchObject({ status, body: { code } })
    }
  }
  expect(await shop.call('POST', '/purchases', cartOf({ [hidden.id]: 1 }))).toMatchObject({ status: 404 })
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1, 999: 1 }))).toMatchObject({
    status: 404,
    body: { message: 'Variant not found', fields: { 'items.1.variant_id': 'Variant 999 is not for sale' } },
  })
  expect(await shop.call('POST', '/purchases', cartOf({ [variant.id]: 4 }))).toMatchObject({ status: 409, body: { code: 'out_of_stock' } })
  expect(await books(app)).toEqual(before)
})

test.each([
  [{}, 'Items must be a list'],
  [{ items: [] }, 'The cart is empty'],
  [{ items: [null] }, 'items.0 must be an object'],
  [{ items: [{ variant_id: 1, quantity: 0 }] }, 'Quantity must be a whole number from 1 to 1,000'],
  [{ items: [{ variant_id: 1, quantity: 1.5 }] }, 'Quantity must be a whole number from 1 to 1,000'],
  [{ items: [{ variant_id: 1, quantity: '1' }] }, 'Quantity must be a whole number from 1 to 1,000'],
  [{ items: [{ variant_id: 1, quantity: 1001 }] }, 'Quantity must be a whole number from 1 to 1,000'],
  [{ items: [{ variant_id: -1, quantity: 1 }] }, 'Variant must be an id, a positive whole number'],
  [{ items: [{ variant_id: 1, quantity: 1 }] }, 'Customer email is required'],
  [{ items: [{ variant_id: 1, quantity: 1 }], customer_email: 'nobody' }, 'Customer email must be an email address'],
  [{ items: [{ variant_id: 1, quantity: 1 }], customer_email: 'ann@müller.de' }, 'Customer email must be an email address'],
  [{ items: [{ variant_id: 1, quantity: 1 }], customer_email: 'a@b.co', coupon_code: 7 }, 'Coupon code must be text'],
])('the cart %o is refused with 400', async (body, message) => {
  const app = await createTestApp()
  const shop = await openShop(app)
  expect(await shop.call('POST', '/purchases', body)).toMatchObject({ status: 400, body: { message, code: 'invalid_input' } })
})
