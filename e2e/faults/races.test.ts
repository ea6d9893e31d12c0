import type { Product, StoreOrder } from '@keydesk/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutProxy, type CutProxy } from './cut-proxy.ts'
import { openRaces } from './race.ts'
import { callers } from './soak.ts'
import { cart, countOutcomes, dataOf, keysOf, unique } from './world.ts'

/** Many callers run each race at once, on one process with SQLite and on two with PostgreSQL. */

const ways = callers
const { world, limits, setting, atOnce, repeat } = openRaces(ways)

describe('one of many who want it gets it, and the others get the reason', () => {
  test(`the last key, ${setting}`, limits, async () => {
    await repeat('the last key', async () => {
      const { id } = await world().makeVariant(keysOf(1))
      const answers = await atOnce(() => world().buy(id))
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 out_of_stock': ways - 1 })
    })
  })

  test(`a coupon’s last use, ${setting}`, limits, async () => {
    await repeat('a coupon’s last use', async () => {
      const { id } = await world().makeVariant(keysOf(ways))
      const { code } = await world().makeCoupon({ max_usage: 1 })
      const answers = await atOnce(() => world().buy(id, { coupon_code: code }))
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up': ways - 1 })
    })
  })

  test(`a customer’s last use of a coupon, ${setting}`, limits, async () => {
    await repeat('a customer’s last use of a coupon', async () => {
      const { id } = await world().makeVariant(keysOf(ways))
      const { code } = await world().makeCoupon({ max_usage_per_user: 1 })
      // Each call writes the address differently.
      const ada = unique('ada')
      const answers = await atOnce((i) =>
        world().buy(id, { coupon_code: code, customer_email: i % 2 ? `${ada.toUpperCase()}@Example.com` : `${ada}+${i}@example.com` }),
      )
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up_by_customer': ways - 1 })
    })
  })

  test(`a coupon that is good for two lines of one order, and for one order, ${setting}`, limits, async () => {
    await repeat('a coupon that is good for two lines of one order, and for one order', async () => {
      const first = await world().makeVariant(keysOf(ways))
      const second = await world().makeVariant(keysOf(ways))
      const { id, code } = await world().makeCoupon({ max_usage: 1 })
      const answers = await atOnce(() =>
        world().store('POST', '/store/purchases', cart([first.id, second.id], { coupon_code: code.toLowerCase() })),
      )
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up': ways - 1 })
      const { current_usage } = await world()
        .servers.deps.db.selectFrom('coupon')
        .select('current_usage')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(current_usage).toBe(1)
    })
  })

  test(`administrators who save one product, ${setting}`, limits, async () => {
    await repeat('administrators who save one product', async () => {
      const product = dataOf(await world().admin('POST', '/admin/products', { name: unique('Shared') })) as Product
      const answers = await atOnce((i) =>
        world().admin('PUT', `/admin/products/${product.id}`, { version: product.version, description: `by ${i}` }),
      )
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 stale_version': ways - 1 })
      const winner = dataOf(answers.find((answer) => answer.status === 200)!) as Product
      expect(dataOf(await world().admin('GET', `/products/id/${product.id}`)) as Product).toMatchObject({
        description: winner.description,
        version: (product.version ?? 0) + 1,
      })
    })
  })
})

