import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, everythingStored, expectRefusals, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { importKeyList, linesOf, lookUp, undo } from '../../testing/shop/key-imports.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { expireDue } from '../orders/order-steps.service.ts'
import { purgeRemovedKeys } from '../keys/removed-keys.service.ts'

async function open(keys: string[] = []) {
  const app = await createTestApp()
  return { app, shop: await openShop(app), ...(await makeVariant(app, keys)) }
}
const pass = (app: TestApp, minutes: number) => void (app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000))
const replace = async (app: TestApp, orderId: number, keyId: number) =>
  dataOf(await app.call('POST', `/admin/purchases/orders/${orderId}/keys/${keyId}/replace`, { reason: 'not_working', note: 'Fails' }))

test('a key is found by its value as a customer sends it, with where it is and when it came', async () => {
  const { app, id, product_id } = await open()
  const keyImport = await importKeyList(app, id, ['ABC-\u00e9'], { name: 'week-47.csv' })
  expect(await lookUp(app, '  ABC-e\u0301\n')).toEqual({
    ...{ id: 1, variant_id: id, variant_name: 'Month', product_id, product_name: 'Aim', state: 'available' },
    ...{ import_id: keyImport.id, import_name: 'week-47.csv', order_id: null },
    events: [{ at: '2030-01-01T00:00:00.000Z', kind: 'imported', actor: 'admin', import_id: keyImport.id }],
  })
})

test('a key is found by its id, removed or not, and the answer says no value', async () => {
  const { app, id } = await open(['A', 'B'])
  await saveVariant(app, id, { keys: ['B'] })
  const removed = dataOf(await app.call('POST', '/admin/keys/lookup', { id: 1 }))
  expect(removed).toEqual(await lookUp(app, 'A'))
  expect(removed).toMatchObject({ id: 1, state: 'removed' })
  expect(Object.keys(removed as object)).not.toContain('value')
  const kept = dataOf(await app.call('POST', '/admin/keys/lookup', { id: 2 }))
  expect(kept).toMatchObject({ id: 2, state: 'available' })
  expect(kept).not.toHaveProperty('is_deleted')
  expect((await app.call('DELETE', `/admin/variants/${id}`)).status).toBe(200)
  expect(dataOf(await app.call('POST', '/admin/keys/lookup', { id: 2 }))).toMatchObject({ state: 'removed', is_deleted: true })
})

test('its sale, its replacement and its refund are shown with their orders', async () => {
  const { app, shop, id } = await open(['A', 'B'])
  pass(app, 1)
  const { id: order } = await shop.buy({ [id]: 1 })
  pass(app, 1)
  await shop.complete(order)
  pass(app, 1)
  await replace(app, order, 1)
  pass(app, 1)
  await shop.refund(order)
  const at = (minute: number) => `2030-01-01T00:0${minute}:00.000Z`
  const old = await lookUp(app, 'A')
  expect(old).toMatchObject({ state: 'revoked', order_id: order, import_id: null })
  expect(old.events).toEqual([
    { at: at(0), kind: 'added', actor: 'admin' },
    { at: at(1), kind: 'reserved', actor: 'Shop', order_id: order },
    { at: at(2), kind: 'sold', actor: 'Shop', order_id: order },
    { at: at(3), kind: 'replaced', actor: 'admin', order_id: order, reason: 'not_working', note: 'Fails', other_key_id: 2 },
  ])
  expect((await lookUp(app, 'B')).events).toEqual([
    { at: at(0), kind: 'added', actor: 'admin' },
    { at: at(3), kind: 'sold', actor: 'admin', order_id: order, other_key_id: 1 },
    { at: at(4), kind: 'revoked', actor: 'Shop', order_id: order },
  ])
})

test('orders that gave it back are shown, however they ended, and the order that has it now', async () => {
  const { app, shop, id } = await open(['A'])
  const cancelled = await shop.buy({ [id]: 1 })
  await shop.cancel(cancelled.id)
  const expired = await shop.buy({ [id]: 1 })
  pass(app, 31)
  await expireDue(app.deps)
  const pending = await shop.buy({ [id]: 1 })
  expect(linesOf(await lookUp(app, 'A'))).toEqual([
    'added by admin',
    `reserved by Shop in order ${cancelled.id}`,
    `released by Shop in order ${cancelled.id}`,
    `reserved by Shop in order ${expired.id}`,
    `released by system in order ${expired.id}`,
    `reserved by Shop in order ${pending.id}`,
  ])
})

test('removals are still shown after the key was put back, by hand, by a save and by imports', async () => {
  const { app, id } = await open()
  const first = await importKeyList(app, id, ['A'])
  await undo(app, first.id)
  dataOf(await app.call('POST', `/admin/variants/${id}/removed-keys/restore`, { ids: [1] }))
  pass(app, 1)
  await saveVariant(app, id, { keys: [] })
  await saveVariant(app, id, { keys: ['A'] })
  pass(app, 1)
  await saveVariant(app, id, { keys: [] })
  const second = await importKeyList(app, id, ['A'])
  pass(app, 1)
  await saveVariant(app, id, { keys: [] })
  const history = await lookUp(app, 'A')
  expect(history).toMatchObject({ state: 'removed', import_id: second.id })
  expect(history.events.map(({ at, kind, import_id }) => [at?.slice(14, 16), kind, import_id])).toEqual([
    ['00', 'imported', first.id],
    ['00', 'removed', undefined],
    ['00', 'restored', undefined],
    ['01', 'removed', undefined],
    ['01', 'restored', undefined],
    ['02', 'removed', undefined],
    ['02', 'imported', second.id],
    ['03', 'removed', undefined],
  ])
})

test('a look at a key stores nothing; an unknown or purged one is 404', async () => {
  const { app, id } = await open(['A', 'B'])
  const before = await everythingStored(app)
  await lookUp(app, 'A')
  expect(await everythingStored(app)).toEqual(before)
  await saveVariant(app, id, { keys: ['A'] })
  await saveVariant(app, id, { keys: ['A', 'B'] })
  await saveVariant(app, id, { keys: ['A'] })
  const now = app.clock.at
  pass(app, 31 * 24 * 60)
  await purgeRemovedKeys(app.deps)
  app.clock.at = now
  const path = '/admin/keys/lookup'
  await expectRefusals(app, [
    { call: ['POST', path, { value: 'B' }], status: 404, says: { message: 'Key not found' } },
    { call: ['POST', path, { value: 'never' }], status: 404 },
    { call: ['POST', path, { value: ' ' }], status: 400 },
    { call: ['POST', path, {}], status: 400, says: { message: 'Send either value or id' } },
    { call: ['POST', path, { value: 'A', id: 1 }], status: 400, says: { message: 'Send either value or id' } },
    { call: ['POST', path, { id: 0 }], status: 400, says: { fields: { id: 'id must be an id, a positive whole number' } } },
    { call: ['POST', path, { id: '1' }], status: 400 },
    { call: ['POST', path, { id: 99 }], status: 404, says: { message: 'Key not found' } },
    { call: ['POST', path, { value: 'x'.repeat(501) }], status: 400 },
    { call: ['POST', `${path}?or_null=maybe`, { value: 'A' }], status: 400 },
  ])
  for (const missing of [{ value: 'never' }, { id: 99 }]) expect(dataOf(await app.call('POST', `${path}?or_null=true`, missing))).toBeNull()
  expect(dataOf(await app.call('POST', `${path}?or_null=true`, { value: 'A' }))).toMatchObject({ state: 'available' })
  expect(await app.deps.db.selectFrom('key_event').selectAll().execute()).toEqual([])
})
