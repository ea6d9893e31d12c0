import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Session } from '../session/session.ts'
import { Providers } from './providers.tsx'
import { createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'
import { SidebarOfShell } from './sidebar-state.ts'

export type SidebarState = 'expanded' | 'collapsed'

const never = () => new Promise<never>(() => undefined)
const nothing = () => undefined
const nobody = { token: '', user: { id: 0, username: '', email: '' } }

/**
 * What an address shows before any answer has come, as HTML: drawn when the app is built, and put into the page by the server, so that a
 * person sees the screen while its code is still under way. Nothing in it can be used; the app draws the same over it.
 */
export async function renderShell(path: string, sidebar: SidebarState): Promise<string> {
  const session: Session = {
    get: path === '/login' ? () => null : () => nobody,
    ...{ subscribe: () => nothing, start: nothing, end: nothing, check: nothing },
  }
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ session, readAhead: nothing, history })
  // It would be done by a script of its own in the page.
  router.update({ ...router.options, scrollRestoration: false })
  await router.load()
  return renderToStaticMarkup(
    <SidebarOfShell value={sidebar}>
      <Providers host="" transport={never} session={session} queries={createQueries()} onSignedOut={nothing}>
        <RouterProvider router={router} />
      </Providers>
    </SidebarOfShell>,
  )
}
