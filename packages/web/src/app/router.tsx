import type { Permission } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router'
import type { Client } from '../api/context.tsx'
import { LoadFailure } from '../kit/feedback/load-failure.tsx'
import { frameRoute } from '../routes/frame.ts'
import { loginRoute } from '../routes/login.ts'
import { rootRoute } from '../routes/root.ts'
import { homeOf, screenRoutes } from '../routes/screens.ts'
import { parseSearch, stringifySearch } from '../routes/search.ts'
import { isAllowed, isOwnHost, type Session } from '../session/session.ts'

interface Options {
  readonly session: Session
  readonly queries: QueryClient
  readonly client: Client
  readonly history?: RouterHistory
}

const routeTree = rootRoute.addChildren([loginRoute, frameRoute.addChildren(screenRoutes)])

export function createAppRouter({ session, queries, client, history }: Options) {
  const may = (permission: Permission) => isAllowed(session.get(), permission)
  const router = createRouter({
    routeTree,
    history,
    context: { session, queries, client, may, isOwnHost: () => isOwnHost(session.get()), home: () => homeOf(may) },
    parseSearch,
    stringifySearch,
    // '/Products' is another path, which shows the not-found page.
    caseSensitive: true,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) moveFocus(router.state.location.hash)
  })
  return router
}

/** A screen that failed, or whose code could not be loaded. */
const ErrorPage = ({ error }: ErrorComponentProps) => (
  <div className="flex min-h-96 flex-col items-center justify-center">
    <LoadFailure error={error} />
  </div>
)

/** If the focused link has gone with its page, moves the focus to what opens the part in the address, or to the start of the new page. */
function moveFocus(hash: string): void {
  if (document.activeElement !== document.body) return
  const opener = hash === '' ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(hash)}"]`)
  const target = opener ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/**
 * Shows the login page without a session, and leaves it with one, also if another tab has signed in. After a lost session, signing in leads
 * back to the same address; unsaved edits are kept as drafts.
 */
export function followSession(router: AppRouter, session: Session): void {
  const { pathname, hash, href, state } = router.state.location
  const isAtLogin = pathname === '/login'
  // What a link to the login page led to must stay, such as the sentence that the password is changed.
  if (isAtLogin && hash !== '') return
  if (session.get() === null) {
    const lostBy = session.lostBy()
    const asked = lostBy === null ? {} : { askedFor: href, lostBy }
    void router.navigate({ to: '/login', replace: true, ignoreBlocker: true, state: asked })
  } else if (isAtLogin) void router.navigate({ href: state.askedFor ?? '/', replace: true })
}
