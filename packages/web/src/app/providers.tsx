import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProvider, type Client } from '../api/context.tsx'
import { SessionProvider } from '../session/session-provider.tsx'
import type { Session } from '../session/session.ts'

interface Props {
  readonly client: Client
  readonly session: Session
  readonly queries: QueryClient
  /** The session ended or began: show or leave the login page. */
  readonly onSession: () => void
  readonly children: ReactNode
}

/** Provides the client, the query cache and the session to every screen. */
export function Providers({ client, session, queries, onSession, children }: Props) {
  const onSessionChange = (isAuthenticated: boolean) => {
    if (isAuthenticated) void queries.resetQueries()
    else queries.clear()
    onSession()
  }
  const onRightsChange = () => {
    // Cached data that is not on screen may be data that the role must not see.
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  }
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={client}>
        <SessionProvider session={session} onChange={onSessionChange} onRightsChange={onRightsChange}>
          {children}
        </SessionProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
