import { permissionsOf, type Role } from '@keydesk/contract'
import { createTestApp, testAdmin, type RecordingBot } from '@keydesk/server/testing'
import { onTestFinished } from 'vitest'
import { createApi, type Transport } from '../src/api/call.ts'
import { createSession, storedAs } from '../src/session/session.ts'

export interface Recorded {
  readonly method: string
  /** Path and query, without the host. */
  readonly url: string
  readonly headers: Record<string, string>
  /** The parsed JSON, or undefined. */
  readonly body: unknown
}

interface ServerOptions {
  readonly signedIn?: boolean
  /** What the browser takes the signed-in person for; to the server it is an owner. */
  readonly role?: Role
  /** With it the server runs the bot. */
  readonly bot?: RecordingBot
}

/**
 * The real server on a fresh database, listening on this machine, and a browser that is signed in to it. Gone when
 * the test ends. `requests` holds what the app sent with fetch, in order.
 */
export async function startServer({ signedIn = true, role = 'owner', bot }: ServerOptions = {}) {
  const server = await createTestApp({ corsOrigins: [location.origin], bot })
  const host = await server.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())

  if (signedIn) {
    localStorage.setItem(storedAs.token, server.token)
    localStorage.setItem(
      storedAs.user,
      JSON.stringify({ id: 1, username: testAdmin.username, email: testAdmin.email, role, permissions: permissionsOf[role] }),
    )
  }
  const requests: Recorded[] = []
  const transport: Transport = (url, init) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    requests.push({ method: init.method ?? 'GET', url: url.slice(host.length), headers: init.headers as Record<string, string>, body })
    // React's clean-up aborts with jsdom's AbortSignal, which the fetch of Node does not know.
    return fetch(url, { ...init, signal: undefined })
  }
  const api = createApi({ host, token: () => server.token, onUnauthorized: () => undefined }, (url, init) => fetch(url, init))
  return { server, host, session: createSession(localStorage), transport, requests, api }
}
