import { createApiKey, examine, system } from '@keydesk/server'
import { startProcesses } from '@keydesk/server/testing'
import type { Coupon, CouponInput, Product, StoreOrder, Variant } from '@keydesk/contract'
import { expect } from 'vitest'

export interface Said {
  readonly status: number
  readonly body: { readonly data?: never; readonly code?: string; readonly message?: string }
  readonly retryAfter: string | null
}

/** @param node the server to call; if left out, the servers take turns */
export type Call = (method: string, path: string, body?: unknown, options?: { node?: number; idempotencyKey?: string }) => Promise<Said>

/** A name that no other test of this run uses. */
let made = 0
export const unique = (prefix: string): string => `${prefix}-${(made += 1)}`

/** Real servers on a new database: as many as requested on PostgreSQL and one on SQLite, with an administrator and a storefront. */
export async function openWorld(...setting: Parameters<typeof startProcesses>) {
  const servers = await startProcesses(...setting)
  const { key } = await createApiKey(servers.deps, system, 'shop')
  let turn = 0
  const caller =
    (authorization: string): Call =>
    async (method, path, body, { node, idempotencyKey } = {}) => {
      turn += 1
      const url = servers.urlOf(node ?? turn % servers.urls.length)
      const headers: Record<string, string> = {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }
      const request: RequestInit = { method, headers }
      if (body !== undefined) request.body = JSON.stringify(body)
      const answer = await fetch(url + path, request)
      return { status: answer.status, body: (await answer.json()) as Said['body'], retryAfter: answer.headers.get('retry-after') }
    }
  const signedIn = await caller('')('POST', '/auth/password-login', { identity: 'admin', password: servers.password })
  const { token } = dataOf(signedIn) as { token: string }
  const admin = caller(token)
  const store = caller(`Bearer ${key}`)

  return {
    ...{ servers, as: caller, admin, store, token, apiKey: key, stop: servers.stop },
    async makeVariant(keys: readonly string[], price = 10): Promise<Variant> {
      const product = dataOf(await admin('POST', '/admin/products', { name: unique('Product') })) as Product
      return dataOf(await admin('POST', '/admin/variants/', { product_id: product.id, name: 'Month', price, keys })) as Variant
    },
    makeCoupon: async (limits: Partial<CouponInput>) =>
      dataOf(await admin('POST', '/admin/coupons', { ...coupon, code: unique('C').toUpperCase(), ...limits })) as Coupon,
    buy: async (variantId: number, more: object = {}, options: Parameters<Call>[3] = {}): Promise<Said> =>
      store('POST', '/store/purchases', cart([variantId], more), options),
    sell: async (variantId: number, more: object = {}): Promise<StoreOrder> => {
      const { id } = dataOf(await store('POST', '/store/purchases', cart([variantId], more))) as StoreOrder
      return dataOf(await store('POST', `/store/purchases/${id}/complete`, {})) as StoreOrder
    },
    /** Every stored sum and counter must match the rows that it is computed from. */
    expectBooksToBalance: async (hint?: string): Promise<void> => expect(await examine(servers.deps), hint).toEqual([]),
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A coupon without its code. */
export const coupon = {
  ...{ discount_type: 'percentage', discount_value: 10, expiration_date: '2090-01-01T00:00:00.000Z' },
  ...{ max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] },
} as const

export const cart = (variantIds: readonly number[], more: object = {}) => ({
  // A new customer each time: one customer may have at most 3 pending orders.
  customer_email: `${unique('buyer')}@example.com`,
  items: variantIds.map((variant_id) => ({ variant_id, quantity: 1 })),
  ...more,
})

export const keysOf = (count: number, prefix = unique('K')): string[] => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

/** The data of a success. A refusal fails the test with its message. */
export function dataOf({ status, body }: Said): unknown {
  if (status !== 200 && status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** How often each outcome occurred: `201`, `409 out_of_stock`, … */
export function countOutcomes(answers: readonly Said[]): Record<string, number> {
  const names = answers.map(({ status, body }) => (body.code === undefined ? String(status) : `${status} ${body.code}`))
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
}
