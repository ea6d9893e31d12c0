import type { StoreOrder } from '@keydesk/contract'
import { expect } from 'vitest'
import { system } from '../../actor.ts'
import { createApiKey } from '../../modules/api-keys/api-keys.service.ts'
import type { TestApp } from '../../testing.ts'
import { makeVariant } from './catalogue.ts'

/** Quantities by variant id. */
type Wish = Readonly<Record<number, number>>

interface Terms {
  readonly customer_email?: string
  readonly coupon_code?: string
  readonly referral_code?: string
}

interface StoreCallOptions {
  readonly idempotencyKey?: string
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** The payout target of the tests. */
export const wallet = { wallet_type: 'BTC', wallet_address: 'bc1-abc' }

/** A storefront with its own API key. A refused step fails the test with the server's message, except in `call` and `askPayout`. */
export async function openShop(app: TestApp, name = 'Shop') {
  const { id: apiKeyId, key } = await createApiKey(app.deps, system, name)

  async function call(method: 'GET' | 'POST', url: string, body?: unknown, { idempotencyKey }: StoreCallOptions = {}) {
    const headers = { authorization: `Bearer ${key}`, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) }
    const answer = await app.app.inject({ method, url: `/store${url}`, headers, payload: body as object | undefined })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<never>() }
  }
  async function succeed<T = StoreOrder>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> {
    const answer = await call(method, url, body)
    expect(answer).toMatchObject({ status: url === '/purchases' ? 201 : 200 })
    return (answer.body as { data: T }).data
  }

  return {
    apiKeyId,
    key,
    call,
    succeed,
    buy: (wish: Wish, terms: Terms = {}) => succeed('POST', '/purchases', cartOf(wish, terms)),
    find: (id: number) => succeed('GET', `/purchases/${id}`),
    complete: (id: number, paymentReference?: string) =>
      succeed('POST', `/purchases/${id}/complete`, { payment_reference: paymentReference }),
    cancel: (id: number) => succeed('POST', `/purchases/${id}/cancel`),
    refund: (id: number) => succeed('POST', `/purchases/${id}/refund`),
    /** Buys and pays. */
    async sell(wish: Wish, terms: Terms = {}): Promise<StoreOrder> {
      const { id } = await succeed('POST', '/purchases', cartOf(wish, terms))
      return succeed('POST', `/purchases/${id}/complete`, {})
    },
    /** Creates a referral user with a generated code. */
    addUser: (username: string, email = `${username}@example.com`) =>
      succeed<{ id: number; referral_code: string; balance: number }>('POST', '/users', { username, email }),
    askPayout: (userId: number, amount: number) => call('POST', `/users/${userId}/payouts`, { amount, ...wallet }),
  }
}

/** The body of a purchase or a quote. */
export const cartOf = (wish: Wish, terms: Terms = {}) => ({
  customer_email: 'buyer@example.com',
  items: Object.entries(wish).map(([id, quantity]) => ({ variant_id: Number(id), quantity })),
  ...terms,
})

const stocks = new WeakMap<TestApp, number>()

/**
 * Makes a product with one variant that has `count` keys `PREFIX-1`, `PREFIX-2`, … A key value is unique in the whole shop, so the prefix
 * of the first product is `KEY`, of the next `KEY2`, and so on.
 */
export function makeStock(app: TestApp, count: number, { price = 10, name = 'Month', prefix = '' } = {}) {
  const nth = (stocks.get(app) ?? 0) + 1
  stocks.set(app, nth)
  const start = prefix || (nth === 1 ? 'KEY' : `KEY${nth}`)
  const keys = Array.from({ length: count }, (_, index) => `${start}-${index + 1}`)
  return makeVariant(app, keys, { price, name })
}
