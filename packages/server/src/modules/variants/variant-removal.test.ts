import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import {
  dataOf,
  expectRefusals,
  expectStockToAddUp,
  listProducts,
  makeVariant,
  moveKeys,
  readProduct,
} from '../../testing/shop/catalogue.ts'

const keysOf = ({ deps }: TestApp, variantId: number) =>
  deps.db.selectFrom('license_key').select(['value', 'state']).where('variant_id', '=', variantId).orderBy('id').execute()
const rowOf = ({ deps }: TestApp, id: number) => deps.db.selectFrom('variant').selectAll().where('id', '=', id).executeTakeFirst()

/** Absent from everything that an administrator or a stranger can read. */
async function expectHidden(app: TestApp, id: number, productId: number): Promise<void> {
  await expectRefusals(app, [
    { call: ['GET', `/admin/variants/${id}`], status: 404, says: { message: 'Variant not found' } },
    { call: ['PUT', `/admin/variants/${id}`, { keys: ['X'] }], status: 404 },
    { call: ['DELETE', `/admin/variants/${id}`], status: 404 },
    { call: ['DELETE', `/admin/variants/${id}?permanent=true`], status: 404 },
  ])
  expect((await readProduct(app, productId)).variants).toEqual([])
  expect((await listProducts(app)).flatMap((product) => product.variants)).toEqual([])
}

test('deleting hides a variant, and its keys become removed, whatever "permanent" says', async () => {
  const app = await createTestApp()
  for (const [query, values] of [
    ['', ['A', 'B']],
    ['?permanent=false', ['C', 'D']],
    ['?permanent=true', ['E', 'F']],
  ] as const) {
    const { id, product_id } = await makeVariant(app, [...values])
    expect(await app.call('DELETE', `/admin/variants/${id}${query}`)).toMatchObject({ status: 200, body: { data: null } })
    await expectHidden(app, id, product_id)
    expect(await keysOf(app, id)).toEqual(values.map((value) => ({ value, state: 'removed' })))
  }
  await expectStockToAddUp(app)
})

test('reserved, sold and revoked keys of a deleted variant stay as they are', async () => {
  const app = await createTestApp()
  const { id, product_id } = await makeVariant(app, ['A', 'B', 'C', 'D', 'E'])
  await moveKeys(app, id, ['B'], 'reserved')
  await moveKeys(app, id, ['C'], 'sold')
  await moveKeys(app, id, ['D'], 'revoked')
  dataOf(await app.call('DELETE', `/admin/variants/${id}?permanent=true`))
  await expectHidden(app, id, product_id)
  expect(await rowOf(app, id)).toMatchObject({ stock: 0, deleted_at: '2030-01-01T00:00:00.000Z' })
  expect((await keysOf(app, id)).map((key) => key.state)).toEqual(['removed', 'reserved', 'sold', 'revoked', 'removed'])
  await expectStockToAddUp(app)
})

test('one of many deletions at once succeeds and the others find nothing', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('DELETE', `/admin/variants/${id}?permanent=true`)))
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
})

test('saves and a deletion at the same time end with nothing left behind', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['A'])
  const save = (number: number) => app.call('PUT', `/admin/variants/${id}`, { keys: [`K-${number}`] })
  const answers = await Promise.all([save(1), save(2), app.call('DELETE', `/admin/variants/${id}?permanent=true`), save(3), save(4)])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  expect(await rowOf(app, id)).toMatchObject({ stock: 0, deleted_at: expect.any(String) })
  expect(new Set((await keysOf(app, id)).map((key) => key.state))).toEqual(new Set(['removed']))
})

test('thousands of keys are removed', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(
    app,
    Array.from({ length: 3_101 }, (_, number) => `K-${number}`),
  )
  await moveKeys(app, id, ['K-17'], 'sold')
  dataOf(await app.call('DELETE', `/admin/variants/${id}?permanent=true`))
  const states = Map.groupBy(await keysOf(app, id), (key) => key.state)
  expect(states.get('sold')).toEqual([{ value: 'K-17', state: 'sold' }])
  expect(states.get('removed')).toHaveLength(3_100)
  await expectStockToAddUp(app)
})
