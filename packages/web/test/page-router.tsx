import { Outlet, type RouterHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KitProvider } from '../src/kit/kit-provider.tsx'
import { frameSearch } from '../src/routes/frame.ts'
import { screenRoutes, screens } from '../src/routes/screens.ts'
import { parseSearch, stringifySearch } from '../src/routes/search.ts'

/** A router that shows a page at the path of a screen, without the frame. It parses the address like the app. */
export function createPageRouter(page: ReactNode, { path: pathname, history }: { readonly path: string; readonly history: RouterHistory }) {
  const index = screens.findIndex(({ path }) => path === pathname || new RegExp(`^${path.replace('$id', '\\d+')}$`).test(pathname))
  const { validateSearch, params } = (screenRoutes[index]?.options ?? {}) as { validateSearch?: typeof frameSearch; params?: object }
  const root = createRootRoute({
    notFoundComponent: () => <p>Another page</p>,
    component: () => (
      <KitProvider owner="ann">
        <Outlet />
      </KitProvider>
    ),
  })
  const frame = createRoute({ getParentRoute: () => root, id: 'frame', validateSearch: frameSearch })
  const path: string = screens[index]?.path ?? pathname
  const route = createRoute({ getParentRoute: () => frame, path, validateSearch, params, component: () => page } as Parameters<
    typeof createRoute
  >[0])
  return createRouter({ routeTree: root.addChildren([frame.addChildren([route as never])]), history, parseSearch, stringifySearch })
}
