import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import {
  activityOf,
  dataOf,
  everythingStored,
  expectRefusals,
  makeVariant,
  moveKeys,
  readVariant,
  saveVariant,
  valuesOf,
} from '../../testing/shop/catalogue.ts'
import { importKeyList, listKeyImports, preview, undo } from '../../testing/shop/key-imports.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { recordRestore } from '../restore-holds/restore-holds.service.ts'

/** A variant that is for sale. One that is made without keys is a draft until its first save. */
async function open(keys: string[] = []) {
  const app = await createTestApp()
  const { id } = await makeVariant(app, keys)
  return { app, shop: await openShop(app), ...(await saveVariant(app, id, {})) }
}

/** A variant with keys A and B in one order each, C for sale and D removed. Key E is in another variant. */
async function openMixed() {
  const place = await open(['A', 'B', 'C', 'D'])
  const { app, shop, id } = place
  const [sold, pending] = [await shop.sell({ [id]: 1 }), await shop.buy({ [id]: 1 })]
  await saveVariant(app, id, { keys: ['C'] })
  const other = await makeVariant(app, ['E'])
  return { ...place, sold, pending, other }
}

const mixed = ['C', 'new-1', 'A', 'E', ' new-2 ', 'B', 'new-1', '', 'bad\u200bone', 'D', '••••••••4PFN']
const mixedCounts = { new: 3, repeated: 1, in_stock: 1, sold: 2, elsewhere: 1, invalid: 3 }

test('a dry run says of each line what would become of it, and stores nothing', async () => {
  const { app, id, sold, pending, other } = await openMixed()
  const before = await everythingStored(app)
  expect(await preview(app, id, mixed)).toEqual({
    counts: mixedCounts,
    lines: [
      { line: 1, disposition: 'in_stock' },
      { line: 3, disposition: 'sold', order_id: sold.id },
      { line: 4, disposition: 'elsewhere', variant_id: other.id },
      { line: 6, disposition: 'sold', order_id: pending.id },
      { line: 7, disposition: 'repeated' },
      { line: 8, disposition: 'invalid', reason: 'The line is blank' },
      { line: 9, disposition: 'invalid', reason: 'A key must be one line of visible characters' },
      { line: 11, disposition: 'invalid', reason: 'A key must be readable, without •••• in place of its characters' },
    ],
  })
  expect(await everythingStored(app)).toEqual(before)
})

test('a body that breaks off stores nothing', async () => {
  const { app, id } = await open(['A'])
  const before = await everythingStored(app)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const arrived = once(app.app.server, 'connection') as Promise<[Socket]>
  const body = JSON.stringify({ name: 'Half', values: ['B', 'C'] })
  const head = [
    `POST /admin/variants/${id}/key-imports HTTP/1.1`,
    'host: keydesk',
    `authorization: ${app.token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const { port } = app.app.server.address() as AddressInfo
  connect(port, '127.0.0.1')
    .end(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -5)}`)
    .resume()
  const [socket] = await arrived
  await once(socket, 'close')
  expect(await everythingStored(app)).toEqual(before)
})

test('an import stores what is new at the end of the stock, and a removed key of the variant comes back', async () => {
  const { app, id } = await openMixed()
  const made = await importKeyList(app, id, mixed, { name: ' week-47.csv ', supplier: 'Northwind' })
  expect(made).toEqual({
    ...{ id: made.id, name: 'week-47.csv', supplier: 'Northwind', added: 3 },
    ...{ counts: mixedCounts, created_at: '2030-01-01T00:00:00.000Z', cost_total: null, cost_per_key: null },
  })
  const variant = await readVariant(app, id)
  expect(valuesOf(variant)).toEqual(['C', 'D', 'new-1', 'new-2'])
  expect(variant.stock).toBe(4)
  expect((await activityOf(app, 'variant')).findLast((row) => row.subject_id === id)).toEqual({
    ...{ action: 'variant.updated', subject_id: id },
    changes: {
      stock: { before: 1, after: 4 },
      import: { before: null, after: 'week-47.csv' },
      keys_added: { before: null, after: 3 },
      repeated: { before: null, after: 1 },
      in_stock: { before: null, after: 1 },
      sold: { before: null, after: 2 },
      elsewhere: { before: null, after: 1 },
      invalid: { before: null, after: 3 },
      supplier: { before: null, after: 'Northwind' },
    },
  })
  expect(await examine(app.deps)).toEqual([])
})

test('the same list again stores no key, and says so', async () => {
  const { app, id } = await open(['A'])
  await importKeyList(app, id, ['B', 'C'])
  const version = (await readVariant(app, id)).version
  expect(await importKeyList(app, id, ['B', 'C'])).toMatchObject({ added: 0, counts: { new: 0, in_stock: 2 } })
  expect(await readVariant(app, id)).toMatchObject({ stock: 3, version })
})

