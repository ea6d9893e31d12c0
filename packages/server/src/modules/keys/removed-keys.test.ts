import type { PageMeta, RemovedKey } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import {
  activityOf,
  dataOf,
  expectRefusals,
  makeProduct,
  makeVariant,
  moveKeys,
  readVariant,
  saveVariant,
  valuesOf,
} from '../../testing/shop/catalogue.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { expireDue } from '../orders/order-steps.service.ts'
import { purgeRemovedKeys } from './removed-keys.service.ts'

const listRemoved = async (app: TestApp, id: number, query = '') => {
  const { status, body } = await app.call('GET', `/admin/variants/${id}/removed-keys${query}`)
  expect(status).toBe(200)
  return body as { data: RemovedKey[]; meta: PageMeta }
}
/** @param ids all, if undefined */
const restore = async (app: TestApp, id: number, ids?: number[]) =>
  dataOf(await app.call('POST', `/admin/variants/${id}/removed-keys/restore`, { ids }))
const hourMs = 3_600_000
const pass = (app: TestApp, ms: number) => void (app.clock.at = new Date(app.clock.at.getTime() + ms))

/** Runs housekeeping after so many days. By then the administrator's session would have expired. */
async function purgeAfter(app: TestApp, days: number, ms = 0) {
  const now = app.clock.at
  pass(app, days * 24 * hourMs + ms)
  await purgeRemovedKeys(app.deps)
  app.clock.at = now
}

test('keys that are left out of a saved list are listed with who and when, newest first, page by page', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B', 'C', 'D'])
  expect(await listRemoved(app, id)).toEqual({ data: [], meta: { next_cursor: null, total: 0 } })
  await saveVariant(app, id, { keys: ['A', 'B', 'D'] })
  pass(app, hourMs)
  await saveVariant(app, id, { keys: ['D'] })
  const { data } = await listRemoved(app, id)
  const at = (hour: number) => `2030-01-01T0${hour}:00:00.000Z`
  expect(data.map(({ value, removed_at, removed_by }) => ({ value, removed_at, removed_by }))).toEqual([
    { value: 'B', removed_at: at(1), removed_by: 'admin' },
    { value: 'A', removed_at: at(1), removed_by: 'admin' },
    { value: 'C', removed_at: at(0), removed_by: 'admin' },
  ])
  const first = await listRemoved(app, id, '?limit=2')
  expect(first).toEqual({ data: data.slice(0, 2), meta: { next_cursor: expect.any(String), total: 3 } })
  expect(await listRemoved(app, id, `?limit=2&cursor=${first.meta.next_cursor}`)).toEqual({
    data: data.slice(2),
    meta: { next_cursor: null, total: 3 },
  })
})

test('removed keys are put back, once, and only those of the variant', async () => {
  const app = await createTestApp()
  const [one, other] = [await makeVariant(app, ['A', 'B', 'C']), await makeVariant(app, ['D'])]
  await saveVariant(app, one.id, { keys: [] })
  await saveVariant(app, other.id, { keys: [] })
  const ids = (await listRemoved(app, one.id)).data.map((key) => key.id)
  const foreign = (await listRemoved(app, other.id)).data.map((key) => key.id)
  expect(await restore(app, one.id, [...ids.slice(0, 2), ...foreign, 9_999])).toEqual({ restored: 2 })
  expect(await restore(app, one.id, ids)).toEqual({ restored: 1 })
  expect(await restore(app, one.id, ids)).toEqual({ restored: 0 })
  expect(await readVariant(app, one.id)).toMatchObject({ stock: 3, version: 4 })
  expect((await listRemoved(app, one.id)).data).toEqual([])
  expect((await listRemoved(app, other.id)).data).toHaveLength(1)
  expect((await activityOf(app, 'variant')).at(-1)?.changes).toEqual({
    stock: { before: 2, after: 3 },
    keys_restored: { before: null, after: 1 },
  })
  expect(await examine(app.deps)).toEqual([])
})

test('keys that were put back while the variant was open are not removed by its save', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B'])
  await saveVariant(app, id, { keys: ['A'] })
  const { keys_seen } = await readVariant(app, id)
  await restore(
    app,
    id,
    (await listRemoved(app, id)).data.map((key) => key.id),
  )
  expect(valuesOf(await saveVariant(app, id, { keys: [], keys_seen }))).toEqual(['B'])
})

test('a removed key that is added again is the same key', async () => {
  const app = await createTestApp()
  const { id, keys } = await makeVariant(app, ['A', 'B'])
  await saveVariant(app, id, { keys: ['B'] })
  const { body } = await app.call('PUT', `/admin/variants/${id}`, { keys: ['B', 'C', 'A'] })
  expect(body).toMatchObject({ meta: { added: 2, removed: 0, already_sold: 0, elsewhere: 0 } })
  expect((await readVariant(app, id)).keys).toEqual([...keys, expect.objectContaining({ value: 'C' })])
  expect((await listRemoved(app, id)).data).toEqual([])
  expect(await examine(app.deps)).toEqual([])
})

