import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { afterPaint } from '../kit/after-paint.ts'
import { Loading } from '../kit/loading.tsx'
import { noteStep } from '../kit/way-here.ts'
import type { Session } from '../session/session.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFound } from './not-found.tsx'
import { screens } from './screens.ts'

interface Context {
  readonly session: Session
  /** Asks for what a screen reads first, by the API's paths. */
  readonly readAhead: (paths: readonly string[]) => void
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFound })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ context }) => {
    if (context.session.get() !== null) throw redirect({ to: '/', replace: true })
  },
  component: lazyRouteComponent(() => import('../features/session/login-page.tsx'), 'LoginPage'),
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

const pages = screens.map(({ path, page, reads }) =>
  createRoute({
    getParentRoute: () => guarded,
    path,
    component: page,
    loader: ({ context, params, location }) => context.readAhead(reads({ params, isNarrowed: location.searchStr !== '' })),
  }),
)

const routeTree = root.addChildren([login, guarded.addChildren(pages)])

export function createAppRouter({ history, ...context }: Context & { readonly history?: RouterHistory }) {
  const router = createRouter({
    routeTree,
    history,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 150,
    // What has come shows at once, though the sign that it is coming was seen for an instant only.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
  router.history.subscribe(({ action: { type } }) => noteStep({ isBack: type !== 'PUSH' && type !== 'REPLACE' }))
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // Moving the focus makes the browser lay the page out at once, and again for the paint.
    if (fromLocation && pathChanged) afterPaint(moveFocus)
  })
  return router
}

/** The link that led here has gone with its page: the keyboard goes on where the new one begins, and not at the top of everything. */
function moveFocus(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

export type AppRouter = ReturnType<typeof createAppRouter>
