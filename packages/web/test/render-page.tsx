import type { RecordingBot } from '@keydesk/server/testing'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, type AnyRouter } from '@tanstack/react-router'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createAppRouter } from '../src/app/router.tsx'
import { show } from './show.tsx'
import { startServer } from './start-server.ts'

type Started = Awaited<ReturnType<typeof startServer>>

interface PageOptions {
  /** As the router writes it: `/products/$id`. */
  readonly path?: string
  /** Where the browser stands. */
  readonly url?: string
  /** With it the server runs the bot. */
  readonly bot?: RecordingBot
}

/** Renders one page, without the frame, against the real server in this process, signed in. */
export async function renderPage(page: ReactNode, { path = '/', url = path, bot }: PageOptions = {}) {
  const started = await startServer({ bot })
  const root = createRootRoute({ notFoundComponent: () => <p>Another page</p> })
  const route = createRoute({ getParentRoute: () => root, path, component: () => page })
  const history = createMemoryHistory({ initialEntries: [url] })
  return start(started, createRouter({ routeTree: root.addChildren([route]), history }), { isWholeApp: false })
}

/** Renders the whole app at an address. */
export async function renderApp(url: string, options?: Parameters<typeof startServer>[0]) {
  const started = await startServer(options)
  return start(started, createAppRouter(started.session, createMemoryHistory({ initialEntries: [url] })), { isWholeApp: true })
}

function start(started: Started, router: AnyRouter, { isWholeApp }: { readonly isWholeApp: boolean }) {
  const { server, host, session, transport, requests, api } = started
  const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  show(router, { host, transport, session, onSignedOut: toLogin, hasToasts: isWholeApp })
  return { app: server.app, server, api, user: userEvent.setup(), router, session, requests }
}
