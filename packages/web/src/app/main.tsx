import '../api/no-eval.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAhead } from '../api/ahead.ts'
import { createSession } from '../session/session.ts'
import '../styles/base.css'
import { Providers } from './providers.tsx'
import { createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'

const host = import.meta.env.VITE_API_HOST || location.origin
const session = createSession(localStorage)
const ahead = createAhead({ host, token: () => session.get()?.token ?? null, transport: (url, init) => fetch(url, init) })
const router = createAppRouter({ session, readAhead: ahead.ask })
const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers
      host={host}
      transport={ahead.transport}
      session={session}
      queries={createQueries()}
      onWrite={ahead.forget}
      onSignedOut={toLogin}
    >
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
