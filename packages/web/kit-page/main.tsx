import { RouterProvider, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../src/app/client.ts'
import { Providers } from '../src/app/providers.tsx'
import { createQueries } from '../src/app/queries.ts'
import { createSession } from '../src/session/session.ts'
import './kit-page.css'
import { KitPage } from './kit-page.tsx'

// The parts of the kit use what the app provides.
const session = createSession(localStorage)
const client = createClient({ host: location.origin, session, transport: (url, init) => fetch(url, init) })
const root = createRootRoute()
const kit = createRoute({ getParentRoute: () => root, path: '/kit', component: KitPage })
const router = createRouter({ routeTree: root.addChildren([kit]) })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client} session={session} queries={createQueries()} onSession={() => undefined}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
