import { newVariant, type Variant } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import {
  activityOf,
  dataOf,
  expectRefusals,
  makeProduct,
  makeVariant,
  readVariant,
  saveVariant,
  valuesOf,
} from '../../testing/shop/catalogue.ts'
import { readHistory } from '../../testing/shop/history.ts'

test('a new variant starts as the screen sends it: its one empty key is dropped', async () => {
  const app = await createTestApp()
  const { id: product_id } = await makeProduct(app)
  for (const url of ['/admin/variants/', '/admin/variants']) {
    const answer = await app.call('POST', url, { ...newVariant, product_id, stock: 500, colour: 'red' })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      data: {
        ...{ id: expect.any(Number), product_id, name: 'New Variant', max_per_order: 100, price: 1.99, stock: 0, keys: [], version: 1 },
        ...{ keys_seen: expect.any(String), is_draft: true, low_stock_threshold: null },
      },
      meta: { added: 0, removed: 0, duplicates: 0, already_sold: 0, elsewhere: 0, reserved_removed: 0 },
    })
    const made = dataOf(answer) as Variant
    expect(await readVariant(app, made.id)).toEqual(made)
  }
})

test('a variant is read with its available keys, oldest first', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['Z-9', 'A-1', 'M-5'])
  const variant = await readVariant(app, id)
  expect(variant).toMatchObject({ id, name: 'Month', price: 9.99, stock: 3, version: 1 })
  expect(variant.keys).toEqual(['Z-9', 'A-1', 'M-5'].map((value) => ({ id: expect.any(Number), variant_id: id, value })))
})

test('name, price and keys are saved each by itself', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  expect(await saveVariant(app, id, { name: '  Year ' })).toMatchObject({ name: 'Year', price: 9.99, stock: 1, version: 2 })
  expect(await saveVariant(app, id, { price: 0 })).toMatchObject({ name: 'Year', price: 0, stock: 1, version: 3 })
  expect(await saveVariant(app, id, { keys: ['B', 'C'], version: 3 })).toMatchObject({ name: 'Year', price: 0, stock: 2, version: 4 })
  expect(valuesOf(await readVariant(app, id))).toEqual(['B', 'C'])
  expect(await app.call('PUT', `/admin/variants/${id}`, { name: 'Day' })).not.toHaveProperty('body.meta')
})

test('prices keep every cent', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app)
  for (const price of [0, 0.01, 0.1, 0.29, 1.15, 4.35, 19.99, 1_138.7, 999_999.99, 1_000_000]) {
    expect((await saveVariant(app, id, { price })).price).toBe(price)
    expect((await readVariant(app, id)).price).toBe(price)
  }
})

test('a save that changes nothing leaves no trace', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B'])
  const before = await readVariant(app, id)
  expect(await saveVariant(app, id, { name: 'Month', price: 9.99, keys: ['B', ' A ', 'A', ''], version: 1 })).toEqual(before)
  expect(await saveVariant(app, id, {})).toEqual(before)
  expect((await activityOf(app, 'variant')).map((row) => row.action)).toEqual(['variant.created'])
})

test('a stale version is a conflict that shows the variant with its keys as they are', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const current = await saveVariant(app, id, { keys: ['A', 'B'], version: 1 })
  // Whoever is shown the keys is recorded as somebody who has opened them: once an hour, so not by the refusals below.
  await readVariant(app, id)
  await expect.poll(() => readHistory(app, 'kind=read')).toHaveLength(1)
  await expectRefusals(app, [
    { call: ['PUT', `/admin/variants/${id}`, { keys: ['C'], version: 1 }], status: 409, says: { code: 'stale_version', current } },
    { call: ['PUT', `/admin/variants/${id}`, { version: 1 }], status: 409, says: { code: 'stale_version' } },
  ])
  expect(await saveVariant(app, id, { keys: ['C'] })).toMatchObject({ stock: 1, version: 3 })
})

test('changes are recorded with counts of keys and never a value', async () => {
  const app = await createTestApp()
  const { id, product_id } = await makeVariant(app, ['SECRET-1', 'SECRET-2'])
  await saveVariant(app, id, { name: 'Year', price: 10, keys: ['SECRET-2', 'SECRET-3', 'SECRET-4'] })
  await saveVariant(app, id, { keys: ['SECRET-2', 'SECRET-3', 'SECRET-5'] })
  await app.call('PUT', `/admin/variants/${id}`, { keys: ['SECRET-6\u0007'] })
  await app.call('PUT', `/admin/variants/${id}`, { keys: ['SECRET-7'], version: 1 })
  await app.call('DELETE', `/admin/variants/${id}?permanent=true`)
  const of = (before: unknown, after: unknown) => ({ before, after })
  expect(await activityOf(app, 'variant')).toEqual([
    {
      action: 'variant.created',
      subject_id: id,
      changes: {
        product_id: of(null, product_id),
        name: of(null, 'Month'),
        price: of(null, 9.99),
        max_per_order: of(null, 100),
        stock: of(null, 2),
      },
    },
    {
      action: 'variant.updated',
      subject_id: id,
      changes: { name: of('Month', 'Year'), price: of(9.99, 10), stock: of(2, 3), keys_added: of(null, 2), keys_removed: of(null, 1) },
    },
    { action: 'variant.updated', subject_id: id, changes: { keys_added: of(null, 1), keys_removed: of(null, 1) } },
    {
      action: 'variant.deleted',
      subject_id: id,
      changes: { product_id: of(product_id, null), name: of('Year', null), stock: of(3, null), keys_removed: of(null, 3) },
    },
  ])
  expect(JSON.stringify(await activityOf(app, 'variant'))).not.toContain('SECRET')
  expect(app.logged.length).toBeGreaterThan(0)
  expect(app.logged.join('')).not.toContain('SECRET')
})

