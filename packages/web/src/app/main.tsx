import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSession } from '../session/session.ts'
import '../styles/base.css'
// In the first file: the login page and the frame share it, and neither is there at first.
import '../kit/controls/input.tsx'
import { createClient } from './client.ts'
import { Providers } from './providers.tsx'
import { createQueries } from './queries.ts'
import { createAppRouter, followSession } from './router.tsx'
import { printLight } from '../kit/theme.ts'

const session = createSession(localStorage)
// Clears an expired session.
session.check()
const client = createClient({ host: import.meta.env.VITE_API_HOST || location.origin, session, transport: (url, init) => fetch(url, init) })
const queries = createQueries()
const router = createAppRouter({ session, queries, client })

printLight()

// Fetches the screen's data before anything is drawn.
void router.load()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client} session={session} queries={queries} onSession={() => followSession(router, session)}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
