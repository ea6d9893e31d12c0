import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSession } from '../session/session.ts'
import '../styles/base.css'
import { Providers } from './providers.tsx'
import { createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'

const session = createSession(localStorage)
const router = createAppRouter(session)
const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers
      host={import.meta.env.VITE_API_HOST || location.origin}
      transport={(url, init) => fetch(url, init)}
      session={session}
      queries={createQueries()}
      onSignedOut={toLogin}
    >
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
