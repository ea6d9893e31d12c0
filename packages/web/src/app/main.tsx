import '../api/no-eval.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAhead } from '../api/ahead.ts'
import { whenIdle } from '../kit/when-idle.ts'
import { createSession } from '../session/session.ts'
import '../styles/base.css'
import { Providers } from './providers.tsx'
import { createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'

const host = import.meta.env.VITE_API_HOST || location.origin
const session = createSession(localStorage)
const ahead = createAhead({
  begun: window.earlyRead,
  host,
  token: () => session.get()?.token ?? null,
  transport: (url, init) => fetch(url, init),
})
const router = createAppRouter({ session, readAhead: ahead.ask })
const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })

// The shell in the page (shell.tsx) stands until then; React would take it away for an empty frame. Not awaited at the module's top: what is
// loaded imports parts of this module's file, and would wait for it.
void router.load().then(show)

function show(): void {
  const { style } = document.documentElement
  // What the shell showed to be loading goes on doing so.
  style.setProperty('--waited', `${performance.now()}ms`)
  whenIdle(() => style.removeProperty('--waited'))
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
}
