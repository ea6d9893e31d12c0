import type { StoreOrder } from '@keydesk/contract'
import { afterEach, expect, test } from 'vitest'
import { system } from '../../../actor.ts'
import { startProcesses } from '../../../testing/processes/processes.ts'
import { createApiKey } from '../../api-keys/api-keys.service.ts'
import { examine } from '../../doctor/doctor.service.ts'

const buyers = 40
/** `npm run soak` sets a higher number. */
const purchases = Number(process.env['KEYDESK_SOAK_PURCHASES'] ?? 160)
/** Low enough that all of it sells out. */
const stock = { keys: purchases / 4, scarce: Math.round(purchases * 0.06), free: Math.round(purchases * 0.15) }

let stop: (() => Promise<void>) | undefined
afterEach(async () => stop?.())

test(
  `${purchases} purchases by ${buyers} buyers at once, with coupons, cancellations, expiries and key edits: the books balance`,
  { timeout: 240_000 },
  async () => {
    const { urls, deps, password, stop: end } = await startProcesses(2, { RESERVATION_MINUTES: '0.03' })
    stop = end
    const { key } = await createApiKey(deps, system, 'shop')
    const store = caller(urls, `Bearer ${key}`)
    const { body } = await caller(urls, '')('POST', '/auth/password-login', { identity: 'admin', password })
    const admin = caller(urls, (body as { data: { token: string } }).data.token)

    const variants: number[] = []
    for (const prefix of ['A', 'B', 'C', 'D']) {
      const keys = Array.from({ length: stock.keys }, (_, index) => `${prefix}-${index}`)
      const made = await admin('POST', '/admin/products', { name: prefix, variants: [{ name: 'Month', price: 9.99, keys }] })
      variants.push((made.body as { data: { variants: { id: number }[] } }).data.variants[0]!.id)
    }
    for (const [code, limits] of [
      ['SCARCE', { max_usage: stock.scarce, max_usage_per_user: 3 }],
      ['FREE', { max_usage: stock.free, max_usage_per_user: 0, discount_type: 'free_license' }],
    ] as const) {
      const made = await admin('POST', '/admin/coupons', {
        ...{
          code,
          discount_type: 'percentage',
          discount_value: 15,
          expiration_date: '2090-01-01T00:00:00Z',
          applicable_to_all: true,
          applicable_products: [],
        },
        ...limits,
      })
      expect(made.status).toBe(200)
    }
    const user = await store('POST', '/store/users', { username: 'ada', email: 'ada@example.com' })
    const { referral_code } = (user.body as { data: { referral_code: string } }).data

    const outcomes = new Map<string, number>()
    const handedOut: string[] = []
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
    let left = purchases
    const isSoldOut = () => left <= 0

    async function buyer(number: number): Promise<void> {
      const random = chance(number + 1)
      while (left > 0) {
        left -= 1
        const lines = [...new Set([variants[random(4)]!, variants[random(4)]!])].map((variant_id) => ({
          variant_id,
          quantity: 1 + random(2),
        }))
        const terms = [{}, { coupon_code: 'scarce' }, { coupon_code: 'FREE' }, { referral_code }][random(4)]
        const bought = await store('POST', '/store/purchases', {
          customer_email: `buyer${number % 40}@example.com`,
          // Half of the buyers with a free coupon buy nothing else: their order is complete at once.
          items: terms?.coupon_code === 'FREE' && random(2) === 0 ? [{ ...lines[0]!, quantity: 1 }] : lines,
          ...terms,
        })
        const { data, code } = bought.body as { data?: StoreOrder; code?: string }
        count(data === undefined ? `${bought.status} ${code}` : data.status)
        if (data === undefined) continue
        const step = random(10)
        // One in ten is left to expire.
        if (step === 0) continue
        const second = await store('POST', `/store/purchases/${data.id}/${step < 3 ? 'cancel' : 'complete'}`)
        const order = (second.body as { data?: StoreOrder }).data
        count(`${step < 3 ? 'cancel' : 'complete'} ${second.status}`)
        if (order?.status === 'completed') handedOut.push(...order.items.flatMap((item) => item.keys ?? []))
        if (step === 9) count(`refund ${(await store('POST', `/store/purchases/${data.id}/refund`)).status}`)
      }
    }

    /** Keeps removing keys and adding new ones. */
    async function restock(): Promise<void> {
      for (let round = 0; !isSoldOut(); round += 1) {
        const id = variants[round % 4]!
        const { keys } = ((await admin('GET', `/admin/variants/${id}`)).body as { data: { keys: { value: string }[] } }).data
        const kept = keys.slice(5).map((entry) => entry.value)
        const saved = await admin('PUT', `/admin/variants/${id}`, {
          keys: [...kept, ...Array.from({ length: 12 }, (_, i) => `R-${id}-${round}-${i}`)],
        })
        expect(saved.status).toBe(200)
      }
    }

    await Promise.all([...Array.from({ length: buyers }, (_, number) => buyer(number)), restock()])

    // There was no 5xx answer, and every possible outcome occurred.
    expect([...outcomes.keys()].filter((what) => /\b5\d\d\b/.test(what))).toEqual([])
    for (const what of ['pending', 'completed', 'complete 200', 'cancel 200', 'refund 200', '409 coupon_used_up'])
      expect(outcomes.get(what), what).toBeGreaterThan(0)
    await expect
      .poll(async () => (await deps.db.selectFrom('orders').select('id').where('status', '=', 'pending').execute()).length, {
        timeout: 30_000,
      })
      .toBe(0)
    expect((await deps.db.selectFrom('orders').select('id').where('status', '=', 'expired').execute()).length).toBeGreaterThan(0)

    // No two customers received the same key.
    expect(new Set(handedOut).size).toBe(handedOut.length)
    const scarce = await deps.db.selectFrom('coupon').selectAll().where('code', '=', 'SCARCE').executeTakeFirstOrThrow()
    expect(scarce.current_usage).toBeLessThanOrEqual(stock.scarce)
    const used = await deps.db
      .selectFrom('orders')
      .select('limit_key')
      .where('coupon_id', '=', scarce.id)
      .where('status', 'not in', ['cancelled', 'expired'])
      .execute()
    const byCustomer = Map.groupBy(used, (row) => row.limit_key)
    expect(Math.max(...[...byCustomer.values()].map((rows) => rows.length))).toBeLessThanOrEqual(3)
    expect(await examine(deps)).toEqual([])
  },
)

/**
 * Sends calls to the nodes in turn. Retries when the answer asks for it: on a busy machine, the row of a variant that 40 buyers want may be
 * locked for longer than a call waits.
 */
function caller(urls: readonly string[], authorization: string) {
  let turn = 0
  return async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    turn += 1
    const answer = await fetch(`${urls[turn % urls.length]}${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answered: unknown = await answer.json()
    return answer.status === 503 && answer.headers.has('retry-after') ? call(method, path, body) : { status: answer.status, body: answered }
  }
}

/** Random whole numbers below `n`, the same for the same buyer in every run. */
function chance(seed: number) {
  let state = seed * 2_654_435_761
  return (n: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % n
  }
}
