import type { Variant } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, expectStockToAddUp, makeVariant, moveKeys, readVariant, saveVariant, valuesOf } from '../../testing/shop/catalogue.ts'

const saveKeys = async (app: TestApp, id: number, keys: string[]) => {
  const { status, body } = await app.call('PUT', `/admin/variants/${id}`, { keys })
  expect(status).toBe(200)
  return body as { data: Variant; meta: unknown }
}

const unchanged = { added: 0, removed: 0, duplicates: 0, already_sold: 0, elsewhere: 0, reserved_removed: 0 }

test('the stock becomes the list: what stays keeps its place, what is new comes last', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  const { data, meta } = await saveKeys(app, id, ['E', 'C', 'A', 'D'])
  expect(valuesOf(data)).toEqual(['A', 'C', 'E', 'D'])
  expect(meta).toEqual({ ...unchanged, added: 2, removed: 1 })
  expect(await readVariant(app, id)).toEqual(data)
  await expectStockToAddUp(app)
})

test('keys are trimmed, blank lines dropped and repeated ones kept once', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app)
  const { data, meta } = await saveKeys(app, id, ['  A ', '', 'B', '\t', 'A', 'B ', 'a', 'A'])
  expect(valuesOf(data)).toEqual(['A', 'B', 'a'])
  expect(meta).toEqual({ ...unchanged, added: 3, duplicates: 3 })
})

test.each(['reserved', 'sold', 'revoked'] as const)('a %s key is neither added again, nor shown, nor removed', async (state) => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  await moveKeys(app, id, ['B'], state)
  expect(valuesOf(await readVariant(app, id))).toEqual(['A', 'C'])

  const { data, meta } = await saveKeys(app, id, ['B', 'A', 'D', 'B'])
  expect(valuesOf(data)).toEqual(['A', 'D'])
  expect(meta).toEqual({ ...unchanged, added: 1, removed: 1, duplicates: 1, already_sold: 1 })
  await saveKeys(app, id, [])
  const left = app.deps.db.selectFrom('license_key').select(['value', 'state']).where('state', '<>', 'removed')
  expect(await left.execute()).toEqual([{ value: 'B', state }])
  await expectStockToAddUp(app)
})

test('keys with quotes, backslashes, wildcards and other alphabets are kept as they are', async () => {
  const app = await createTestApp()
  const odd = [
    `it's "quoted"`,
    String.raw`back\slash\u0041`,
    '%_%',
    '{"json": [1]}',
    'ключ-ß-鍵-🔑',
    '\u00e9',
    "'); drop table license_key; --",
    '1e5',
    'null',
    'A'.repeat(500),
  ]
  const { id } = await makeVariant(app, odd)
  expect(valuesOf(await readVariant(app, id))).toEqual(odd)
  expect(await saveKeys(app, id, odd.toReversed())).toMatchObject({ meta: { added: 0, removed: 0, duplicates: 0 }, data: { version: 1 } })
  expect(valuesOf(await saveVariant(app, id, { keys: odd.slice(0, 5) }))).toEqual(odd.slice(0, 5))
})

test('thousands of keys come in, are changed and go out in one save each', async () => {
  const app = await createTestApp()
  const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `KEY-${from + index}`)
  const { id } = await makeVariant(app, numbered(0, 4_000))
  expect(valuesOf(await readVariant(app, id))).toEqual(numbered(0, 4_000))
  await moveKeys(app, id, numbered(0, 10), 'sold')

  const { data, meta } = await saveKeys(app, id, [...numbered(2_500, 4_500), ...numbered(0, 12), ...numbered(4_500, 6_500)])
  expect(meta).toEqual({ ...unchanged, added: 2_500, removed: 2_488, already_sold: 10 })
  expect(valuesOf(data)).toEqual([...numbered(10, 12), ...numbered(2_500, 6_500)])
  // The answer has the ids from the database.
  expect((await readVariant(app, id)).keys).toEqual(data.keys)
  await expectStockToAddUp(app)
  expect(await saveKeys(app, id, [])).toMatchObject({ data: { stock: 0, keys: [] }, meta: { removed: 4_002 } })
  await expectStockToAddUp(app)
})

test('other calls are answered while many keys are saved', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app)
  const save = { isDone: false }
  const saving = saveKeys(
    app,
    id,
    Array.from({ length: 20_000 }, (_, number) => `KEY-${number}`),
  ).finally(() => (save.isDone = true))
  let [turns, answered] = [0, 0]
  const calling = (async () => {
    for (; !save.isDone; answered += 1) {
      expect((await app.call('GET', '/admin/products')).status).toBe(200)
      // Yield as between two requests over a socket: a cached answer takes no turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  for (; !save.isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([saving, calling])
  // On SQLite, a save that does not yield between its chunks is one turn of the event loop.
  expect(turns).toBeGreaterThan(5)
  expect(answered).toBeGreaterThan(1)
})

test('of several lists saved at the same time one is stored whole', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A', 'B', 'C'])
  const lists = [['A', 'D', 'E'], ['B', 'E', 'F', 'G'], ['H'], [], ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']]
  const saves = await Promise.all(lists.map((keys) => app.call('PUT', `/admin/variants/${id}`, { keys })))
  expect(saves.map((save) => save.status)).toEqual(lists.map(() => 200))
  await expectStockToAddUp(app)
  const left = await readVariant(app, id)
  expect(lists.map((list) => list.toSorted())).toContainEqual(valuesOf(left).toSorted())
  // Each save with changes increments the version once and is recorded once.
  expect(await activityOf(app, 'variant')).toHaveLength(left.version ?? 0)
})

test('exactly one of twenty saves of one version at once wins', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const saves = Array.from({ length: 20 }, (_, number) =>
    app.call('PUT', `/admin/variants/${id}`, { keys: ['A', `N-${number}`], version: 1 }),
  )
  const statuses = (await Promise.all(saves)).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  expect(await readVariant(app, id)).toMatchObject({ stock: 2, version: 2 })
  await expectStockToAddUp(app)
})

test('after any series of saves the keys are those that the plan gives', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app)
  const taken = new Set<string>()
  const known = new Set<string>()
  let expected: string[] = []
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 25; round += 1) {
    const wanted = Array.from({ length: random(15) }, () => `K${random(20)}`)
    const once = [...new Set(wanted)]
    const before = expected
    const added = once.filter((value) => !before.includes(value) && !taken.has(value))
    const kept = before.filter((value) => once.includes(value))
    const { data, meta } = await saveKeys(app, id, wanted)
    // A removed key that becomes available again is the same key at its old position.
    for (const value of added) known.add(value)
    const left = new Set([...kept, ...added])
    expected = [...known].filter((value) => left.has(value))
    expect(valuesOf(data)).toEqual(expected)
    expect(meta).toEqual({
      ...unchanged,
      added: added.length,
      removed: before.length - kept.length,
      duplicates: wanted.length - once.length,
      already_sold: once.filter((value) => taken.has(value)).length,
    })
    const sold = expected.filter(() => random(6) === 0)
    if (sold.length > 0) await moveKeys(app, id, sold, 'sold')
    for (const value of sold) taken.add(value)
    expected = expected.filter((value) => !taken.has(value))
    await expectStockToAddUp(app)
  }
})
