import type { StoreProduct } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf, expectRefusals, makeProduct, readProduct, saveProduct } from '../../testing/shop/catalogue.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

test('while sales are paused the store shows the product and sells none of it; a pending order goes through', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, product_id } = await makeStock(app, 5)
  const pending = await shop.buy({ [id]: 1 })
  expect((await readProduct(app, product_id)).sales_paused).toBe(false)

  expect(await saveProduct(app, product_id, { sales_paused: true })).toMatchObject({ sales_paused: true })
  expect((await shop.succeed<StoreProduct[]>('GET', '/products'))[0]).toMatchObject({ id: product_id, sales_paused: true })
  const refusal = { status: 409, body: { code: 'sales_paused', message: 'Sales of Aim are paused' } }
  expect(await shop.call('POST', '/quote', cartOf({ [id]: 1 }))).toMatchObject(refusal)
  expect(await shop.call('POST', '/purchases', cartOf({ [id]: 1 }))).toMatchObject(refusal)
  // The pause takes precedence: other reasons would not help the buyer.
  expect(await shop.call('POST', '/quote', cartOf({ [id]: 100 }))).toMatchObject(refusal)
  expect((await shop.complete(pending.id)).items[0]!.keys).toEqual(['KEY-1'])

  expect(await saveProduct(app, product_id, { name: 'Aim' })).toMatchObject({ sales_paused: true })
  await saveProduct(app, product_id, { sales_paused: false })
  await shop.sell({ [id]: 1 })
})

test('sales_paused must be true or false', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await expectRefusals(app, [
    {
      call: ['PUT', `/admin/products/${id}`, { sales_paused: 1 }],
      status: 400,
      says: { fields: { sales_paused: 'Sales paused must be true or false' } },
    },
  ])
  expect(await readProduct(app, id)).toMatchObject({ sales_paused: false })
})

test('a purchase at the moment of a pause either went through before or is refused', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const stocks = [await makeStock(app, 100), await makeStock(app, 100)]
  const ids = stocks.map((variant) => variant.product_id)
  const buy = (buyer: number) =>
    shop.call('POST', '/purchases', cartOf({ [stocks[buyer % 2]!.id]: 1 }, { customer_email: `buyer${buyer}@example.com` }))
  const pause = async () => dataOf(await app.call('POST', '/admin/products/bulk', { ids, set: { sales_paused: true } }))
  const buyers = Array.from({ length: 40 }, (_, buyer) => buyer)
  const answers = await Promise.all(buyers.flatMap((buyer) => (buyer === 12 ? [pause().then(() => null), buy(buyer)] : [buy(buyer)])))

  const bought = answers.filter((answer) => answer?.status === 201)
  const refused = answers.filter((answer) => answer !== null && answer.status !== 201)
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'sales_paused' } })
  expect(bought.length + refused.length).toBe(40)
  // No order is recorded after the pause.
  const activity = await app.deps.db.selectFrom('activity').select(['id', 'action']).orderBy('id').execute()
  const lastOrder = activity.findLast((row) => row.action === 'order.created')?.id ?? 0
  expect(lastOrder).toBeLessThan(activity.find((row) => row.action === 'product.bulk_updated')!.id)
  expect(await buy(99)).toMatchObject({ status: 409, body: { code: 'sales_paused' } })
  expect(await examine(app.deps)).toEqual([])
})
