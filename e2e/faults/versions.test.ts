import type { Product, StoreOrder, Variant } from '@keydesk/contract'
import { upgrade } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { cart, dataOf, keysOf, openWorld } from './world.ts'

/** An upgrade of several servers, one after the other (docs/operating.md, Upgrades): migrations leave what the previous version needs. */

const [running, restarted] = [{ node: 0 }, { node: 1 }]

test('servers of this version go on with a database that a later version has migrated', { timeout: 180_000 }, async (context) => {
  if (process.env['KEYDESK_TEST_DB'] !== 'postgres') return context.skip('several servers share PostgreSQL alone')
  const world = await openWorld(2, { ALLOW_NEWER_DATABASE: '1' })
  onTestFinished(world.stop)
  // One server keeps running while a later version migrates the database; the other one is then started on it.
  expect(await upgrade(world.servers.deps.db)).toEqual([
    '9999-1-table',
    '9999-2-column',
    '9999-3-index',
    '9999-4-column',
    '9999-5-backfill',
  ])
  await world.servers.kill(1)
  await world.servers.revive(1)
  const { admin, store } = world
  const orderOf = (id: number, node: number) => store('GET', `/store/purchases/${id}`, undefined, { node }).then(dataOf)

  const variant = await world.makeVariant(keysOf(40))
  const coupon = await world.makeCoupon({ max_usage: 3 })
  for (const [first, second] of [
    [running, restarted],
    [restarted, running],
  ]) {
    // A session and an API key of one version are valid on the other.
    expect((await admin('GET', '/auth/me', undefined, second)).status).toBe(200)
    const { id } = dataOf(await world.buy(variant.id, { coupon_code: coupon.code }, first)) as StoreOrder
    const sold = dataOf(await store('POST', `/store/purchases/${id}/complete`, {}, second)) as StoreOrder
    expect(sold).toMatchObject({ status: 'completed', items: [{ keys: [expect.any(String)] }] })
    // Each version may answer with fields that the other does not have.
    const items = sold.items.map(({ id: itemId, quantity, total, keys }) => ({ id: itemId, quantity, total, keys }))
    for (const { node } of [running, restarted]) expect(await orderOf(id, node)).toMatchObject({ status: 'completed', items })
    expect((await store('POST', `/store/purchases/${id}/refund`, {}, first)).status).toBe(200)
    for (const { node } of [running, restarted]) expect(await orderOf(id, node)).toMatchObject({ status: 'refunded' })

    const cancelled = dataOf(await store('POST', '/store/purchases', cart([variant.id]), second)) as StoreOrder
    expect((await store('POST', `/store/purchases/${cancelled.id}/cancel`, {}, first)).status).toBe(200)

    const product = dataOf(await admin('POST', '/admin/products', { name: `Made by ${first!.node}` }, first)) as Product
    const seen = dataOf(await admin('GET', `/products/id/${product.id}`, undefined, second)) as Product
    expect((await admin('PUT', `/admin/products/${product.id}`, { ...seen, name: 'Renamed' }, second)).status).toBe(200)
    expect(dataOf(await admin('GET', `/products/id/${product.id}`, undefined, first))).toMatchObject({ name: 'Renamed' })
    const made = dataOf(
      await admin('POST', '/admin/variants/', { product_id: product.id, name: 'Month', price: 5, keys: keysOf(2) }, second),
    ) as Variant
    expect((await admin('DELETE', `/admin/products/${product.id}`, undefined, first)).status).toBe(200)
    expect((await world.buy(made.id, {}, second)).status).toBe(404)
  }
  // Together they sell each key once, and never exceed the limit of the coupon.
  const buyers = Array.from({ length: 45 }, (_, index) => world.buy(variant.id, {}, { node: index % 2 }))
  const held = (await Promise.all(buyers)).filter(({ status }) => status === 201).map((answer) => dataOf(answer) as StoreOrder)
  expect(held).toHaveLength(38)
  const completed = await Promise.all(
    held.map(({ id }, index) => store('POST', `/store/purchases/${id}/complete`, {}, { node: index % 2 })),
  )
  const keys = completed.flatMap((answer) => (dataOf(answer) as StoreOrder).items.flatMap((item) => item.keys ?? []))
  expect(new Set(keys).size).toBe(38)
  await world.expectBooksToBalance()
})
