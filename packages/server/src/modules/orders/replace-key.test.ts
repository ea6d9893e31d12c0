import type { Member, OrderDetails, OrderKey, StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, readVariant } from '../../testing/shop/catalogue.ts'
import { importKeyList, listKeyImports } from '../../testing/shop/key-imports.ts'
import { readHistory } from '../../testing/shop/history.ts'
import { addMember } from '../../testing/shop/members.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
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

test('a replacement is in the history of the order without a key value or the note', async () => {
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

test('the import that a replaced key came in with counts it', async () => {
  const { app, shop, variant } = await open(1, 1)
  await importKeyList(app, variant.id, ['A', 'B', 'C'])
  const order = await shop.sell({ [variant.id]: 2 })
  await replace(app, order.id, 2)
  expect(await listKeyImports(app, variant.id)).toMatchObject([{ added: 3, left: 0, sold: 2, replaced: 1 }])
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

test('somebody of the team replaces and reveals so many keys an hour; an owner sets how many, sees who met the limit, and has none', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id: variant } = await makeStock(app, 40)
  const orders = [await shop.sell({ [variant]: 6 }), await shop.sell({ [variant]: 1 }), await shop.sell({ [variant]: 1 })] as const
  const sue = await addMember(app, 'support')
  const limitOf = async () => (dataOf(await app.call('GET', '/admin/team')) as Member[]).find(({ id }) => id === sue.id)?.keys_per_hour
  expect(await limitOf()).toBe(20)
  expect(await app.call('PUT', `/admin/team/${sue.id}`, { keys_per_hour: 3 })).toMatchObject({
    status: 200,
    body: { data: { keys_per_hour: 3 } },
  })
  expect(await activityOf(app, 'member')).toContainEqual(
    expect.objectContaining({ action: 'administrator.key_limit_changed', changes: { keys_per_hour: { before: 20, after: 3 } } }),
  )

  const later = (minutes: number) => void (app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000))
  const as = { token: sue.token }
  const reveal = (order: StoreOrder, by: object = as) => app.call('POST', `${path(order.id)}/keys`, undefined, by)
  const swap = (keyId: number, by: object = as) => app.call('POST', replacing(orders[0].id, keyId), { reason: 'other' }, by)
  const done = { status: 200 }
  const refused = (minutes: number) => ({
    status: 429,
    headers: { 'retry-after': String(minutes * 60) },
    body: {
      code: 'key_limit_reached',
      message: 'You have replaced and shown as many keys as you may within an hour. Wait, or ask an owner.',
    },
  })
  expect(await swap(1)).toMatchObject(done)
  later(10)
  expect(await swap(2)).toMatchObject(done)
  // Revealing an order is free within the hour after replacing one of its keys, and again.
  for (let time = 1; time <= 3; time += 1) expect(await reveal(orders[0])).toMatchObject(done)
  expect(await reveal(orders[1])).toMatchObject(done)
  expect(await swap(3)).toMatchObject(refused(50))
  expect(await reveal(orders[2])).toMatchObject(refused(50))
  expect(await reveal(orders[0])).toMatchObject(done)
  // The first refusal of an hour is recorded in one row, which owners see.
  const alert = { action: 'member.key_limit_reached', kind: 'read', actor: { id: sue.id }, subject: { kind: 'member', id: sue.id } }
  const alerts = async () => (await readHistory(app)).filter(({ action }) => action === alert.action)
  expect(await alerts()).toMatchObject([{ ...alert, changes: { keys_per_hour: { after: 3 } } }])
  // Nothing was replaced, and other people are not limited.
  expect((await find(app, orders[0].id)).replaced_keys).toHaveLength(2)
  const max = { token: (await addMember(app, 'manager')).token }
  expect(await reveal(orders[2], max)).toMatchObject(done)
  for (let key = 3; key <= 6; key += 1) expect(await swap(key, {})).toMatchObject(done)
  for (const order of orders) expect(await reveal(order, {})).toMatchObject(done)

  later(50)
  expect(await reveal(orders[2])).toMatchObject(done)
  later(15)
  expect(await alerts()).toHaveLength(1)
  await app.call('PUT', `/admin/team/${sue.id}`, { keys_per_hour: 0 })
  expect(await reveal(orders[1])).toMatchObject(refused(60))
  expect(await alerts()).toHaveLength(2)
  expect(JSON.stringify(await readHistory(app))).not.toContain('KEY-')
  for (const keys_per_hour of [-1, 1.5, 1_001, '20'])
    expect(await app.call('PUT', `/admin/team/${sue.id}`, { keys_per_hour })).toMatchObject({
      status: 400,
      body: { message: 'Keys an hour must be a whole number from 0 to 1000' },
    })
})

test('a replaced key is shown within the one that it counts; an order revealed before counts one more', async () => {
  const { app, shop, variant, order } = await open(8, 2)
  const other = await shop.sell({ [variant.id]: 1 })
  const sue = await addMember(app, 'support')
  const limit = (keys_per_hour: number) => app.call('PUT', `/admin/team/${sue.id}`, { keys_per_hour })
  const swap = (keyId: number) => app.call('POST', replacing(order.id, keyId), { reason: 'other' }, { token: sue.token })
  const reveal = (id: number) => app.call('POST', `${path(id)}/keys`, undefined, { token: sue.token })
  await limit(1)
  expect((await swap(1)).status).toBe(200)
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  expect((await reveal(order.id)).status).toBe(200)
  expect(await swap(2)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
  await limit(2)
  expect((await reveal(other.id)).status).toBe(200)
  expect((await swap(2)).status).toBe(429)
  await limit(3)
  expect((await swap(2)).status).toBe(200)
  expect((await swap(4)).status).toBe(429)

  app.clock.at = new Date(app.clock.at.getTime() + 3_600_000)
  await limit(2)
  expect((await reveal(order.id)).status).toBe(200)
  expect((await swap(4)).status).toBe(200)
  expect((await reveal(order.id)).status).toBe(200)
  expect((await reveal(other.id)).status).toBe(429)
})

test('replacements at the same moment are done up to the limit', async () => {
  const { app, order } = await open(20, 8)
  const sue = await addMember(app, 'support')
  await app.call('PUT', `/admin/team/${sue.id}`, { keys_per_hour: 3 })
  const ids = [1, 2, 3, 4, 5, 6, 7, 8]
  const answers = await Promise.all(ids.map((id) => app.call('POST', replacing(order.id, id), { reason: 'other' }, { token: sue.token })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  expect((await find(app, order.id)).replaced_keys).toHaveLength(3)
  expect((await readHistory(app)).filter(({ action }) => action === 'member.key_limit_reached')).toHaveLength(1)
})
