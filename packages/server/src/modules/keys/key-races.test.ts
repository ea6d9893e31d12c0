import type { StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, makeVariant, readVariant, valuesOf } from '../../testing/shop/catalogue.ts'
import { cartOf, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'
import { expireDue } from '../orders/order-steps.service.ts'

const rounds = 8

/** The state of each key by its value. Fails if a value occurs twice. */
async function statesOf({ deps }: TestApp, variantId: number): Promise<Record<string, string>> {
  const rows = await deps.db.selectFrom('license_key').select(['value', 'state']).where('variant_id', '=', variantId).execute()
  expect(new Set(rows.map((row) => row.value)).size).toBe(rows.length)
  return Object.fromEntries(rows.map((row) => [row.value, row.state]))
}

test('a save beside a cancel never removes the key that the cancel releases', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeVariant(app, [`A-${round}`, `B-${round}`])
    const order = await shop.buy({ [id]: 1 })
    const { keys_seen } = await readVariant(app, id)
    const save = () => app.call('PUT', `/admin/variants/${id}`, { keys: [`B-${round}`, `C-${round}`], keys_seen })
    const cancel = () => shop.call('POST', `/purchases/${order.id}/cancel`)
    const answers = await Promise.all(round % 2 === 0 ? [save(), cancel()] : [cancel(), save()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(valuesOf(await readVariant(app, id))).toEqual([`A-${round}`, `B-${round}`, `C-${round}`])
  }
  expect(await examine(app.deps)).toEqual([])
})

test('a save that leaves out the last key beside its purchase: it is sold or removed, and never offered again', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  for (let round = 0; round < rounds; round += 1) {
    const { id, keys_seen } = await makeVariant(app, [`A-${round}`])
    const save = () => app.call('PUT', `/admin/variants/${id}`, { keys: [], keys_seen })
    const buy = () => shop.call('POST', '/purchases', cartOf({ [id]: 1 }))
    const [saved, bought] = round % 2 === 0 ? await Promise.all([save(), buy()]) : (await Promise.all([buy(), save()])).toReversed()
    const { meta } = saved!.body as { meta: { removed: number; reserved_removed: number } }
    expect([201, 409]).toContain(bought!.status)
    expect(meta).toMatchObject(bought!.status === 201 ? { removed: 0, reserved_removed: 1 } : { removed: 1, reserved_removed: 0 })
    if (bought!.status === 201) await shop.cancel((bought!.body as { data: StoreOrder }).data.id)
    expect(await statesOf(app, id)).toEqual({ [`A-${round}`]: 'removed' })
  }
  expect(await examine(app.deps)).toEqual([])
})

test('the deletion of a variant beside the expiry of its order leaves nothing for sale', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeVariant(app, [`A-${round}`, `B-${round}`])
    await shop.buy({ [id]: 1 })
    app.clock.at = new Date(app.clock.at.getTime() + 31 * 60_000)
    const remove = () => app.call('DELETE', `/admin/variants/${id}?permanent=true`)
    if (round % 2 === 0) await Promise.all([remove().then(dataOf), expireDue(app.deps)])
    else await Promise.all([expireDue(app.deps), remove().then(dataOf)])
    expect(await statesOf(app, id)).toEqual({ [`A-${round}`]: 'removed', [`B-${round}`]: 'removed' })
  }
  expect(await examine(app.deps)).toEqual([])
})

test('a variant that is read while keys come and go never leads a save to lose one', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const values = Array.from({ length: 6 }, (_, number) => `K-${number}`)
  const { id } = await makeVariant(app, values)
  for (let round = 0; round < rounds; round += 1) {
    const order = await shop.buy({ [id]: 2 })
    const [opened] = await Promise.all([
      readVariant(app, id),
      shop.cancel(order.id),
      shop.buy({ [id]: 1 }).then(({ id: other }) => shop.cancel(other)),
    ])
    // The author of this save leaves out no key.
    await app.call('PUT', `/admin/variants/${id}`, { keys: valuesOf(opened), keys_seen: opened.keys_seen })
    expect(valuesOf(await readVariant(app, id))).toEqual(values)
  }
  expect(await examine(app.deps)).toEqual([])
})
