import { QueryClientProvider } from '@tanstack/react-query'
import {
  Outlet,
  type RouterHistory,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueries } from '../src/app/queries.ts'
import { KitProvider } from '../src/kit/kit-provider.tsx'
import { parseSearch, stringifySearch } from '../src/routes/search.ts'

/** Renders parts of the kit at `/`, without a server; `/elsewhere` is another page. */
export async function renderKit(parts: ReactNode, history: RouterHistory = createMemoryHistory({ initialEntries: ['/'] })) {
  const root = createRootRoute({
    component: () => (
      <KitProvider owner="ann">
        <Outlet />
      </KitProvider>
    ),
  })
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => (
        <main id="content" tabIndex={-1}>
          {parts}
        </main>
      ),
    }),
    createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <p>Elsewhere</p> }),
  ])
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await router.load()
  render(
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), router }
}
