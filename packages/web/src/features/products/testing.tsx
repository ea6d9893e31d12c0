import type { Product, Variant } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { startBeside as startPageBeside } from '../../../test/start-beside.tsx'

/** Starts a server for a page of products, with a function that adds products. */
export async function startBeside(page: ReactNode, path: string) {
  const started = await startPageBeside(page, path)
  const { server } = started
  const read = async <Data,>(url: string) => ((await server.call('GET', url)).body as { data: Data }).data
  /** The stored product. */
  const stored = (id: number) => read<Product>(`/products/id/${id}`)

  const add = async (fields: object = {}, variants: readonly object[] = [], name = 'Aurora'): Promise<Product> => {
    const created = await server.call('POST', '/admin/products', { name, description: '', variants })
    const { id } = (created.body as { data: Product }).data
    if (Object.keys(fields).length > 0) await server.call('PUT', `/admin/products/${id}`, fields)
    return stored(id)
  }

  return { ...started, add, stored, storedVariant: (id: number) => read<Variant>(`/admin/variants/${id}`) }
}

/** Waits for the complete page of a product: its last panel, and the panel Media. */
export async function findEditor() {
  const last = await screen.findByRole('region', { name: 'Updates' })
  // The code of the panel Media loads separately.
  await screen.findByRole('button', { name: 'Upload Image' })
  return last
}

export type Started = Awaited<ReturnType<typeof startBeside>>
