import { createApiKey, system } from '@keydesk/server'
import type { Coupon, OrderDetails, Product, StoreOrder } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderPage } from './render-page.tsx'

interface Terms {
  readonly customer_email?: string
  readonly coupon_code?: string
  readonly referral_code?: string
}

/** A page against a server that a storefront sells with. The page is not shown until `go`, so that a test can fill the database first. */
export async function startShop(page: ReactNode, path: string) {
  const rendered = await renderPage(page, { path, url: '/beside' })
  await screen.findByText('Another page')
  const { server, router, requests } = rendered
  const { key } = await createApiKey(server.deps, system, 'storefront')

  async function call<T>(method: 'GET' | 'POST', url: string, body?: unknown, token?: string): Promise<T> {
    const answer = await server.call(method, url, body, { token })
    if (answer.status >= 300) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
    return (answer.body as { data: T }).data
  }
  const store = <T,>(url: string, body: unknown) => call<T>('POST', `/store${url}`, body, `Bearer ${key}`)

  return {
    ...rendered,
    go: (search = {}) => router.navigate({ to: path, search }),
    /** What the page sent by fetch, oldest first. */
    sent: (method: string, url: RegExp) =>
      requests.filter((request) => request.method === method && url.test(request.url)).map(({ url: sent }) => sent),
    store,
    addProduct: async (name: string, variants: readonly { name: string; price: number; keys: readonly string[] }[]) =>
      call<Product>('POST', '/admin/products', { name, description: '', variants }),
    addCoupon: (code: string, percent: number) =>
      call<Coupon>('POST', '/admin/coupons', {
        ...{ code, discount_type: 'percentage', discount_value: percent, expiration_date: '2031-01-01T00:00:00.000Z' },
        ...{ max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] },
      }),
    /** A pending order: how many of which variant. */
    buy: (wish: readonly (readonly [variantId: number, quantity: number])[], terms: Terms = {}) =>
      store<StoreOrder>('/purchases', {
        customer_email: 'ann@example.com',
        items: wish.map(([variant_id, quantity]) => ({ variant_id, quantity })),
        ...terms,
      }),
    complete: (id: number, payment_reference?: string) => store<StoreOrder>(`/purchases/${id}/complete`, { payment_reference }),
    order: (id: number) => call<OrderDetails>('GET', `/admin/purchases/orders/${id}`),
    /** From here until the result is called the server cannot use these rows: a real failure. */
    async breakTable(table: 'purchase' | 'product_sales' | 'daily_sales' | 'license_key' | 'activity'): Promise<() => Promise<void>> {
      const { schema } = server.deps.db
      await schema.alterTable(table).renameTo(`${table}_away`).execute()
      return () => schema.alterTable(`${table}_away`).renameTo(table).execute()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof startShop>>