test('two imports of one list at once store each key once', async () => {
  const { app, id } = await open()
  const values = Array.from({ length: 2_000 }, (_, number) => `K-${number}`)
  const made = await Promise.all([importKeyList(app, id, values), importKeyList(app, id, values)])
  expect(made.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual([0, 2_000])
  expect(valuesOf(await readVariant(app, id))).toEqual(values)
  expect(await examine(app.deps)).toEqual([])
})

test('an import stays when somebody saves the keys that they saw before it', async () => {
  const { app, id } = await open(['A', 'B'])
  const { keys_seen } = await readVariant(app, id)
  await importKeyList(app, id, ['C'])
  expect(valuesOf(await saveVariant(app, id, { keys: ['A'], keys_seen }))).toEqual(['A', 'C'])
})

test('the list counts what became of each import, newest first', async () => {
  const { app, shop, id } = await open()
  const first = await importKeyList(app, id, ['A', 'B', 'C', 'D', 'E', 'F'], { name: 'first', supplier: 'Northwind' })
  await importKeyList(app, id, ['G', 'A'], { name: 'second' })
  await shop.sell({ [id]: 1 })
  const refunded = await shop.sell({ [id]: 1 })
  await shop.refund(refunded.id)
  await shop.buy({ [id]: 1 })
  await saveVariant(app, id, { keys: ['E', 'F', 'G'] })
  const same = {
    ...{ created_at: '2030-01-01T00:00:00.000Z', created_by: 'admin', undone_at: null, undone_by: '' },
    ...{ cost_total: null, cost_per_key: null },
  }
  expect(await listKeyImports(app, id)).toEqual([
    { ...same, id: first.id + 1, name: 'second', supplier: '', added: 1, left: 1, reserved: 0, held: 0, sold: 0, replaced: 0, removed: 0 },
    {
      ...same,
      id: first.id,
      name: 'first',
      supplier: 'Northwind',
      added: 6,
      left: 2,
      reserved: 1,
      held: 0,
      sold: 2,
      replaced: 0,
      removed: 1,
    },
  ])
  const page = await app.call('GET', `/admin/variants/${id}/key-imports?limit=1`)
  const { next_cursor } = (page.body as { meta: { next_cursor: string } }).meta
  expect(dataOf(await app.call('GET', `/admin/variants/${id}/key-imports?limit=1&cursor=${next_cursor}`))).toMatchObject([
    { name: 'first' },
  ])
})

test('an undo takes back what is not sold, marks what is reserved, and happens once', async () => {
  const { app, shop, id } = await open(['OWN'])
  const keyImport = await importKeyList(app, id, ['A', 'B', 'C', 'D'])
  await shop.sell({ [id]: 2 })
  const pending = await shop.buy({ [id]: 1 })
  expect(await undo(app, keyImport.id)).toEqual({ removed: 2, kept: 2 })
  expect(await readVariant(app, id)).toMatchObject({ stock: 0, keys: [] })
  await shop.cancel(pending.id)
  expect(await readVariant(app, id)).toMatchObject({ stock: 0, keys: [] })
  const removed = dataOf(await app.call('GET', `/admin/variants/${id}/removed-keys`)) as { value: string; removed_by: string }[]
  expect(removed.map(({ value, removed_by }) => [value, removed_by])).toEqual([
    ['D', 'admin'],
    ['C', 'admin'],
    ['B', 'admin'],
  ])
  expect(await listKeyImports(app, id)).toMatchObject([
    { left: 0, sold: 1, removed: 3, undone_at: '2030-01-01T00:00:00.000Z', undone_by: 'admin' },
  ])
  await expectRefusals(app, [
    { call: ['POST', `/admin/key-imports/${keyImport.id}/undo`], status: 409, says: { code: 'already_undone' } },
    { call: ['POST', '/admin/key-imports/99/undo'], status: 404 },
  ])
  expect(await examine(app.deps)).toEqual([])
})

/** Keys for sale as a restore from a backup of this moment leaves them. */
async function withhold(app: TestApp, id: number, values: string[]) {
  await moveKeys(app, id, values, 'withheld')
  const counts = { withheld: values.length, struck: 0, lastOrderId: 0 }
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), ...counts })
}

const release = async (app: TestApp) => dataOf(await app.call('POST', '/admin/restore-holds/keys', { decision: 'release' }))

const removedOf = async (app: TestApp, id: number) =>
  dataOf(await app.call('GET', `/admin/variants/${id}/removed-keys`)) as { id: number; value: string }[]

test('held keys of an import that is undone after the restore are not for sale when they are released', async () => {
  const { app, id } = await open(['OWN'])
  const keyImport = await importKeyList(app, id, ['A', 'B'])
  await withhold(app, id, ['OWN', 'A', 'B'])
  expect(await undo(app, keyImport.id)).toEqual({ removed: 0, kept: 2 })
  expect(await release(app)).toEqual({ released: 1, removed: 2, struck: 0 })
  expect(await readVariant(app, id)).toMatchObject({ stock: 1, keys: [{ value: 'OWN' }] })
  expect((await removedOf(app, id)).map(({ value }) => value).toSorted()).toEqual(['A', 'B'])
  expect(await listKeyImports(app, id)).toMatchObject([{ left: 0, held: 0, removed: 2 }])
  expect((await activityOf(app, 'variant')).slice(-2)).toMatchObject([
    { action: 'variant.updated', changes: { keys_removed: { after: 2 } } },
    { action: 'variant.keys_released', changes: { stock: { before: 0, after: 1 }, keys_released: { after: 1 } } },
  ])
  expect(await examine(app.deps)).toEqual([])
})

