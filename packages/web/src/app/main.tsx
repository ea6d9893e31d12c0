import '../api/no-eval.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
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
// What has run out is gone before the address says so.
session.check()
const ahead = createAhead({
  begun: window.earlyRead,
  host,
  token: () => session.get()?.token ?? null,
  transport: (url, init) => fetch(url, init),
})
const router = createAppRouter({ session, readAhead: ahead.ask })
const toLogin = () => void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })

// Each in a task of its own, between which the browser can answer. The shell in the page (shell.tsx) stands until the screen has come: React
// would take it away for an empty frame. Not awaited at the module's top: what is loaded imports parts of this module's file, and would wait
// for it.
setTimeout(() => void router.load().then(() => setTimeout(show)))

function show(): void {
  const { style } = document.documentElement
  // What the shell showed to be loading goes on doing so.
  style.setProperty('--waited', `${performance.now()}ms`)
  whenIdle(() => style.removeProperty('--waited'))
  const app = (
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
    </StrictMode>
  )
  const root = createRoot(document.getElementById('root')!)
  // A transition is drawn in slices.
  startTransition(() => root.render(app))
}
