import type { Variant } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { makeVariant, readVariant, saveVariant, valuesOf } from '../../testing/shop/catalogue.ts'
import { openShop, type Shop } from '../../testing/shop/shop.ts'
import { expireDue } from '../orders/order-steps.service.ts'
import { examine } from '../doctor/doctor.service.ts'

const save = async (app: TestApp, { id, keys_seen, version }: Variant, keys: string[]) => {
  const { status, body } = await app.call('PUT', `/admin/variants/${id}`, { keys, keys_seen, version })
  expect(status).toBe(200)
  return body as { data: Variant; meta: unknown }
}
const stockOf = async (app: TestApp, id: number) => valuesOf(await readVariant(app, id))

const endings: [string, (app: TestApp, shop: Shop, id: number) => Promise<unknown>][] = [
  ['a cancel', (_app, shop, id) => shop.cancel(id)],
  [
    'an expiry',
    (app) => {
      app.clock.at = new Date(app.clock.at.getTime() + 31 * 60_000)
      return expireDue(app.deps)
    },
  ],
]

test.each(endings)('a key that %s releases while the variant is open stays', async (_, end) => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  const order = await shop.buy({ [id]: 1 })
  const opened = await readVariant(app, id)
  expect(valuesOf(opened)).toEqual(['B', 'C'])
  await end(app, shop, order.id)
  const { data, meta } = await save(app, opened, ['C', 'D'])
  expect(valuesOf(data)).toEqual(['A', 'C', 'D'])
  expect(meta).toMatchObject({ added: 1, removed: 1, reserved_removed: 0 })
  expect(await stockOf(app, id)).toEqual(['A', 'C', 'D'])
  expect(await examine(app.deps)).toEqual([])
})

test('a reserved key that is marked for removal does not come back when its order ends', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  const opened = await readVariant(app, id)
  const order = await shop.buy({ [id]: 2 })
  const { data, meta } = await save(app, opened, ['B', 'C'])
  expect(valuesOf(data)).toEqual(['C'])
  expect(meta).toMatchObject({ added: 0, removed: 0, already_sold: 1, reserved_removed: 1 })
  await shop.cancel(order.id)
  expect(await stockOf(app, id)).toEqual(['B', 'C'])
  expect(await examine(app.deps)).toEqual([])
  const { body } = await app.call('GET', `/admin/variants/${id}/removed-keys`)
  expect(body).toMatchObject({ data: [{ value: 'A', removed_by: 'admin' }] })
})

test("a key marked for removal that is paid for is the customer's, and one that is wanted again comes back", async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A', 'B'])
  const opened = await readVariant(app, id)
  const [first, second] = [await shop.buy({ [id]: 1 }), await shop.buy({ [id]: 1 })]
  const marked = await save(app, opened, [])
  expect(marked.meta).toMatchObject({ reserved_removed: 2 })
  expect((await shop.complete(first.id)).items[0]?.keys).toEqual(['A'])
  await save(app, marked.data, ['B'])
  await shop.cancel(second.id)
  expect(await stockOf(app, id)).toEqual(['B'])
  expect(await examine(app.deps)).toEqual([])
})

test('a reserved key that its author did not see is not marked', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A', 'B'])
  const before = await shop.buy({ [id]: 1 })
  const opened = await readVariant(app, id)
  // Released and reserved again: no list that this author has seen contained it.
  await shop.cancel(before.id)
  const again = await shop.buy({ [id]: 1 })
  expect((await save(app, opened, ['B'])).meta).toMatchObject({ reserved_removed: 0, removed: 0 })
  await shop.cancel(again.id)
  expect(await stockOf(app, id)).toEqual(['A', 'B'])
})

test('without keys_seen the list is the plain difference to the stock', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A', 'B'])
  const order = await shop.buy({ [id]: 1 })
  await shop.cancel(order.id)
  expect(valuesOf(await saveVariant(app, id, { keys: ['B'] }))).toEqual(['B'])
})

test('the later of two open editors does not remove what the earlier has added', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B'])
  const opened = await readVariant(app, id)
  const first = await save(app, opened, ['A', 'B', 'C'])
  // A client that sends no version and repeats its old list.
  expect(valuesOf((await save(app, { ...opened, version: undefined }, ['A', 'D'])).data)).toEqual(['A', 'C', 'D'])
  // The first save's author has seen the result.
  const latest = await readVariant(app, id)
  expect(valuesOf((await save(app, { ...first.data, version: latest.version }, ['A'])).data)).toEqual(['A', 'D'])
})

test('the answer of a save says what was seen, so that the next one may remove it', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const { data } = await save(app, await readVariant(app, id), ['A', 'B'])
  expect((await save(app, data, [])).data.keys).toEqual([])
})

test('a keys_seen that no answer gave is refused', async () => {
  const app = await createTestApp()
  const [one, other] = [await makeVariant(app, ['A']), await makeVariant(app, ['B'])]
  for (const keys_seen of ['', 'x', '1-2', `${one.id}-1-x`, other.keys_seen, 7]) {
    expect(await app.call('PUT', `/admin/variants/${one.id}`, { keys: [], keys_seen })).toMatchObject({ status: 400 })
  }
  const later = `${one.id}-1-99`
  expect(await app.call('PUT', `/admin/variants/${one.id}`, { keys: [], keys_seen: later })).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  })
  expect(await stockOf(app, one.id)).toEqual(['A'])
})