test('a variant that cannot be saved stays as it was', async () => {
  const app = await createTestApp()
  const { id, product_id } = await makeVariant(app, ['A'])
  const good = { name: 'Day', price: 1, keys: ['B'] }
  const badPrice = { message: 'Price must be a number from 0 to 1,000,000 with at most 2 decimals' }
  const bad: [object, object?][] = [
    [{ name: '  ' }, { fields: { name: 'Variant name is required' } }],
    [{ name: 7 }, { fields: { name: 'Variant name must be text' } }],
    [{ name: 'x'.repeat(201) }],
    [{ price: '1.99' }, badPrice],
    [{ price: -0.01 }, badPrice],
    [{ price: 1.999 }, badPrice],
    [{ price: 1_000_000.01 }, badPrice],
    [{ price: null }, badPrice],
    [{ keys: 'B' }, { message: 'Keys must be a list' }],
    [{ keys: [1] }],
    [{ keys: [null] }],
    [{ keys: null }],
    [
      { keys: ['B', '', ' C\u0007 '] },
      { message: 'Line 3: A key must be one line of visible characters', fields: { keys: expect.stringMatching(/^Line 3: /) } },
    ],
    [
      { keys: [...Array.from({ length: 11 }, (_, line) => `K${line}`), 'x'.repeat(501)] },
      { message: 'Line 12: A key must be at most 500 characters' },
    ],
    [{ keys: ['B', '•••• 1 ••••'] }, { message: 'Line 2: A key must be readable, without •••• in place of its characters' }],
    [{ keys: ['two\nlines'] }, { message: expect.stringMatching(/^Line 1: /) }],
    [{ keys: ['half \udc00'] }],
  ]
  await expectRefusals(
    app,
    bad.flatMap(([change, says]) => [
      { call: ['POST', '/admin/variants/', { product_id, ...good, ...change }] as const, status: 400, says },
      { call: ['PUT', `/admin/variants/${id}`, { ...good, ...change }] as const, status: 400, says },
    ]),
  )
  await expectRefusals(app, [
    {
      call: ['PUT', `/admin/variants/${id}`, { ...good, version: '1' }],
      status: 400,
      says: { fields: { version: 'Version must be a whole number' } },
    },
    { call: ['PUT', `/admin/variants/${id}`, []], status: 400 },
    { call: ['POST', '/admin/variants/', good], status: 400, says: { fields: { product_id: 'Product is required' } } },
    ...[0, -1, 1.5, '1', 1e20].map((silly) => ({
      call: ['POST', '/admin/variants/', { ...good, product_id: silly }] as const,
      status: 400,
    })),
    { call: ['POST', '/admin/variants/', { ...good, product_id: 404 }], status: 404, says: { message: 'Product not found' } },
    { call: ['POST', '/admin/variants/', { product_id, price: 1 }], status: 400, says: { fields: { name: 'Variant name is required' } } },
    { call: ['POST', '/admin/variants/', { product_id, name: 'Day' }], status: 400, says: { fields: { price: expect.any(String) } } },
  ])
})

test('unknown and invalid ids are refused', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const ofEach = (silly: string, status: number) => [
    { call: ['GET', `/admin/variants/${silly}`] as const, status },
    { call: ['PUT', `/admin/variants/${silly}`, { name: 'Day' }] as const, status },
    { call: ['DELETE', `/admin/variants/${silly}`] as const, status },
    { call: ['DELETE', `/admin/variants/${silly}?permanent=true`] as const, status },
  ]
  await expectRefusals(app, [
    ...['404', '9007199254740991'].flatMap((unknown) => ofEach(unknown, 404)),
    ...['0', '-1', 'abc', '1.5', '99999999999999999999'].flatMap((unknown) => ofEach(unknown, 400)),
    {
      call: ['DELETE', `/admin/variants/${id}?permanent=perhaps`],
      status: 400,
      says: { fields: { permanent: 'permanent must be true or false' } },
    },
  ])
  expect(await readVariant(app, id)).toMatchObject({ name: 'Month', stock: 1, version: 1 })
})

test('a body beyond the limit is refused', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const url = `/admin/variants/${id}`
  const headers = { authorization: app.token, 'content-type': 'application/json', 'content-length': String(64 * 1024 * 1024 + 1) }
  const tooLarge = await app.app.inject({ method: 'PUT', url, headers, payload: '{"keys":["x"]}' })
  expect({ status: tooLarge.statusCode, body: tooLarge.json<unknown>() }).toMatchObject({ status: 413, body: { code: 'too_large' } })
  await expectRefusals(app, [
    {
      call: ['PUT', url, { keys: Array.from({ length: 250_001 }, () => 'K') }],
      status: 400,
      says: { fields: { keys: 'Keys must have at most 250,000 entries' } },
    },
  ])
  expect(valuesOf(await readVariant(app, id))).toEqual(['A'])
})
