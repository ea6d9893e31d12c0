import type { RecordingBot } from '@keydesk/server/testing'
import { type RouterHistory, createMemoryHistory } from '@tanstack/react-router'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createClient } from '../src/app/client.ts'
import { createQueries } from '../src/app/queries.ts'
import { createAppRouter, followSession } from '../src/app/router.tsx'
import { createPageRouter } from './page-router.tsx'
import { show } from './show.tsx'
import { startServer } from './start-server.ts'

interface PageOptions {
  /** The path of the screen that the page replaces: `/products/$id`. */
  readonly path?: string
  /** The browser's address. */
  readonly url?: string
  /** Runs the server with this bot. */
  readonly bot?: RecordingBot
  /** Mails by this SMTP_URL. */
  readonly smtpUrl?: string
}

/** Renders one page, without the frame, against the real server in this process, signed in. */
export async function renderPage(page: ReactNode, { path = '/', url = path, bot, smtpUrl }: PageOptions = {}) {
  const { server, session, requests, network, api, ...connection } = await startServer({ bot, smtpUrl })
  const router = createPageRouter(page, { path, history: createMemoryHistory({ initialEntries: [url] }) })
  const queries = createQueries()
  show(router, { client: createClient({ session, ...connection }), session, queries })
  return { app: server.app, server, api, user: userEvent.setup(), router, session, requests, network, queries }
}

/** Renders the whole app at an address, against the real server. In a tab (`openTab`), Back and closing it are real, too. */
export async function renderApp(
  url: string,
  options?: Parameters<typeof startServer>[0],
  history: RouterHistory = createMemoryHistory({ initialEntries: [url] }),
) {
  const { server, session, requests, network, api, ...connection } = await startServer(options)
  const client = createClient({ session, ...connection })
  const queries = createQueries()
  const router = createAppRouter({ session, queries, client, history })
  show(router, { client, session, queries, onSession: () => followSession(router, session) })
  return { app: server.app, server, api, user: userEvent.setup(), router, session, requests, network }
}
