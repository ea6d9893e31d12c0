import type { RecordingBot } from '@keydesk/server/testing'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, type AnyRouter } from '@tanstack/react-router'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createAhead } from '../src/api/ahead.ts'
import type { Transport } from '../src/api/call.ts'
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

/** Renders the whole app at an address. `wanted` holds what screens read, whether or not it was on its way already. */
export async function renderApp(url: string, options?: Parameters<typeof startServer>[0]) {
  const started = await startServer(options)
  const { host, session } = started
  const ahead = createAhead({ host, token: () => session.get()?.token ?? null, transport: started.transport })
  const wanted: string[] = []
  const transport: Transport = (address, init) => {
    wanted.push(address.slice(host.length))
    return ahead.transport(address, init)
  }
  const router = createAppRouter({ session, readAhead: ahead.ask, history: createMemoryHistory({ initialEntries: [url] }) })
  return { wanted, ...start({ ...started, transport }, router, { isWholeApp: true, onWrite: ahead.forget }) }
}

interface StartOptions {
  readonly isWholeApp: boolean
  readonly onWrite?: () => void
}

function start(started: Started, router: AnyRouter, { isWholeApp, onWrite }: StartOptions) {
  const { server, host, session, transport, requests, api } = started
  const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  show(router, { host, transport, session, onWrite, onSignedOut: toLogin, hasToasts: isWholeApp })
  return { app: server.app, server, api, user: userEvent.setup(), router, session, requests }
}
