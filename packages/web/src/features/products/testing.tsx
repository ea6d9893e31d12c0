import type { Product, Variant } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderPage } from '../../../test/render-page.tsx'

/** Starts beside the page, so that a test can fill the database before the page asks for anything. */
export async function startBeside(page: ReactNode, path: string) {
  const rendered = await renderPage(page, { path, url: '/beside' })
  await screen.findByText('Another page')
  const { server, router, requests } = rendered
  const read = async <Data,>(url: string) => ((await server.call('GET', url)).body as { data: Data }).data
  /** A product as the server answers it. */
  const stored = (id: number) => read<Product>(`/products/id/${id}`)

  const add = async (fields: object = {}, variants: readonly object[] = [], name = 'Aurora'): Promise<Product> => {
    const created = await server.call('POST', '/admin/products', { name, description: '', variants })
    const { id } = (created.body as { data: Product }).data
    if (Object.keys(fields).length > 0) await server.call('PUT', `/admin/products/${id}`, fields)
    return stored(id)
  }

  /** From here until the result is called the server cannot read or write these rows: a real failure. */
  const breakTable = async (table: 'product' | 'variant' | 'media_item'): Promise<() => Promise<void>> => {
    const { schema } = server.deps.db
    await schema.alterTable(table).renameTo(`${table}_away`).execute()
    return () => schema.alterTable(`${table}_away`).renameTo(table).execute()
  }

  return {
    ...rendered,
    go: (url: string, search = {}) => router.navigate({ to: url, search }),
    add,
    stored,
    storedVariant: (id: number) => read<Variant>(`/admin/variants/${id}`),
    breakTable,
    /** What the page sent by fetch with a method, oldest first. */
    sent: (method: string, url = '') => requests.filter((request) => request.method === method && (url === '' || request.url === url)),
  }
}

export type Started = Awaited<ReturnType<typeof startBeside>>