test.each(['variant', 'product'])('keys that pending orders of a deleted %s give back are removed', async (what) => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, product_id } = await makeVariant(app, ['A', 'B', 'C', 'D'])
  const [cancelled, paid] = [await shop.buy({ [id]: 1 }), await shop.buy({ [id]: 1 })]
  await shop.buy({ [id]: 1 })
  dataOf(await app.call('DELETE', what === 'variant' ? `/admin/variants/${id}` : `/admin/products/${product_id}`))
  await shop.cancel(cancelled.id)
  expect((await shop.complete(paid.id)).items[0]?.keys).toEqual(['B'])
  app.clock.at = new Date(app.clock.at.getTime() + 31 * 60_000)
  expect(await expireDue(app.deps)).toBe(1)
  const { data } = await listRemoved(app, id)
  expect(data.map((key) => [key.value, key.removed_by])).toEqual([
    ['C', 'system'],
    ['D', 'admin'],
    ['A', 'system'],
  ])
  expect(await app.deps.db.selectFrom('variant').select('stock').execute()).toEqual([{ stock: 0 }])
  expect(await examine(app.deps)).toEqual([])
})

test('removed keys are purged after 30 days, and no others', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B', 'C', 'D'])
  await moveKeys(app, id, ['D'], 'sold')
  await saveVariant(app, id, { keys: ['B', 'C'] })
  const first = app.clock.at
  pass(app, hourMs)
  await saveVariant(app, id, { keys: ['C'] })
  app.clock.at = first
  await purgeAfter(app, 30)
  expect((await listRemoved(app, id)).data).toHaveLength(2)
  await purgeAfter(app, 30, 1)
  expect((await listRemoved(app, id)).data.map((key) => key.value)).toEqual(['B'])
  await purgeAfter(app, 365)
  const left = await app.deps.db.selectFrom('license_key').select(['value', 'state']).orderBy('id').execute()
  expect(left).toEqual([
    { value: 'C', state: 'available' },
    { value: 'D', state: 'sold' },
  ])
})

test('more removed keys than one statement handles are purged, and put back', async () => {
  const app = await createTestApp()
  const many = Array.from({ length: 1_600 }, (_, number) => `K-${number}`)
  const { id, keys } = await makeVariant(app, many)
  await saveVariant(app, id, { keys: [] })
  expect(
    await restore(
      app,
      id,
      keys.map((key) => key.id),
    ),
  ).toEqual({ restored: 1_600 })
  expect(valuesOf(await readVariant(app, id))).toEqual(many)
  await saveVariant(app, id, { keys: [] })
  const other = await makeVariant(app, ['OTHER'])
  await saveVariant(app, other.id, { keys: [] })
  expect(await restore(app, id)).toEqual({ restored: 1_600 })
  expect(await restore(app, id)).toEqual({ restored: 0 })
  expect(valuesOf(await readVariant(app, id))).toEqual(many)
  expect((await listRemoved(app, other.id)).data).toMatchObject([{ value: 'OTHER' }])
  expect(await examine(app.deps)).toEqual([])
  await saveVariant(app, id, { keys: [] })
  await purgeAfter(app, 31)
  expect((await listRemoved(app, id)).data).toEqual([])
})

test('nothing of a deleted variant is put back, and what is no id is refused', async () => {
  const app = await createTestApp()
  const { id, keys } = await makeVariant(app, ['A'])
  const gone = await makeProduct(app, { variants: [{ name: 'Day', price: 1, keys: ['B'] }] })
  dataOf(await app.call('DELETE', `/admin/products/${gone.id}`))
  const path = (of: number) => `/admin/variants/${of}/removed-keys`
  await expectRefusals(app, [
    { call: ['POST', `${path(gone.variants[0]!.id)}/restore`, { ids: [keys[0]!.id + 1] }], status: 404 },
    { call: ['POST', `${path(99)}/restore`, { ids: [] }], status: 404 },
    { call: ['POST', `${path(id)}/restore`, { ids: ['1'] }], status: 400 },
    { call: ['POST', `${path(id)}/restore`, { ids: null }], status: 400 },
    { call: ['POST', `${path(gone.variants[0]!.id)}/restore`, {}], status: 404 },
    { call: ['GET', path(99)], status: 404 },
    { call: ['GET', `${path(id)}?cursor=x`], status: 400 },
    { call: ['GET', `${path(id)}?limit=0`], status: 400 },
    { call: ['GET', `${path(id)}?sort=id`], status: 400 },
  ])
  expect((await listRemoved(app, gone.variants[0]!.id)).data).toMatchObject([{ value: 'B' }])
})