describe('keys that come, go and change places', () => {
  const importing = (id: number, values: readonly string[]) => () =>
    world().admin('POST', `/admin/variants/${id}/key-imports`, { name: 'keys.txt', values })
  const stateCounts = async (variantId: number): Promise<Record<string, number>> => {
    const keys = world().servers.deps.db.selectFrom('license_key').select('state').where('variant_id', '=', variantId)
    const states = (await keys.execute()).map((key) => key.state)
    return Object.fromEntries([...Map.groupBy(states, (state) => state)].map(([state, same]) => [state, same.length]))
  }

  test(`the replacement of one key, ${setting}`, limits, async () => {
    await repeat('the replacement of one key', async () => {
      const { id, keys } = await world().makeVariant(keysOf(ways))
      const order = await world().sell(id)
      const path = `/admin/purchases/orders/${order.id}/keys/${keys[0]!.id}/replace`
      const answers = await atOnce(() => world().admin('POST', path, { reason: 'not_working' }))
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 already_replaced': ways - 1 })
      const { items } = dataOf(await world().store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      expect(items[0]?.keys).toEqual([keys[1]!.value])
    })
  })

  test(`replacements beside purchases of the last keys, a save and a refund, ${setting}`, limits, async () => {
    await repeat('replacements beside purchases of the last keys, a save and a refund', async () => {
      const { id } = await world().makeVariant(keysOf(ways))
      const orders = await Promise.all(Array.from({ length: ways / 2 }, () => world().sell(id)))
      const listed = await world()
        .servers.deps.db.selectFrom('license_key')
        .innerJoin('order_item', 'order_item.id', 'license_key.order_item_id')
        .select(['license_key.id', 'order_item.order_id'])
        .where('license_key.variant_id', '=', id)
        .execute()
      const keyOf = new Map(listed.map((row) => [row.order_id, row.id]))
      const answers = await atOnce((i) => {
        const order = orders[Math.floor(i / 2)]!
        if (i % 2 === 0)
          return world().admin('POST', `/admin/purchases/orders/${order.id}/keys/${keyOf.get(order.id)}/replace`, { reason: 'other' })
        if (i === 1) return world().admin('PUT', `/admin/variants/${id}`, { keys: [] })
        return i % 4 === 1 ? world().store('POST', `/store/purchases/${order.id}/refund`, {}) : world().buy(id)
      })
      const outcomes = Object.keys(countOutcomes(answers))
      expect(outcomes.filter((what) => !['200', '201', '409 out_of_stock', '409 invalid_transition'].includes(what))).toEqual([])
      const total = Object.values(await stateCounts(id)).reduce((sum, count) => sum + count, 0)
      expect(total).toBe(ways)
    })
  })

  test(`imports of one list, ${setting}`, limits, async () => {
    await repeat('imports of one list', async () => {
      const { id } = await world().makeVariant([])
      const answers = await atOnce(importing(id, keysOf(20)))
      expect(countOutcomes(answers)).toEqual({ 201: ways })
      const added = answers.map((answer) => (dataOf(answer) as { added: number }).added)
      expect(added.filter((count) => count > 0)).toEqual([20])
      expect(await stateCounts(id)).toEqual({ available: 20 })
    })
  })

  test(`the undo of an import beside purchases of its keys, ${setting}`, limits, async () => {
    await repeat('the undo of an import beside purchases of its keys', async () => {
      const { id } = await world().makeVariant([])
      const batch = dataOf(await importing(id, keysOf(ways))()) as { id: number }
      const answers = await atOnce((i) => (i % 2 ? world().admin('POST', `/admin/key-imports/${batch.id}/undo`) : world().buy(id)))
      const undone = answers.filter(({ status }, i) => i % 2 === 1 && status === 200)
      expect(undone).toHaveLength(1)
      const bought = answers.filter(({ status }, i) => i % 2 === 0 && status === 201).length
      expect(dataOf(undone[0]!)).toEqual({ removed: ways - bought, kept: bought })
      expect(await stateCounts(id)).toEqual({ ...(bought > 0 && { reserved: bought }), removed: ways - bought })
    })
  })
})

describe('an order ends in one way', () => {
  test(`completed against cancelled, ${setting}`, limits, async () => {
    await repeat('completed against cancelled', async () => {
      const { id } = await world().makeVariant(keysOf(1))
      const order = dataOf(await world().buy(id)) as StoreOrder
      const steps = await atOnce((i) => world().store('POST', `/store/purchases/${order.id}/${i % 2 ? 'complete' : 'cancel'}`, {}))
      const { status } = dataOf(await world().store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      // A repeated completion gets the same answer as the first one. A repeated cancellation is refused.
      const expected =
        status === 'completed' ? { 200: ways / 2, '409 invalid_transition': ways / 2 } : { 200: 1, '409 invalid_transition': ways - 1 }
      expect(countOutcomes(steps)).toEqual(expected)
    })
  })

  test(`completed by hand against completed, cancelled and sold again, ${setting}`, limits, async () => {
    await repeat('completed by hand against completed, cancelled and sold again', async () => {
      const { id } = await world().makeVariant(keysOf(1))
      const { code } = await world().makeCoupon({ max_usage: 1 })
      const order = dataOf(await world().buy(id, { coupon_code: code })) as StoreOrder
      const [byHand, path] = [`/admin/purchases/orders/${order.id}/complete`, `/store/purchases/${order.id}`]
      const answers = await atOnce((i) => {
        if (i % 4 === 0) return world().store('POST', `${path}/cancel`)
        if (i % 4 === 1) return world().store('POST', `${path}/complete`, {})
        return i % 4 === 2 ? world().admin('POST', byHand, { reason: 'Paid late' }) : world().buy(id, { coupon_code: code })
      })
      const raced = ['200', '201', '409 out_of_stock', '409 coupon_used_up', '409 invalid_transition']
      expect(Object.keys(countOutcomes(answers)).filter((what) => !raced.includes(what))).toEqual([])
      expect(answers.filter(({ status }, i) => i % 4 === 2 && status === 200).length).toBeLessThanOrEqual(1)
      const { status } = dataOf(await world().store('GET', path)) as StoreOrder
      // There is one key: either the order has it, or another customer bought it while the order was cancelled.
      const bought = answers.filter((answer) => answer.status === 201).length
      expect({ status, bought }).toEqual(bought === 0 ? { status: 'completed', bought } : { status: 'cancelled', bought: 1 })
    })
  })

  test(`refunded against completed, ${setting}`, limits, async () => {
    await repeat('refunded against completed', async () => {
      const { id } = await world().makeVariant(keysOf(1))
      const order = dataOf(await world().buy(id)) as StoreOrder
      const steps = await atOnce((i) => world().store('POST', `/store/purchases/${order.id}/${i % 2 ? 'complete' : 'refund'}`, {}))
      const refunded = steps.filter(({ status }, i) => i % 2 === 0 && status === 200).length
      // An unpaid order cannot be refunded, and a refunded order cannot be paid.
      expect(steps.filter(({ status, body }) => status !== 200 && body.code !== 'invalid_transition')).toEqual([])
      expect(refunded).toBeLessThanOrEqual(1)
      const { status } = dataOf(await world().store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      expect(status).toBe(refunded === 1 ? 'refunded' : 'completed')
    })
  })
})

describe('an Idempotency-Key', () => {
  let proxies: CutProxy[] = []
  beforeAll(async () => {
    proxies = await Promise.all(world().servers.urls.map((url) => cutProxy(url)))
  })
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })

  test(`sent again after the connection was cut between the commit and the answer, ${setting}`, limits, async () => {
    await repeat('sent again after the connection was cut between the commit and the answer', async () => {
      const variant = await world().makeVariant(keysOf(ways + 1))
      const prefix = unique('again')
      const body = (i: number) => cart([variant.id], { customer_email: `${prefix}-buyer${i}@example.com` })
      await Promise.all(
        Array.from({ length: ways }, (_, i) =>
          proxies[i % proxies.length]!.post('/store/purchases', body(i), {
            authorization: `Bearer ${world().apiKey}`,
            'idempotency-key': `${prefix}-${i}`,
          }),
        ),
      )
      // Every purchase is committed, but no answer arrived. Each is repeated twice at once, and both repeats get the same order.
      const replays = await Promise.all(
        Array.from({ length: ways * 2 }, (_, i) =>
          world().store('POST', '/store/purchases', body(i % ways), { idempotencyKey: `${prefix}-${i % ways}` }),
        ),
      )
      expect(countOutcomes(replays)).toEqual({ 201: ways * 2 })
      const ids = replays.map((replay) => (dataOf(replay) as StoreOrder).id)
      expect(ids.slice(ways)).toEqual(ids.slice(0, ways))
      expect(new Set(ids).size).toBe(ways)
      const { stock } = await world()
        .servers.deps.db.selectFrom('variant')
        .select('stock')
        .where('id', '=', variant.id)
        .executeTakeFirstOrThrow()
      expect(stock).toBe(1)
    })
  })
})
