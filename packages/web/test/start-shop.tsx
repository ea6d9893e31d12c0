import { createApiKey, system } from '@keydesk/server'
import type { Coupon, CouponInput, OrderDetails, Product, StoreOrder } from '@keydesk/contract'
import type { ReactNode } from 'react'
import { startBeside } from './start-beside.tsx'

interface NewVariant {
  readonly name: string
  readonly price: number
  readonly keys: readonly string[]
}

interface Terms {
  readonly customer_email?: string
  readonly coupon_code?: string
  readonly referral_code?: string
}

/**
 * Like `startBeside`, with calls of a storefront that sells. A refusal fails the test.
 * @param options.smtpUrl the mail server; without one nothing is mailed
 */
export async function startShop(page: ReactNode, path: string, { smtpUrl }: { readonly smtpUrl?: string } = {}) {
  const started = await startBeside(page, path, undefined, smtpUrl)
  const { server, call } = started
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const store = async <T,>(url: string, body: object): Promise<T> => (await call('POST', `/store${url}`, body, `Bearer ${key}`))['data']

  return {
    ...started,
    go: (search = {}) => started.go(path, search),
    store,
    addProduct: async (name: string, variants: readonly NewVariant[] = []): Promise<Product> =>
      (await call('POST', '/admin/products', { name, description: '', variants }))['data'],
    addCoupon: async (code: string, fields: Partial<CouponInput> = {}): Promise<Coupon> =>
      (await call('POST', '/admin/coupons', { ...tenOff, code, ...fields }))['data'],
    /** Creates a pending order of variants and quantities. */
    buy: (wish: readonly (readonly [variantId: number, quantity: number])[], terms: Terms = {}) =>
      store<StoreOrder>('/purchases', {
        customer_email: 'ann@example.com',
        items: wish.map(([variant_id, quantity]) => ({ variant_id, quantity })),
        ...terms,
      }),
    complete: (id: number, payment_reference?: string) => store<StoreOrder>(`/purchases/${id}/complete`, { payment_reference }),
    /** Imports past orders of another shop from a file in our own layout. */
    importOrders: async (file: string): Promise<void> => {
      const part = (head: string, text: string) => `--XX\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
      const fields = part('name="kind"', 'orders') + part('name="format"', 'keydesk')
      const payload = `${fields}${part('name="file"; filename="orders.csv"\r\ncontent-type: text/csv', file)}--XX--\r\n`
      const headers = { authorization: server.token, 'content-type': 'multipart/form-data; boundary=XX' }
      const { statusCode, body } = await server.app.inject({ method: 'POST', url: '/admin/shop-imports', headers, payload })
      if (statusCode !== 201) throw new Error(body)
    },
    order: async (id: number): Promise<OrderDetails> => (await call('GET', `/admin/purchases/orders/${id}`))['data'],
  }
}

const tenOff: Omit<CouponInput, 'code'> = {
  discount_type: 'percentage',
  discount_value: 10,
  expiration_date: '2031-06-01T12:00:00.000Z',
  max_usage: 0,
  max_usage_per_user: 1,
  applicable_to_all: true,
  applicable_products: [],
}

export type Shop = Awaited<ReturnType<typeof startShop>>
