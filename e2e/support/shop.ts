import type { Keydesk } from './server.ts'

export interface Product {
  readonly id: number
  readonly name: string
  readonly variants: readonly { readonly id: number }[]
}

/** Makes a product without a description and variants, or with these. */
export const makeProduct = ({ api }: Keydesk, name: string, fields: object = {}) =>
  api('POST', '/admin/products', { name, description: '', ...fields }) as Promise<Product>

interface Stocked {
  readonly name: string
  readonly keys: number
  /** The number of keys sold today. */
  readonly sold?: number
}

/** Makes a product with one variant and this many keys, and sells some of them. */
export async function stockProduct(keydesk: Keydesk, { name, keys, sold = 0 }: Stocked, fields: object = {}): Promise<Product> {
  const { api, store } = keydesk
  const values = Array.from(
    { length: keys },
    (_, index) => `${name.toUpperCase().replaceAll(' ', '-')}-${String(index + 1).padStart(4, '0')}`,
  )
  const product = await makeProduct(keydesk, name, { variants: [{ name: '30 Days', price: 19.99, keys: values }] })
  if (Object.keys(fields).length > 0) await api('PUT', `/admin/products/${product.id}`, fields)
  if (sold > 0) {
    const items = [{ variant_id: product.variants[0]!.id, quantity: sold }]
    const { id } = (await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items })) as { id: number }
    await store('POST', `/store/purchases/${id}/complete`, {})
  }
  return product
}

interface Joining {
  readonly username: string
  readonly email: string
  readonly role: string
  readonly password: string
}

/** Makes a member of the team, by an invitation. */
export async function joinTeam({ api }: Keydesk, { role, ...member }: Joining): Promise<void> {
  const { url } = (await api('POST', '/admin/team/invitations', { role })) as { url: string }
  await api('POST', '/auth/accept-invitation', { token: url.slice(url.indexOf('=') + 1), ...member })
}
