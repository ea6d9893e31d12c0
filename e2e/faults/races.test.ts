import type { Product, StoreOrder } from '@keydesk/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutProxy, type CutProxy } from './cut-proxy.ts'
import { record, rounds } from './soak.ts'
import { cart, countOutcomes, dataOf, keysOf, openWorld, unique, type Said, type World } from './world.ts'

/** Each race is run by 64 callers at once, on one process with SQLite and on two with PostgreSQL. */

const ways = 64
const atOnce = (call: (index: number) => Promise<Said>): Promise<Said[]> =>
  Promise.all(Array.from({ length: ways }, (_, index) => call(index)))

let world: World
beforeAll(async () => {
  world = await openWorld(2)
})
afterAll(async () => {
  await world.expectBooksToBalance()
  await world.stop()
})

const limits = { timeout: 60_000 + rounds * 10_000 }
const setting = `${ways} ways at once, ${rounds} rounds`

/** Runs a race as often as asked, and looks at the books after it. */
async function repeat(what: string, run: () => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await run()
  await world.expectBooksToBalance()
  record(`race: ${what}`, { ways, rounds })
}

describe('of many who want it, one gets it and the others are told why', () => {
  test(`the last key, ${setting}`, limits, async () => {
    await repeat('the last key', async () => {
      const { id } = await world.makeVariant(keysOf(1))
      const answers = await atOnce(() => world.buy(id))
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 out_of_stock': ways - 1 })
    })
  })

  test(`a coupon’s last use, ${setting}`, limits, async () => {
    await repeat('a coupon’s last use', async () => {
      const { id } = await world.makeVariant(keysOf(ways))
      const { code } = await world.makeCoupon({ max_usage: 1 })
      const answers = await atOnce(() => world.buy(id, { coupon_code: code }))
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up': ways - 1 })
    })
  })

  test(`a customer’s last use of a coupon, ${setting}`, limits, async () => {
    await repeat('a customer’s last use of a coupon', async () => {
      const { id } = await world.makeVariant(keysOf(ways))
      const { code } = await world.makeCoupon({ max_usage_per_user: 1 })
      // However the customer writes the address.
      const ada = unique('ada')
      const answers = await atOnce((i) =>
        world.buy(id, { coupon_code: code, customer_email: i % 2 ? `${ada.toUpperCase()}@Example.com` : `${ada}+${i}@example.com` }),
      )
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up_by_customer': ways - 1 })
    })
  })

  test(`a coupon that is good for two lines of one order, and for one order, ${setting}`, limits, async () => {
    await repeat('a coupon that is good for two lines of one order, and for one order', async () => {
      const first = await world.makeVariant(keysOf(ways))
      const second = await world.makeVariant(keysOf(ways))
      const { id, code } = await world.makeCoupon({ max_usage: 1 })
      const answers = await atOnce(() =>
        world.store('POST', '/store/purchases', cart([first.id, second.id], { coupon_code: code.toLowerCase() })),
      )
      expect(countOutcomes(answers)).toEqual({ 201: 1, '409 coupon_used_up': ways - 1 })
      const { current_usage } = await world.servers.deps.db
        .selectFrom('coupon')
        .select('current_usage')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(current_usage).toBe(1)
    })
  })

  test(`two payouts of one balance, ${setting}`, limits, async () => {
    await repeat('two payouts of one balance', async () => {
      const user = await referralUser()
      const answers = await atOnce(() => askPayout(user, 9.5))
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 insufficient_balance': ways - 1 })
    })
  })

  test(`a payout that is completed and rejected, ${setting}`, limits, async () => {
    await repeat('a payout that is completed and rejected', async () => {
      const { id } = dataOf(await askPayout(await referralUser(), 9.5)) as { id: number }
      const answers = await atOnce((i) =>
        world.admin(
          'PUT',
          `/admin/referrals/payout/${id}/status`,
          i % 2 ? { status: 'completed', transaction_id: 'tx' } : { status: 'failed' },
        ),
      )
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 invalid_transition': ways - 1 })
    })
  })

  test(`payout runs against completions, rejections and a refund, ${setting}`, limits, async () => {
    await repeat('payout runs against completions, rejections and a refund', async () => {
      const { id: user, order } = await referrer()
      const asked = await Promise.all([1, 2, 3, 4].map(async (amount) => dataOf(await askPayout(user, amount / 2)) as { id: number }))
      const ids = asked.map(({ id }) => id)
      const answers = await atOnce((i) => {
        const id = ids[i % ids.length]!
        if (i === 7) return world.store('POST', `/store/purchases/${order}/refund`, {})
        if (i % 5 === 1) return decide(id, { status: 'completed', transaction_id: `alone-${i}` })
        if (i % 5 === 2) return decide(id, { status: 'failed', reason: 'race' })
        // The same run from many, and others that share some of its payouts, in the other order.
        const sent = i % 5 === 3 ? ids.slice(0, 2).toReversed() : ids.slice(i % 2)
        const payouts = sent.map((each) => ({ id: each, transaction_id: i % 5 === 3 ? 'some' : `run-${i % 2}` }))
        return world.admin('POST', '/admin/referrals/payout-runs', { payouts })
      })
      const known = ['200', '409 invalid_transition', '409 payouts_refused', '409 balance_overdrawn']
      expect(Object.keys(countOutcomes(answers)).filter((what) => !known.includes(what))).toEqual([])
      const rows = await world.servers.deps.db.selectFrom('payout').selectAll().where('user_id', '=', user).execute()
      const decisions = await world.servers.deps.db
        .selectFrom('activity')
        .select('subject_id')
        .where('subject_kind', '=', 'payout')
        .where('subject_id', 'in', ids)
        .where('action', '<>', 'payout.created')
        .execute()
      // Each was decided once at most, and those of a run carry its transaction.
      const decided = rows.filter((row) => row.status !== 'pending').map((row) => row.id)
      expect(decisions.map((row) => row.subject_id).toSorted((one, other) => one - other)).toEqual(
        decided.toSorted((one, other) => one - other),
      )
      for (const [, together] of Map.groupBy(
        rows.filter((row) => row.run_id !== null),
        (row) => row.run_id,
      ))
        expect(new Set(together.map((row) => row.transaction_id)).size).toBe(1)
    })
  })

  test(`administrators who save one product, ${setting}`, limits, async () => {
    await repeat('administrators who save one product', async () => {
      const product = dataOf(await world.admin('POST', '/admin/products', { name: unique('Shared') })) as Product
      const answers = await atOnce((i) =>
        world.admin('PUT', `/admin/products/${product.id}`, { version: product.version, description: `by ${i}` }),
      )
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 stale_version': ways - 1 })
      const winner = dataOf(answers.find((answer) => answer.status === 200)!) as Product
      expect(dataOf(await world.admin('GET', `/products/id/${product.id}`)) as Product).toMatchObject({
        description: winner.description,
        version: (product.version ?? 0) + 1,
      })
    })
  })
})