test('keys that were put back after an undo are for sale again when a restore held them and they are released', async () => {
  const { app, id } = await open()
  const keyImport = await importKeyList(app, id, ['A', 'B'])
  await undo(app, keyImport.id)
  const ids = (await removedOf(app, id)).map((key) => key.id)
  await app.call('POST', `/admin/variants/${id}/removed-keys/restore`, { ids })
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  await withhold(app, id, ['A', 'B'])
  expect(await release(app)).toEqual({ released: 2, removed: 0, struck: 0 })
  expect(await readVariant(app, id)).toMatchObject({ stock: 2 })
})

test('an editor that was opened before an undo is told of it, even if the undo only marked a reserved key for removal', async () => {
  const { app, shop, id } = await open()
  const keyImport = await importKeyList(app, id, ['A'])
  const { version, keys_seen } = await readVariant(app, id)
  const order = await shop.buy({ [id]: 1 })
  expect(await undo(app, keyImport.id)).toEqual({ removed: 0, kept: 1 })
  const stale = await app.call('PUT', `/admin/variants/${id}`, { price: 7, keys: ['A'], keys_seen, version })
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  await shop.cancel(order.id)
  expect(await readVariant(app, id)).toMatchObject({ stock: 0, keys: [] })
})

test('an undone list that is imported again is a new import of the same keys', async () => {
  const { app, id } = await open()
  const first = await importKeyList(app, id, ['A', 'B'])
  const { keys } = await readVariant(app, id)
  await undo(app, first.id)
  const second = await importKeyList(app, id, ['A', 'B', 'C'])
  expect(second.added).toBe(3)
  expect((await readVariant(app, id)).keys).toEqual([...keys, expect.objectContaining({ value: 'C' })])
  expect(await listKeyImports(app, id)).toMatchObject([
    { id: second.id, added: 3, left: 3 },
    { id: first.id, added: 2, left: 0, removed: 0 },
  ])
  expect(await undo(app, second.id)).toEqual({ removed: 3, kept: 0 })
  expect(await examine(app.deps)).toEqual([])
})

test('a reserved key that was marked for removal is wanted again by an import that has it', async () => {
  const { app, shop, id, keys_seen } = await open(['A'])
  const order = await shop.buy({ [id]: 1 })
  await saveVariant(app, id, { keys: [], keys_seen })
  expect(await importKeyList(app, id, ['A'])).toMatchObject({ added: 0, counts: { sold: 1 } })
  await shop.cancel(order.id)
  expect(valuesOf(await readVariant(app, id))).toEqual(['A'])
})

test('an invalid import is refused, and nothing of a deleted variant is imported', async () => {
  const { app, id } = await open()
  const gone = await makeVariant(app, ['A'])
  const keyImport = await importKeyList(app, gone.id, ['B'])
  dataOf(await app.call('DELETE', `/admin/variants/${gone.id}`))
  const path = (of: number) => `/admin/variants/${of}/key-imports`
  await expectRefusals(app, [
    { call: ['POST', path(99), { name: 'x', values: ['A'] }], status: 404 },
    { call: ['POST', path(gone.id), { name: 'x', values: ['N'] }], status: 404 },
    { call: ['POST', `${path(gone.id)}?dry_run=true`, { name: 'x', values: ['N'] }], status: 404 },
    { call: ['POST', `/admin/key-imports/${keyImport.id}/undo`], status: 404 },
    { call: ['POST', path(id), { values: ['A'] }], status: 400, says: { message: 'Name is required' } },
    { call: ['POST', path(id), { name: ' ', values: ['A'] }], status: 400, says: { message: 'Name is required' } },
    { call: ['POST', path(id), { name: 'x', values: [] }], status: 400, says: { message: 'values must have at least one entry' } },
    { call: ['POST', path(id), { name: 'x', values: [1] }], status: 400 },
    { call: ['POST', path(id), { name: 'x' }], status: 400 },
    { call: ['POST', `${path(id)}?dry_run=maybe`, { name: 'x', values: ['A'] }], status: 400 },
    { call: ['GET', path(99)], status: 404 },
    { call: ['GET', `${path(id)}?cursor=x`], status: 400 },
  ])
  expect(await listKeyImports(app, gone.id)).toMatchObject([{ id: keyImport.id, left: 0, removed: 1 }])
})

test('others are served while a long list is looked through', async () => {
  const { app, id } = await open()
  const values = Array.from({ length: 60_000 }, (_, number) => `LONG-${number % 50_000}`)
  const order: string[] = []
  const looked = preview(app, id, values).finally(() => order.push('looked'))
  const asked = app.call('GET', '/games-list').finally(() => order.push('asked'))
  expect((await looked).counts).toEqual({ new: 50_000, repeated: 10_000, in_stock: 0, sold: 0, elsewhere: 0, invalid: 0 })
  dataOf(await asked)
  expect(order).toEqual(['asked', 'looked'])
})
