import type { BulkUndo, ChangedPrice, Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct, readProduct, readVariant, saveVariant } from '../../testing/shop/catalogue.ts'

const url = '/admin/variants/prices'

interface Answer {
  readonly data: ChangedPrice[]
  readonly undo_token?: string
}
async function change(app: TestApp, body: object, query = ''): Promise<Answer> {
  const answer = await app.call('POST', url + query, body)
  dataOf(answer)
  return answer.body
}
const undo = async (app: TestApp, undo_token: string) =>
  dataOf(await app.call('POST', '/admin/products/bulk/undo', { undo_token })) as BulkUndo

const makeAim = (app: TestApp): Promise<Product> =>
  makeProduct(app, {
    variants: [
      { name: 'Day', price: 1.5, keys: [] },
      { name: 'Month', price: 9.99, keys: [] },
      { name: 'Free', price: 0, keys: [] },
    ],
  })
const idsOf = ({ variants }: Product) => variants.map(({ id }) => id)
const pricesOf = async (app: TestApp, { id }: Product) => (await readProduct(app, id)).variants.map(({ price }) => price)

test('a dry run answers every price before and after, and stores nothing', async () => {
  const app = await createTestApp()
  const product = await makeAim(app)
  const [day, month, free] = idsOf(product)
  const body = { variant_ids: [month, day, free, day], change: { percent: 10 }, round: '0.99' }
  const expected = [
    { variant_id: day, before: 1.5, after: 1.99 },
    { variant_id: month, before: 9.99, after: 10.99 },
    { variant_id: free, before: 0, after: 0 },
  ]
  expect(await change(app, body, '?dry_run=true')).toEqual({ data: expected })
  expect(await pricesOf(app, product)).toEqual([1.5, 9.99, 0])
  expect((await change(app, body, '?dry_run=false')).data).toEqual(expected)
  expect(await pricesOf(app, product)).toEqual([1.99, 10.99, 0])
})

test('each changed price is recorded with its variant; an unchanged one is not', async () => {
  const app = await createTestApp()
  const product = await makeAim(app)
  const [day, month, free] = idsOf(product)
  await change(app, { variant_ids: idsOf(product), change: { amount: -2 } })
  expect(await pricesOf(app, product)).toEqual([0, 7.99, 0])
  const rows = (await activityOf(app, 'variant')).filter(({ action }) => action === 'variant.updated')
  expect(rows.map(({ subject_id, changes }) => ({ subject_id, changes }))).toEqual([
    { subject_id: day, changes: { price: { before: 1.5, after: 0 } } },
    { subject_id: month, changes: { price: { before: 9.99, after: 7.99 } } },
  ])
  expect((await readVariant(app, month!)).version).toBe(2)
  expect((await readVariant(app, free!)).version).toBe(1)
})

test('a draft stays one', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const draft = dataOf(await app.call('POST', '/admin/variants/', { product_id: id, name: 'New', price: 2 })) as { id: number }
  await change(app, { variant_ids: [draft.id], change: { percent: 50 } })
  expect(await readVariant(app, draft.id)).toMatchObject({ price: 3, is_draft: true })
})

test('an undo brings the prices back, once and within 30 seconds; a price that was changed since stays and is named', async () => {
  const app = await createTestApp()
  const product = await makeAim(app)
  const [day, month, free] = idsOf(product)
  const { undo_token } = await change(app, { variant_ids: idsOf(product), change: { amount: 1 } })
  await saveVariant(app, month!, { price: 20 })
  await app.call('DELETE', `/admin/variants/${free}`)
  app.clock.at = new Date(app.clock.at.getTime() + 30_000)
  expect(await undo(app, undo_token!)).toEqual({
    changed: [day],
    kept: [
      { id: month, name: 'Aim - Month', fields: ['price'] },
      { id: free, name: '', fields: ['price'] },
    ],
  })
  expect(await pricesOf(app, product)).toEqual([1.5, 20])
  const late = await change(app, { variant_ids: [day], change: { amount: 1 } })
  app.clock.at = new Date(app.clock.at.getTime() + 30_001)
  await expectRefusals(
    app,
    [undo_token, late.undo_token].map((token) => ({
      call: ['POST', '/admin/products/bulk/undo', { undo_token: token }],
      status: 409,
      says: { code: 'undo_over' },
    })),
  )
})

test('with the prices that the caller saw, nothing changes if one of them differs now', async () => {
  const app = await createTestApp()
  const product = await makeAim(app)
  const [day, month] = idsOf(product)
  const body = { variant_ids: [month, day, month], change: { percent: 10 }, seen_prices: [9.99, 1.5, 9.99] }
  await change(app, body)
  const message = 'The prices have changed meanwhile. Look at the preview again.'
  const overtaken = { status: 409, says: { code: 'conflict', message } }
  const fields = { seen_prices: 'seen_prices must have one price for each of the variant_ids' }
  await expectRefusals(app, [
    { call: ['POST', url, body], ...overtaken },
    { call: ['POST', `${url}?dry_run=true`, body], ...overtaken },
    { call: ['POST', url, { ...body, seen_prices: [10.99, 1.64, 10.99] }], ...overtaken },
    { call: ['POST', url, { ...body, seen_prices: [10.99, 1.65] }], status: 400, says: { fields } },
  ])
  expect(await pricesOf(app, product)).toEqual([1.65, 10.99, 0])
  expect((await change(app, { ...body, seen_prices: [10.99, 1.65, 10.99] })).data.map(({ after }) => after)).toEqual([1.82, 12.09])
})

test('a change of several prices is refused whole if one of them is invalid', async () => {
  const app = await createTestApp()
  const product = await makeAim(app)
  const [day] = idsOf(product)
  const byTen = { change: { percent: 10 } }
  const problem = (fields: object) => ({ status: 400, says: { fields } })
  await expectRefusals(app, [
    { call: ['POST', url, { variant_ids: [day, 999], ...byTen }], status: 404, says: { message: 'Variant not found' } },
    { call: ['POST', `${url}?dry_run=true`, { variant_ids: [999], ...byTen }], status: 404 },
    { call: ['POST', url, { variant_ids: [], ...byTen }], ...problem({ variant_ids: 'Choose at least one variant' }) },
    { call: ['POST', url, { variant_ids: [day], change: {} }], ...problem({ change: 'Change by a percentage or an amount' }) },
    { call: ['POST', url, { variant_ids: [day], change: { percent: 1, amount: 1 } }], status: 400 },
    { call: ['POST', url, { variant_ids: [day], change: { percent: -100.01 } }], status: 400 },
    { call: ['POST', url, { variant_ids: [day], change: { percent: '10' } }], status: 400 },
    { call: ['POST', url, { variant_ids: [day], change: { amount: 0.001 } }], status: 400 },
    { call: ['POST', url, { variant_ids: [day], ...byTen, round: '0.50' }], ...problem({ round: 'Round must be 0.99, 0.00 or null' }) },
    { call: ['POST', `${url}?dry_run=1`, { variant_ids: [day], ...byTen }], status: 400 },
  ])
  expect(await pricesOf(app, product)).toEqual([1.5, 9.99, 0])
})
