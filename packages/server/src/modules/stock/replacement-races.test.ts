import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { makeVariant, readVariant } from '../../testing/shop/catalogue.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { cartOf, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

const rounds = 8

async function open() {
  const app = await createTestApp()
  return { app, shop: await openShop(app) }
}

/** Makes two calls at once. Which one is sent first alternates by round. */
async function race<One, Other>(round: number, one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]> {
  if (round % 2 === 0) return Promise.all([one(), other()])
  const [second, first] = await Promise.all([other(), one()])
  return [first, second]
}

const replace = (app: TestApp, orderId: number, keyId: number) => () =>
  app.call('POST', `/admin/purchases/orders/${orderId}/keys/${keyId}/replace`, { reason: 'not_working' })
const codeOf = ({ status, body }: { status: number; body: unknown }) => (status < 300 ? 'done' : (body as { code: string }).code)
const stateOf = async ({ deps }: TestApp, id: number) =>
  (await deps.db.selectFrom('license_key').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('two people who replace one key give the customer one new key', async () => {
  const { app, shop } = await open()
  for (let round = 0; round < rounds; round += 1) {
    const { id, keys } = await makeVariant(app, [`A-${round}`, `B-${round}`, `C-${round}`])
    const order = await shop.sell({ [id]: 1 })
    const twice = replace(app, order.id, keys[0]!.id)
    const answers = await race(round, twice, twice)
    expect(answers.map(codeOf).toSorted()).toEqual(['already_replaced', 'done'])
    expect((await shop.find(order.id)).items[0]?.keys).toEqual([`B-${round}`])
    expect((await readVariant(app, id)).stock).toBe(1)
  }
  expect(await examine(app.deps)).toEqual([])
})

test('a replacement beside a refund: it comes first, or is refused', async () => {
  const { app, shop } = await open()
  for (let round = 0; round < rounds; round += 1) {
    const { id, keys } = await makeVariant(app, [`A-${round}`, `B-${round}`])
    const order = await shop.sell({ [id]: 1 })
    const refund = () => shop.call('POST', `/purchases/${order.id}/refund`)
    const [replaced, refunded] = await race(round, replace(app, order.id, keys[0]!.id), refund)
    expect(refunded.status).toBe(200)
    expect(['done', 'invalid_transition']).toContain(codeOf(replaced))
    expect(await stateOf(app, keys[0]!.id)).toBe('revoked')
    expect(await stateOf(app, keys[1]!.id)).toBe(codeOf(replaced) === 'done' ? 'revoked' : 'available')
  }
  expect(await examine(app.deps)).toEqual([])
})

test('a replacement beside a save that leaves out the last key: one of them has it', async () => {
  const { app, shop } = await open()
  for (let round = 0; round < rounds; round += 1) {
    const { id, keys } = await makeVariant(app, [`A-${round}`, `B-${round}`])
    const order = await shop.sell({ [id]: 1 })
    const save = () => app.call('PUT', `/admin/variants/${id}`, { keys: [] })
    const [replaced, saved] = await race(round, replace(app, order.id, keys[0]!.id), save)
    expect(saved.status).toBe(200)
    expect(['done', 'out_of_stock']).toContain(codeOf(replaced))
    expect(await stateOf(app, keys[1]!.id)).toBe(codeOf(replaced) === 'done' ? 'sold' : 'removed')
    expect(await stateOf(app, keys[0]!.id)).toBe(codeOf(replaced) === 'done' ? 'revoked' : 'sold')
  }
  expect(await examine(app.deps)).toEqual([])
})

test('a replacement beside the purchase of the last key: one customer gets it', async () => {
  const { app, shop } = await open()
  for (let round = 0; round < rounds; round += 1) {
    const { id, keys } = await makeVariant(app, [`A-${round}`, `B-${round}`])
    const order = await shop.sell({ [id]: 1 })
    const terms = { customer_email: `buyer-${round}@example.com` }
    const buy = () => shop.call('POST', '/purchases', cartOf({ [id]: 1 }, terms))
    const outcomes = (await race(round, replace(app, order.id, keys[0]!.id), buy)).map(codeOf)
    expect(outcomes.toSorted()).toEqual(['done', 'out_of_stock'])
    expect(await stateOf(app, keys[1]!.id)).toBe(outcomes[0] === 'done' ? 'sold' : 'reserved')
  }
  expect(await examine(app.deps)).toEqual([])
})

test('two people who undo one import, beside a sale of it: it is undone once, and the sale keeps its key', async () => {
  const { app, shop } = await open()
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeVariant(app)
    const keyImport = await importKeyList(app, id, [`A-${round}`, `B-${round}`, `C-${round}`])
    const undo = () => app.call('POST', `/admin/key-imports/${keyImport.id}/undo`)
    const terms = { customer_email: `buyer-${round}@example.com` }
    const buy = () => shop.call('POST', '/purchases', cartOf({ [id]: 1 }, terms))
    const [undone, [again, bought]] = await race(round, undo, () => race(round, undo, buy))
    expect([undone, again].map(codeOf).toSorted()).toEqual(['already_undone', 'done'])
    const { data } = (codeOf(undone) === 'done' ? undone : again).body as { data: object }
    expect(data).toEqual(codeOf(bought) === 'done' ? { removed: 2, kept: 1 } : { removed: 3, kept: 0 })
    expect((await readVariant(app, id)).stock).toBe(0)
  }
  expect(await examine(app.deps)).toEqual([])
})
