import type { RecordingBot } from '@keydesk/server/testing'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderPage } from './render-page.tsx'

/** Starts beside a page, so that a test can fill the database before the page asks for anything. */
export async function startBeside(page: ReactNode, path: string, bot?: RecordingBot) {
  const rendered = await renderPage(page, { path, url: '/beside', bot })
  await screen.findByText('Another page')
  const { server, router, requests } = rendered
  return {
    ...rendered,
    go: (url: string, search = {}) => router.navigate({ to: url, search }),
    /** What the page sent by fetch with a method, oldest first. */
    sent: (method: string, url: string | RegExp = /./) =>
      requests.filter((request) => request.method === method && (typeof url === 'string' ? request.url === url : url.test(request.url))),
    /** What the server answers the administrator, or who else has the token; a refusal fails the test. */
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token?: string): Promise<never> {
      const answer = await server.call(method, url, body, { token })
      if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** From here until the result is called the server cannot read or write these rows: a real failure. */
    async breakTable(table: string): Promise<() => Promise<void>> {
      const { schema } = server.deps.db
      await schema.alterTable(table).renameTo(`${table}_away`).execute()
      return () => schema.alterTable(`${table}_away`).renameTo(table).execute()
    },
  }
}
