import type { Keydesk } from './server.ts'

export interface Product {
  readonly id: number
  readonly name: string
  readonly variants: readonly { readonly id: number }[]
}

interface Stocked {
  readonly name: string
  readonly keys: number
  /** The number of keys sold today. */
  readonly sold?: number
}

/** Makes a product with one variant and this many keys, and sells some of them. */
export async function stockProduct({ api, store }: Keydesk, { name, keys, sold = 0 }: Stocked, fields: object = {}): Promise<Product> {
  const values = Array.from(
    { length: keys },
    (_, index) => `${name.toUpperCase().replaceAll(' ', '-')}-${String(index + 1).padStart(4, '0')}`,
  )
  const variants = [{ name: '30 Days', price: 19.99, keys: values }]
  const product = (await api('POST', '/admin/products', { name, description: '', variants })) as Product
  if (Object.keys(fields).length > 0) await api('PUT', `/admin/products/${product.id}`, fields)
  if (sold > 0) {
    const items = [{ variant_id: product.variants[0]!.id, quantity: sold }]
    const { id } = (await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items })) as { id: number }
    await store('POST', `/store/purchases/${id}/complete`, {})
  }
  return product
}
