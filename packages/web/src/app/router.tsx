import { tokenOfFragment, type Permission } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Client } from '../api/context.tsx'
import { orCodeError } from '../kit/code-error.ts'
import { addressText } from '../kit/use-address.ts'
import { isAllowed, isOwnHost, type Session } from '../session/session.ts'
import { LoginPage } from '../features/session/login-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFound } from './not-found.tsx'
import { PendingPage } from './pending-page.tsx'
import { homeOf, screens } from './screens.ts'

interface Context {
  readonly session: Session
  readonly queries: QueryClient
  readonly client: Client
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the login page: the address that was asked for. Kept in the history entry, so it survives a reload. */
    askedFor?: string
  }
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFound })

const homeFor = (session: Session): string => homeOf((permission) => isAllowed(session.get(), permission))

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ context, location }) => {
    const signed = context.session.get()
    if (signed === null || signed.user.two_factor_due === true || tokenOfFragment(`#${location.hash}`) !== null) return
    throw redirect({ to: homeFor(context.session), replace: true })
  },
  component: LoginPage,
})

/** Everything inside it needs a sign-in. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: ({ context, location }) => {
    const signed = context.session.get()
    if (signed === null || signed.user.two_factor_due === true)
      throw redirect({ to: '/login', replace: true, state: { askedFor: location.href } })
    // Without the Dashboard, the first screen that the role may use takes its place.
    const home = homeFor(context.session)
    if (location.pathname === '/' && home !== '/') throw redirect({ to: home, replace: true })
  },
  component: lazyRouteComponent(() => orCodeError(import('./frame.tsx')), 'Frame'),
})

const pages = screens.map(({ path, permission, code }) => {
  // The router reloads the page by itself when a module is missing, which shows nothing at all offline. A CodeError reaches the error page.
  const load = () => orCodeError(code())
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component: lazyRouteComponent(load, 'Page'),
    // A query that fails shows on the screen, in its own words.
    loader: async ({ context: { queries, client, session }, params, location }) => {
      const may = (wanted: Permission) => isAllowed(session.get(), wanted)
      if (!may(permission)) return
      const search: Readonly<Record<string, unknown>> = location.search
      const screen = await load()
      const isOwn = isOwnHost(session.get())
      await Promise.allSettled(screen.load({ queries, client, may, isOwnHost: isOwn, params, get: (name) => addressText(search[name]) }))
    },
  })
})

// The builder knows DEV, and drops the page with its code.
const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/kit',
        component: lazyRouteComponent(() => import('./kit-page/kit-page.tsx'), 'KitPage'),
      }),
    ]
  : []

const routeTree = root.addChildren([login, guarded.addChildren(pages), ...kit])

export function createAppRouter({ history, ...context }: Context & { readonly history?: RouterHistory }) {
  const router = createRouter({
    routeTree,
    history,
    context,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) moveFocus()
  })
  return router
}

/** The focused link went away with its page: the keyboard goes on at the start of the new one. */
function moveFocus(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** Shows the login page. Whoever lost the session gets back to where it was lost; unsaved edits are kept as drafts. */
export function showLogin(router: AppRouter, session: Session): void {
  const state = session.wasLoggedOut() ? {} : { askedFor: router.state.location.href }
  void router.navigate({ to: '/login', replace: true, ignoreBlocker: true, state })
}
