import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProvider, type Client } from '../api/context.tsx'
import { SessionProvider } from '../session/session-provider.tsx'
import type { Session } from '../session/session.ts'

interface Props {
  readonly client: Client
  readonly session: Session
  readonly queries: QueryClient
  /** The session ended: show the login page. */
  readonly onSignedOut: () => void
  readonly children: ReactNode
}

/** What every screen uses: the client, the query cache, the session. */
export function Providers({ client, session, queries, onSignedOut, children }: Props) {
  const onSessionChange = (isAuthenticated: boolean) => {
    if (isAuthenticated) return void queries.resetQueries()
    queries.clear()
    onSignedOut()
  }
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={client}>
        <SessionProvider session={session} onChange={onSessionChange}>
          {children}
        </SessionProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
