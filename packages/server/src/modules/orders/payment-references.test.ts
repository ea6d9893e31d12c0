import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { books } from '../../testing/shop/books.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'

const mismatch = { status: 409, body: { code: 'payment_mismatch', message: 'Order 1 was completed with another payment' } }
const used = { status: 409, body: { code: 'payment_reference_used', message: 'This payment reference belongs to another order' } }

async function openWithStock(count: number) {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, count)
  const buy = (buyer: string) => shop.buy({ [id]: 1 }, { customer_email: `${buyer}@example.com` })
  const complete = (order: number, payment_reference?: string | null) =>
    shop.call('POST', `/purchases/${order}/complete`, { payment_reference })
  return { app, shop, buy, complete }
}

test('a second payment reference for an order is refused; a repeat with the first, or with none, answers the same', async () => {
  const { app, shop, buy, complete } = await openWithStock(1)
  const { id } = await buy('ann')
  const completed = await shop.complete(id, 'pay-1')
  const before = await books(app)
  expect(await complete(id, 'pay-2')).toMatchObject(mismatch)
  for (const same of ['pay-1', ' pay-1 ', '', null, undefined]) {
    expect(await complete(id, same)).toMatchObject({ status: 200, body: { data: completed } })
  }
  expect(await books(app)).toEqual(before)
})

test('an order that was completed without a payment reference does not take one later', async () => {
  const { shop, buy, complete } = await openWithStock(1)
  const { id } = await buy('ann')
  await shop.complete(id)
  expect(await complete(id, 'pay-1')).toMatchObject(mismatch)
  expect(await shop.find(id)).toMatchObject({ payment_reference: null })
})

test('one reference completes one order, a refunded one too; orders without one do not meet', async () => {
  const { app, shop, buy, complete } = await openWithStock(4)
  const first = await buy('ann')
  const second = await buy('bob')
  await shop.complete(first.id, 'pay-1')
  const before = await books(app)
  expect(await complete(second.id, 'pay-1')).toMatchObject(used)
  expect(await books(app)).toEqual(before)
  await shop.refund(first.id)
  expect(await complete(second.id, ' pay-1')).toMatchObject(used)
  expect(await complete(second.id, 'PAY-1')).toMatchObject({ status: 200 })
  for (const empty of ['', null]) {
    const { id } = await buy('eve')
    expect(await complete(id, empty)).toMatchObject({ status: 200, body: { data: { payment_reference: null } } })
  }
})

test('exactly one of several orders is completed at once with one reference', async () => {
  const { shop, buy, complete } = await openWithStock(12)
  for (const reference of ['pay-1', 'pay-2', 'pay-3']) {
    const orders = await Promise.all([0, 1, 2, 3].map((index) => buy(`${reference}-buyer${index}`)))
    const answers = await Promise.all([...orders, ...orders].map(({ id }) => complete(id, reference)))
    const done = answers.flatMap((answer) => (answer.status === 200 ? [(answer.body as { data: { id: number } }).data.id] : []))
    expect(new Set(done).size).toBe(1)
    for (const answer of answers.filter((one) => one.status !== 200)) expect(answer).toMatchObject(used)
    const found = await Promise.all(orders.map(({ id }) => shop.find(id)))
    expect(found.filter((order) => order.status === 'completed').map((order) => order.id)).toEqual([done[0]])
    expect(found.filter((order) => order.payment_reference !== null)).toHaveLength(1)
  }
})
