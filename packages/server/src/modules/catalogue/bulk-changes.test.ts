import type { BulkChange, BulkInput, BulkUndo } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, listProducts, makeProduct, readProduct, saveProduct } from '../../testing/shop/catalogue.ts'
import { purgeDeleted } from '../history/purge.service.ts'

const change = async (app: TestApp, body: BulkInput) => dataOf(await app.call('POST', '/admin/products/bulk', body)) as BulkChange
const undo = async (app: TestApp, undo_token: string) =>
  dataOf(await app.call('POST', '/admin/products/bulk/undo', { undo_token })) as BulkUndo

/** Three products; the second is already Updating and featured. */
async function makeProducts(app: TestApp): Promise<number[]> {
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await makeProduct(app, { name })).id)
  await saveProduct(app, ids[1]!, { update_status: 'Updating', featured: true })
  return ids
}
const stateOf = async (app: TestApp) =>
  (await listProducts(app)).map(({ version: _, updated_at: _at, ...product }) => product).toSorted((a, b) => a.id - b.id)

test('several products change at once, each with its own row in the activity', async () => {
  const app = await createTestApp()
  const [one, two, three] = await makeProducts(app)
  const set = { update_status: 'Updating', sales_paused: true } as const
  const { changed } = await change(app, { ids: [three!, one!, two!, one!], set })
  expect(changed).toEqual([one, two, three])
  for (const product of await listProducts(app)) expect(product).toMatchObject({ ...set, detection_status: 'Undetected' })
  expect(await readProduct(app, one!)).toMatchObject({ version: 2, featured: false })
  const rows = (await activityOf(app, 'product')).filter((row) => row.action === 'product.bulk_updated')
  const paused = { before: false, after: true }
  expect(rows.map(({ subject_id, changes }) => ({ subject_id, changes }))).toEqual([
    { subject_id: one, changes: { update_status: { before: 'Updated', after: 'Updating' }, sales_paused: paused } },
    { subject_id: two, changes: { sales_paused: paused } },
    { subject_id: three, changes: { update_status: { before: 'Updated', after: 'Updating' }, sales_paused: paused } },
  ])
  expect((await change(app, { ids: [one!, two!], set })).changed).toEqual([])
})

test('an undo brings everything back as it was, once', async () => {
  const app = await createTestApp()
  const ids = await makeProducts(app)
  const before = await stateOf(app)
  const set = { update_status: 'Updating', detection_status: 'Detected', sales_paused: true, featured: true, unlisted: true } as const
  const { undo_token } = await change(app, { ids, set })
  app.clock.at = new Date(app.clock.at.getTime() + 30_000)
  expect(await undo(app, undo_token)).toEqual({ changed: ids, kept: [] })
  expect(await stateOf(app)).toEqual(before)
  const over = { status: 409, says: { code: 'undo_over' } }
  await expectRefusals(app, [
    { call: ['POST', '/admin/products/bulk/undo', { undo_token }], ...over },
    { call: ['POST', '/admin/products/bulk/undo', { undo_token: 'unknown' }], ...over },
  ])
})

test('after 30 seconds it is too late to undo', async () => {
  const app = await createTestApp()
  const { undo_token } = await change(app, { ids: await makeProducts(app), set: { featured: true } })
  app.clock.at = new Date(app.clock.at.getTime() + 30_001)
  await expectRefusals(app, [{ call: ['POST', '/admin/products/bulk/undo', { undo_token }], status: 409, says: { code: 'undo_over' } }])
  expect((await listProducts(app)).map((product) => product.featured)).toEqual([true, true, true])
})

test('what an undo needs is deleted after 30 days', async () => {
  const app = await createTestApp()
  await change(app, { ids: await makeProducts(app), set: { featured: true } })
  const stored = () => app.deps.db.selectFrom('bulk_change').select('id').execute()
  const day = 86_400_000
  app.clock.at = new Date(app.clock.at.getTime() + 30 * day)
  await purgeDeleted(app.deps)
  expect(await stored()).toHaveLength(1)
  app.clock.at = new Date(app.clock.at.getTime() + 1)
  await purgeDeleted(app.deps)
  expect(await stored()).toEqual([])
})

test('what somebody changed since stays, and is named', async () => {
  const app = await createTestApp()
  const [one, two, three] = await makeProducts(app)
  const { undo_token } = await change(app, { ids: [one!, two!, three!], set: { detection_status: 'Detected', unlisted: true } })
  await saveProduct(app, one!, { detection_status: 'Unknown', name: 'First' })
  await app.call('DELETE', `/admin/products/${three}`)
  expect(await undo(app, undo_token)).toEqual({
    changed: [one, two],
    kept: [
      { id: one, name: 'First', fields: ['detection_status'] },
      { id: three, name: '', fields: ['detection_status', 'unlisted'] },
    ],
  })
  expect(await readProduct(app, one!)).toMatchObject({ name: 'First', detection_status: 'Unknown', unlisted: false })
  expect(await readProduct(app, two!)).toMatchObject({ detection_status: 'Undetected', unlisted: false, update_status: 'Updating' })
})

test('two undos at once bring everything back once', async () => {
  const app = await createTestApp()
  const { undo_token } = await change(app, { ids: await makeProducts(app), set: { featured: true } })
  const answers = await Promise.all([1, 2].map(() => app.call('POST', '/admin/products/bulk/undo', { undo_token })))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a change of several products is refused whole if one of them is invalid', async () => {
  const app = await createTestApp()
  const ids = await makeProducts(app)
  const [one] = ids
  const url = '/admin/products/bulk'
  const set = { featured: true }
  await app.call('DELETE', `/admin/products/${ids[2]}`)
  await expectRefusals(app, [
    { call: ['POST', url, { ids, set }], status: 404, says: { message: 'Product not found' } },
    { call: ['POST', url, { ids: [one, 999], set, announce: { text: 'News' } }], status: 404 },
    { call: ['POST', url, { ids: [], set }], status: 400, says: { fields: { ids: 'Choose at least one product' } } },
    { call: ['POST', url, { ids: [one], set: {} }], status: 400, says: { fields: { set: 'Choose at least one change' } } },
    { call: ['POST', url, { ids: [one], set: { name: 'New' } }], status: 400, says: { fields: { set: 'Choose at least one change' } } },
    { call: ['POST', url, { ids: [one], set: { featured: 1 } }], status: 400 },
    { call: ['POST', url, { ids: Array.from({ length: 501 }, (_, id) => id + 1), set }], status: 400 },
    {
      call: ['POST', url, { ids: [one], set, announce: { text: ' ' } }],
      status: 400,
      says: { fields: { 'announce.text': 'Message is required' } },
    },
  ])
  expect((await listProducts(app)).map((product) => product.featured)).toEqual([true, false])
})
