import type { Product } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderPage } from '../../../test/render-page.tsx'

/** Starts beside the page, so that a test can fill the database before the page asks for anything. */
export async function startBeside(page: ReactNode, path: string) {
  const rendered = await renderPage(page, { path, url: '/beside' })
  await screen.findByText('Another page')
  const { server, router, requests } = rendered

  return {
    ...rendered,
    go: (url: string, search = {}) => router.navigate({ to: url, search }),
    /** A product as the server answers it. */
    async add(fields: object = {}, variants: readonly object[] = [], name = 'Aurora'): Promise<Product> {
      const created = await server.call('POST', '/admin/products', { name, description: '', variants })
      const { id } = (created.body as { data: Product }).data
      if (Object.keys(fields).length > 0) await server.call('PUT', `/admin/products/${id}`, fields)
      return this.stored(id)
    },
    async stored(id: number): Promise<Product> {
      return ((await server.call('GET', `/products/id/${id}`)).body as { data: Product }).data
    },
    /** What the page sent by fetch with a method, oldest first. */
    sent: (method: string, url: string | RegExp = /./) =>
      requests.filter((request) => request.method === method && (typeof url === 'string' ? request.url === url : url.test(request.url))),
    /** From here until the result is called the server cannot read or write these rows: a real failure. */
    async breakTable(table: 'product' | 'variant' | 'media_item'): Promise<() => Promise<void>> {
      const { schema } = server.deps.db
      await schema.alterTable(table).renameTo(`${table}_away`).execute()
      return () => schema.alterTable(`${table}_away`).renameTo(table).execute()
    },
  }
}

export type Started = Awaited<ReturnType<typeof startBeside>>
