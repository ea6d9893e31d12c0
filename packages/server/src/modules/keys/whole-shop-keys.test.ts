import { expect, test } from 'vitest'
import type { KeyState } from '../../db/schema/keys.ts'
import { createTestApp } from '../../testing.ts'
import { expectRefusals, makeProduct, makeVariant, moveKeys, readVariant, saveVariant, valuesOf } from '../../testing/shop/catalogue.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { examine } from '../doctor/doctor.service.ts'

test.each<KeyState>(['available', 'reserved', 'sold', 'revoked', 'removed'])(
  'a value that is a %s key of another variant is not added',
  async (state) => {
    const app = await createTestApp()
    const [one, other] = [await makeVariant(app, ['A', 'B']), await makeVariant(app, ['C'])]
    if (state === 'removed') await saveVariant(app, one.id, { keys: ['B'] })
    else await moveKeys(app, one.id, ['A'], state)
    const { status, body } = await app.call('PUT', `/admin/variants/${other.id}`, { keys: ['C', 'A', 'D', 'A'] })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { meta: { added: 1, removed: 0, duplicates: 1, already_sold: 0, elsewhere: 1 }, data: { stock: 2 } },
    })
    expect(valuesOf(await readVariant(app, other.id))).toEqual(['C', 'D'])
  },
)

test('a new product has no value twice', async () => {
  const app = await createTestApp()
  const variants = ['Day', 'Month'].map((name) => ({ name, price: 1, keys: ['A', name] }))
  const product = await makeProduct(app, { variants })
  expect(product.variants.map((variant) => variant.stock)).toEqual([2, 1])
})

test('one of many saves of one value into many variants at once adds it', async () => {
  const app = await createTestApp()
  const made = []
  for (let count = 0; count < 6; count += 1) made.push(await makeVariant(app))
  const values = Array.from({ length: 200 }, (_, number) => `K-${number}`)
  const answers = await Promise.all(
    made.map(({ id }, turn) => app.call('PUT', `/admin/variants/${id}`, { keys: turn % 2 === 0 ? values : values.toReversed() })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(made.map(() => 200))
  const metas = answers.map((answer) => (answer.body as { meta: { added: number; elsewhere: number } }).meta)
  expect(metas.reduce((sum, meta) => sum + meta.added, 0)).toBe(200)
  expect(metas.reduce((sum, meta) => sum + meta.elsewhere, 0)).toBe(1_000)
  expect(await app.deps.db.selectFrom('license_key').select('value').execute()).toHaveLength(200)
  expect(await examine(app.deps)).toEqual([])
})

test('of a save and an import of one value into two variants at once one adds it', async () => {
  const app = await createTestApp()
  for (let round = 0; round < 8; round += 1) {
    const [one, other] = [await makeVariant(app), await makeVariant(app)]
    const values = [`K-${round}`]
    const [{ counts }, saved] = await Promise.all([
      importKeyList(app, one.id, values),
      app.call('PUT', `/admin/variants/${other.id}`, { keys: values }),
    ])
    expect(saved).toMatchObject({ status: 200, body: { meta: { added: counts.elsewhere, elsewhere: counts.new } } })
    expect(counts.new + counts.elsewhere).toBe(1)
  }
  expect(await app.deps.db.selectFrom('license_key').select('value').execute()).toHaveLength(8)
  expect(await examine(app.deps)).toEqual([])
})

test('values are kept in their composed form, without white space around them', async () => {
  const app = await createTestApp()
  const { id } = await makeVariant(app, ['\u00a0e\u0301\u2003', '\u00e9', '\ufeffA'])
  expect(valuesOf(await readVariant(app, id))).toEqual(['\u00e9', 'A'])
  expect(await app.call('PUT', `/admin/variants/${id}`, { keys: ['e\u0301', 'A'] })).toMatchObject({
    body: { meta: { added: 0, removed: 0 } },
  })
})

test('invisible twins of a key are refused with their line', async () => {
  const app = await createTestApp()
  const { id, product_id } = await makeVariant(app, ['A'])
  const hidden = ['\u200b', '\u00ad', '\u202e', '\u2060', '\u0085', '\ufeff', '\u2028', '\u2029', '\u0007']
  expect(hidden.join('')).not.toMatch(/[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  const message = 'Line 2: A key must be one line of visible characters'
  await expectRefusals(
    app,
    hidden.flatMap((character) => {
      const keys = ['A', `B${character}B`]
      return [
        { call: ['PUT', `/admin/variants/${id}`, { keys }] as const, status: 400, says: { message, fields: { keys: message } } },
        { call: ['POST', '/admin/variants', { product_id, name: 'N', price: 1, keys }] as const, status: 400, says: { message } },
      ]
    }),
  )
})

test('the database itself refuses a second key with a value', async () => {
  const app = await createTestApp()
  await makeVariant(app, ['A'])
  const { id: variant_id } = await makeVariant(app, ['B'])
  const double = { variant_id, value: 'A', state: 'available' as const, created_at: app.clock.at.toISOString() }
  await expect(app.deps.db.insertInto('license_key').values(double).execute()).rejects.toThrow(/unique constraint/i)
})
