import type { RecordingBot } from '@keydesk/server/testing'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Providers } from '../src/app/providers.tsx'
import { createQueries } from '../src/app/queries.ts'
import { createAppRouter } from '../src/app/router.tsx'
import { Toasts } from '../src/kit/toasts.tsx'
import { TooltipProvider } from '../src/kit/tooltip.tsx'
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
  return show(started, createRouter({ routeTree: root.addChildren([route]), history }))
}

/** Renders the whole app at an address. */
export async function renderApp(url: string, options?: Parameters<typeof startServer>[0]) {
  const started = await startServer(options)
  return show(started, createAppRouter(started.session, createMemoryHistory({ initialEntries: [url] })))
}

function show(started: Started, router: AnyRouter) {
  const { server, host, session, transport, requests, api } = started
  const isWholeApp = 'session' in (router.options.context ?? {})
  const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  render(
    <Providers host={host} transport={transport} session={session} queries={createQueries()} onSignedOut={toLogin}>
      <TooltipProvider>
        <RouterProvider router={router} />
        {!isWholeApp && <Toasts />}
      </TooltipProvider>
    </Providers>,
  )
  const user = userEvent.setup()
  return { app: server.app, server, api, user, router, session, requests }
}
