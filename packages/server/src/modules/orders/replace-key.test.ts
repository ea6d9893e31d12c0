import type { OrderDetails, OrderKey, StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, readVariant } from '../../testing/catalogue.ts'
import { importBatch, listBatches } from '../../testing/key-imports.ts'
import { makeStock, openShop } from '../../testing/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

const path = (orderId: number) => `/admin/purchases/orders/${orderId}`
const replacing = (orderId: number, keyId: number) => `${path(orderId)}/keys/${keyId}/replace`
const replace = async (app: TestApp, orderId: number, keyId: number, body: object = { reason: 'not_working' }) =>
  dataOf(await app.call('POST', replacing(orderId, keyId), body)) as OrderDetails
const find = async (app: TestApp, id: number) => dataOf(await app.call('GET', path(id))) as OrderDetails
const keysOf = ({ items }: StoreOrder) => items.flatMap((item) => item.keys ?? [])

async function open(stock = 4, sold = 2) {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, stock)
  return { app, shop, variant, order: await shop.sell({ [variant.id]: sold }) }
}

test('a replaced key is revoked, and the oldest available one of its variant takes its place', async () => {
  const { app, shop, variant, order } = await open()
  const answer = await replace(app, order.id, 1, { reason: 'already_used', note: ' Customer sent a screenshot ' })
  expect(answer).toMatchObject({
    status: 'completed',
    keys: [
      { id: 2, item_id: 1, state: 'sold' },
      { id: 3, item_id: 1, state: 'sold' },
    ],
    replaced_keys: [
      {
        ...{ id: 1, item_id: 1, value: '••••••••1', reason: 'already_used', note: 'Customer sent a screenshot' },
        ...{ replaced_at: '2030-01-01T00:00:00.000Z', replaced_by: 'admin', replacement_id: 3 },
      },
    ],
  })
  expect(await find(app, order.id)).toEqual(answer)
  expect(keysOf(await shop.find(order.id))).toEqual(['KEY-2', 'KEY-3'])
  expect(keysOf(await shop.complete(order.id))).toEqual(['KEY-2', 'KEY-3'])
  const revealed = dataOf(await app.call('POST', `${path(order.id)}/keys`)) as OrderKey[]
  expect(revealed.map((key) => key.value)).toEqual(['KEY-2', 'KEY-3'])
  expect(await readVariant(app, variant.id)).toMatchObject({ stock: 1, keys: [{ value: 'KEY-4' }] })
  expect(await examine(app.deps)).toEqual([])
})

test('a replacement stands in the history of the order without a key value or the note', async () => {
  const { app, order } = await open()
  await replace(app, order.id, 1, { reason: 'other', note: 'KEY-1 again' })
  expect((await activityOf(app, 'order')).at(-1)).toEqual({
    ...{ action: 'key.replaced', subject_id: order.id },
    changes: { key_id: { before: 1, after: 3 }, reason: { before: null, after: 'other' } },
  })
})

test('a key that took the place of another can be replaced, too', async () => {
  const { app, shop, order } = await open(4, 1)
  await replace(app, order.id, 1)
  const { keys, replaced_keys } = await replace(app, order.id, 2, { reason: 'wrong_region' })
  expect(keys.map((key) => key.id)).toEqual([3])
  expect(replaced_keys.map(({ id, replacement_id, reason }) => [id, replacement_id, reason])).toEqual([
    [1, 2, 'not_working'],
    [2, 3, 'wrong_region'],
  ])
  expect(keysOf(await shop.find(order.id))).toEqual(['KEY-3'])
  expect(await examine(app.deps)).toEqual([])
})

test('after a refund the last keys stay with the order as revoked, beside those that were replaced', async () => {
  const { app, shop, order } = await open(3, 1)
  await replace(app, order.id, 1)
  await shop.refund(order.id)
  expect(await find(app, order.id)).toMatchObject({
    ...{ status: 'refunded', keys: [{ id: 2, state: 'revoked' }] },
    replaced_keys: [{ id: 1, replacement_id: 2 }],
  })
  expect(await examine(app.deps)).toEqual([])
})

test('the batch that a replaced key came in with counts it', async () => {
  const { app, shop, variant } = await open(1, 1)
  await importBatch(app, variant.id, ['A', 'B', 'C'])
  const order = await shop.sell({ [variant.id]: 2 })
  await replace(app, order.id, 2)
  expect(await listBatches(app, variant.id)).toMatchObject([{ added: 3, left: 0, sold: 2, replaced: 1 }])
})

test('what cannot be replaced is refused, and nothing changes', async () => {
  const { app, shop, variant, order } = await open(5, 1)
  const pending = await shop.buy({ [variant.id]: 1 })
  const refunded = await shop.sell({ [variant.id]: 1 })
  await shop.refund(refunded.id)
  await replace(app, order.id, 1)
  const because = { reason: 'not_working' }
  await expectRefusals(app, [
    { call: ['POST', replacing(order.id, 1), because], status: 409, says: { code: 'already_replaced' } },
    { call: ['POST', replacing(pending.id, 2), because], status: 409, says: { code: 'invalid_transition' } },
    { call: ['POST', replacing(refunded.id, 3), because], status: 409, says: { code: 'invalid_transition' } },
    { call: ['POST', replacing(order.id, 3), because], status: 404 },
    { call: ['POST', replacing(order.id, 5), because], status: 404 },
    { call: ['POST', replacing(99, 1), because], status: 404 },
    { call: ['POST', replacing(order.id, 4), {}], status: 400 },
    { call: ['POST', replacing(order.id, 4), { reason: 'bored' }], status: 400 },
    { call: ['POST', replacing(order.id, 4), { ...because, note: 'x'.repeat(1_001) }], status: 400 },
  ])
  await shop.sell({ [variant.id]: 1 })
  await expectRefusals(app, [{ call: ['POST', replacing(order.id, 4), because], status: 409, says: { code: 'out_of_stock' } }])
  expect(keysOf(await shop.find(order.id))).toEqual(['KEY-4'])
  expect(await examine(app.deps)).toEqual([])
})
