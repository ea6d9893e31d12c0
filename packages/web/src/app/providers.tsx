import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { createApi, type Transport } from '../api/call.ts'
import { ApiProvider } from '../api/context.tsx'
import { createDownload } from '../api/download.ts'
import { createUpload } from '../api/upload.ts'
import { ConfirmProvider } from '../kit/confirm.tsx'
import { SessionProvider } from '../session/session-provider.tsx'
import type { Session } from '../session/session.ts'

interface Props {
  readonly host: string
  readonly transport: Transport
  readonly session: Session
  readonly queries: QueryClient
  /** What was read ahead of time may be out of date. */
  readonly onWrite?: () => void
  /** The session ended: show the login page. */
  readonly onSignedOut: () => void
  readonly children: ReactNode
}

/** What every screen may ask for: the client, the cache, the session, a question to the person. */
export function Providers({ host, transport, session, queries, onWrite, onSignedOut, children }: Props) {
  const client = useMemo(() => {
    const connection = {
      host,
      token: () => session.get()?.token ?? null,
      // An answer that comes late, to a token of yesterday, must not end today's session.
      onUnauthorized: (token: string) => {
        // Another tab may have got a fresh one, by a changed password.
        session.check()
        if (token === session.get()?.token) session.end()
      },
      onWrite,
    }
    const [api, upload, download] = [createApi(connection, transport), createUpload(connection), createDownload(connection, transport)]
    return { host, api, upload, download }
  }, [host, transport, session, onWrite])

  const onSessionChange = (isAuthenticated: boolean) => {
    if (isAuthenticated) return void queries.resetQueries()
    queries.clear()
    onSignedOut()
  }

  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={client}>
        <SessionProvider session={session} onChange={onSessionChange}>
          <ConfirmProvider>{children}</ConfirmProvider>
        </SessionProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
