import type { StatisticsRow } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, testNow, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'

const products = async (app: TestApp) => dataOf(await app.call('GET', '/admin/purchases/stats')) as StatisticsRow[]
async function open() {
  const app = await createTestApp()
  return { app, shop: await openShop(app) }
}

test('every product has a row, newest first; one that was never sold has zeros and no last purchase', async () => {
  const { app, shop } = await open()
  const one = await makeStock(app, 5)
  const other = await makeProduct(app, { name: 'Never sold' })
  await shop.sell({ [one.id]: 2 })
  expect(await products(app)).toEqual([
    {
      ...{ product_id: other.id, product_name: 'Never sold', is_deleted: false },
      ...{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null },
    },
    {
      product_id: one.product_id,
      product_name: 'Aim',
      total_quantity: 2,
      total_revenue: 20,
      variants_sold: 1,
      last_purchase_at: testNow.toISOString(),
      is_deleted: false,
    },
  ])
})

test('only completed orders count, from when they complete until they are refunded', async () => {
  const { app, shop } = await open()
  const { id } = await makeStock(app, 10)
  const at = (minute: number) => (app.clock.at = new Date(testNow.getTime() + minute * 60_000)).toISOString()
  const [first, second, third] = [await shop.buy({ [id]: 1 }), await shop.buy({ [id]: 2 }), await shop.buy({ [id]: 3 })]
  expect(await products(app)).toMatchObject([{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null }])
  const firstAt = at(1)
  await shop.complete(first.id)
  const secondAt = at(2)
  await shop.complete(second.id)
  await shop.complete(second.id)
  await shop.cancel(third.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 3, total_revenue: 30, variants_sold: 1, last_purchase_at: secondAt }])
  await shop.refund(second.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 1, total_revenue: 10, variants_sold: 1, last_purchase_at: firstAt }])
  await shop.refund(first.id)
  expect(await products(app)).toMatchObject([{ total_quantity: 0, total_revenue: 0, variants_sold: 0, last_purchase_at: null }])
})

test('revenue is what was paid, each discount shared over the items so that the cents add up', async () => {
  const { app, shop } = await open()
  const [one, other, third] = [
    await makeStock(app, 1, { price: 0.01 }),
    await makeStock(app, 1, { price: 3.33 }),
    await makeStock(app, 1, { price: 6.67 }),
  ]
  await makeCoupon(app, { discount_value: 33.33 })
  const order = await shop.sell({ [one.id]: 1, [other.id]: 1, [third.id]: 1 }, { coupon_code: 'TEN' })
  expect(order).toMatchObject({ subtotal: 10.01, discount: 3.34, total: 6.67 })
  const revenue = (await products(app)).map((row) => Math.round(row.total_revenue * 100))
  expect(revenue.reduce((sum, cents) => sum + cents)).toBe(667)
  expect(dataOf(await app.call('GET', '/admin/purchases/daily?days=1'))).toEqual([{ day: '2030-01-01', orders: 1, revenue: 6.67 }])
})

test('variants are counted that were sold, also those that are deleted; so are deleted products', async () => {
  const { app, shop } = await open()
  const month = await makeStock(app, 2)
  const add = async (name: string) =>
    dataOf(await app.call('POST', '/admin/variants/', { product_id: month.product_id, name, price: 5, keys: [`${name}-1`] })) as {
      id: number
    }
  const [year, life] = [await add('Year'), await add('Life')]
  await shop.sell({ [month.id]: 1, [year.id]: 1 })
  const given = await shop.sell({ [life.id]: 1 })
  await shop.refund(given.id)
  await app.call('DELETE', `/admin/variants/${year.id}?permanent=true`)
  expect(await products(app)).toMatchObject([{ total_quantity: 2, total_revenue: 15, variants_sold: 2 }])

  const unsold = await makeProduct(app, { name: 'Gone' })
  await app.call('DELETE', `/admin/products/${unsold.id}`)
  await app.call('DELETE', `/admin/products/${month.product_id}`)
  expect(await products(app)).toMatchObject([{ product_id: month.product_id, product_name: 'Aim', total_quantity: 2, is_deleted: true }])
})

test('a deleted product whose sales were all refunded has no row', async () => {
  const { app, shop } = await open()
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await shop.refund(id)
  await app.call('DELETE', `/admin/products/${variant.product_id}`)
  expect(await products(app)).toEqual([])
})
