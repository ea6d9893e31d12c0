import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { LoginPage } from '../features/session/login-page.tsx'
import { Loading } from '../kit/loading.tsx'
import type { Session } from '../session/session.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFound } from './not-found.tsx'
import { screens } from './screens.ts'

interface Context {
  readonly session: Session
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFound })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ context }) => {
    if (context.session.get() !== null) throw redirect({ to: '/', replace: true })
  },
  component: LoginPage,
})

/** Everything inside it needs a sign-in. The frame is fetched with the first of them, so that the login page stays small. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: ({ context }) => {
    if (context.session.get() === null) throw redirect({ to: '/login', replace: true })
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})

const pages = screens.map((screen) => createRoute({ getParentRoute: () => guarded, path: screen.path, component: screen.page }))

const routeTree = root.addChildren([login, guarded.addChildren(pages)])

export function createAppRouter(session: Session, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { session },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