describe('keys that come, go and change places', () => {
  const importing = (id: number, values: readonly string[]) => () =>
    world.admin('POST', `/admin/variants/${id}/key-imports`, { name: 'keys.txt', values })
  const stateCounts = async (variantId: number): Promise<Record<string, number>> => {
    const keys = world.servers.deps.db.selectFrom('license_key').select('state').where('variant_id', '=', variantId)
    const states = (await keys.execute()).map((key) => key.state)
    return Object.fromEntries([...Map.groupBy(states, (state) => state)].map(([state, same]) => [state, same.length]))
  }

  test(`the replacement of one key, ${setting}`, limits, async () => {
    await repeat('the replacement of one key', async () => {
      const { id, keys } = await world.makeVariant(keysOf(ways))
      const order = await world.sell(id)
      const path = `/admin/purchases/orders/${order.id}/keys/${keys[0]!.id}/replace`
      const answers = await atOnce(() => world.admin('POST', path, { reason: 'not_working' }))
      expect(countOutcomes(answers)).toEqual({ 200: 1, '409 already_replaced': ways - 1 })
      const { items } = dataOf(await world.store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      expect(items[0]?.keys).toEqual([keys[1]!.value])
    })
  })

  test(`replacements beside purchases of the last keys, a save and a refund, ${setting}`, limits, async () => {
    await repeat('replacements beside purchases of the last keys, a save and a refund', async () => {
      const { id } = await world.makeVariant(keysOf(ways))
      const orders = await Promise.all(Array.from({ length: ways / 2 }, () => world.sell(id)))
      const listed = await world.servers.deps.db
        .selectFrom('license_key')
        .innerJoin('purchase_item', 'purchase_item.id', 'license_key.purchase_item_id')
        .select(['license_key.id', 'purchase_item.purchase_id'])
        .where('license_key.variant_id', '=', id)
        .execute()
      const keyOf = new Map(listed.map((row) => [row.purchase_id, row.id]))
      const answers = await atOnce((i) => {
        const order = orders[Math.floor(i / 2)]!
        if (i % 2 === 0)
          return world.admin('POST', `/admin/purchases/orders/${order.id}/keys/${keyOf.get(order.id)}/replace`, { reason: 'other' })
        if (i === 1) return world.admin('PUT', `/admin/variants/${id}`, { keys: [] })
        return i % 4 === 1 ? world.store('POST', `/store/purchases/${order.id}/refund`, {}) : world.buy(id)
      })
      const outcomes = Object.keys(countOutcomes(answers))
      expect(outcomes.filter((what) => !['200', '201', '409 out_of_stock', '409 invalid_transition'].includes(what))).toEqual([])
      const total = Object.values(await stateCounts(id)).reduce((sum, count) => sum + count, 0)
      expect(total).toBe(ways)
    })
  })

  test(`imports of one list, ${setting}`, limits, async () => {
    await repeat('imports of one list', async () => {
      const { id } = await world.makeVariant([])
      const answers = await atOnce(importing(id, keysOf(20)))
      expect(countOutcomes(answers)).toEqual({ 201: ways })
      const added = answers.map((answer) => (dataOf(answer) as { added: number }).added)
      expect(added.filter((count) => count > 0)).toEqual([20])
      expect(await stateCounts(id)).toEqual({ available: 20 })
    })
  })

  test(`the undo of an import beside purchases of its keys, ${setting}`, limits, async () => {
    await repeat('the undo of an import beside purchases of its keys', async () => {
      const { id } = await world.makeVariant([])
      const batch = dataOf(await importing(id, keysOf(ways))()) as { id: number }
      const answers = await atOnce((i) => (i % 2 ? world.admin('POST', `/admin/key-imports/${batch.id}/undo`) : world.buy(id)))
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
      const { id } = await world.makeVariant(keysOf(1))
      const order = dataOf(await world.buy(id)) as StoreOrder
      const steps = await atOnce((i) => world.store('POST', `/store/purchases/${order.id}/${i % 2 ? 'complete' : 'cancel'}`, {}))
      const { status } = dataOf(await world.store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      // A completion that is repeated is answered as the first one was; a cancellation is not.
      const expected =
        status === 'completed' ? { 200: ways / 2, '409 invalid_transition': ways / 2 } : { 200: 1, '409 invalid_transition': ways - 1 }
      expect(countOutcomes(steps)).toEqual(expected)
    })
  })

  test(`refunded against completed, ${setting}`, limits, async () => {
    await repeat('refunded against completed', async () => {
      const { id } = await world.makeVariant(keysOf(1))
      const order = dataOf(await world.buy(id)) as StoreOrder
      const steps = await atOnce((i) => world.store('POST', `/store/purchases/${order.id}/${i % 2 ? 'complete' : 'refund'}`, {}))
      const refunded = steps.filter(({ status }, i) => i % 2 === 0 && status === 200).length
      // What is not paid cannot be refunded, and what is refunded cannot be paid.
      expect(steps.filter(({ status, body }) => status !== 200 && body.code !== 'invalid_transition')).toEqual([])
      expect(refunded).toBeLessThanOrEqual(1)
      const { status } = dataOf(await world.store('GET', `/store/purchases/${order.id}`)) as StoreOrder
      expect(status).toBe(refunded === 1 ? 'refunded' : 'completed')
    })
  })
})

describe('an Idempotency-Key', () => {
  let proxies: CutProxy[] = []
  beforeAll(async () => {
    proxies = await Promise.all(world.servers.urls.map((url) => cutProxy(url)))
  })
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })

  test(`sent again after the connection was cut between the commit and the answer, ${setting}`, limits, async () => {
    await repeat('sent again after the connection was cut between the commit and the answer', async () => {
      const variant = await world.makeVariant(keysOf(ways + 1))
      const prefix = unique('again')
      const body = (i: number) => cart([variant.id], { customer_email: `${prefix}-buyer${i}@example.com` })
      await Promise.all(
        Array.from({ length: ways }, (_, i) =>
          proxies[i % proxies.length]!.post('/store/purchases', body(i), {
            authorization: `Bearer ${world.apiKey}`,
            'idempotency-key': `${prefix}-${i}`,
          }),
        ),
      )
      // Everything is committed, and nobody has heard of it. Asked again twice at once, each hears of the same order.
      const replays = await Promise.all(
        Array.from({ length: ways * 2 }, (_, i) =>
          world.store('POST', '/store/purchases', body(i % ways), { idempotencyKey: `${prefix}-${i % ways}` }),
        ),
      )
      expect(countOutcomes(replays)).toEqual({ 201: ways * 2 })
      const ids = replays.map((replay) => (dataOf(replay) as StoreOrder).id)
      expect(ids.slice(ways)).toEqual(ids.slice(0, ways))
      expect(new Set(ids).size).toBe(ways)
      const { stock } = await world.servers.deps.db
        .selectFrom('variant')
        .select('stock')
        .where('id', '=', variant.id)
        .executeTakeFirstOrThrow()
      expect(stock).toBe(1)
    })
  })
})

const askPayout = (userId: number, amount: number): Promise<Said> =>
  world.store('POST', `/store/users/${userId}/payouts`, { amount, wallet_type: 'BTC', wallet_address: 'bc1-abc' })

const decide = (id: number, body: object): Promise<Said> => world.admin('PUT', `/admin/referrals/payout/${id}/status`, body)

const referralUser = async (): Promise<number> => (await referrer()).id

/** One sale of 100 dollars by the user's code: 95 paid, a tenth of it earned. */
async function referrer(): Promise<{ id: number; order: number }> {
  const username = unique('user')
  const answer = await world.store('POST', '/store/users', { username, email: `${username}@example.com` })
  const user = dataOf(answer) as { id: number; referral_code: string }
  const { id } = await world.makeVariant(keysOf(1), 100)
  const order = await world.sell(id, { referral_code: user.referral_code })
  return { id: user.id, order: order.id }
}
