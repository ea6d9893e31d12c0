import type { RecordingBot } from '@keydesk/server/testing'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderPage } from './render-page.tsx'

/** Starts the server with another page shown, so that a test can fill the database before the page under test fetches anything. */
export async function startBeside(page: ReactNode, path: string, bot?: RecordingBot, smtpUrl?: string) {
  const rendered = await renderPage(page, { path, url: '/beside', bot, smtpUrl })
  await screen.findByText('Another page')
  const { server, router, requests } = rendered
  return {
    ...rendered,
    go: (url: string, search = {}) => router.navigate({ to: url, search }),
    /** The bodies that the page sent by a method, oldest first. */
    sent: (method: string, url: string | RegExp = /./) =>
      requests.filter((request) => request.method === method && (typeof url === 'string' ? request.url === url : url.test(request.url))),
    /** Calls the server as the administrator, or with another token. A refusal fails the test. */
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token?: string): Promise<never> {
      const answer = await server.call(method, url, body, { token })
      if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Renames a table, which is a real server failure, until the returned function is called. */
    async breakTable(table: string): Promise<() => Promise<void>> {
      const { schema } = server.deps.db
      await schema.alterTable(table).renameTo(`${table}_away`).execute()
      return () => schema.alterTable(`${table}_away`).renameTo(table).execute()
    },
  }
}
