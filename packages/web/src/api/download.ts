import { absolute, pathOf } from './address.ts'
import { type Connection, type Transport, credentialsOf, handleSessionEnd, loadReader, send } from './call.ts'

interface Downloaded {
  readonly blob: Blob
  /** The server's name for the file; null if it sends none or CORS hides the header. */
  readonly name: string | null
}

export type Download = (path: string, query: Record<string, unknown>) => Promise<Downloaded>

/** Files are not among the basic calls. */
const file = { access: 'staff', beyondSpec: true } as const

/** Fetches a file. A plain link cannot do this: it carries no token. */
export function createDownload(connection: Connection, transport: Transport): Download {
  return async (path, query) => {
    const { token, headers } = credentialsOf(connection)
    const response = await send(transport, absolute(connection.host, pathOf({ path }, { query })), { method: 'GET', headers })
    if (response.ok) return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) }
    const payload: unknown = await response.json().catch(() => undefined)
    const isSessionEnd = handleSessionEnd(connection, token, file, response.status, payload)
    const { refusal } = await loadReader()
    throw refusal({ status: response.status, payload, isSessionEnd, header: (name) => response.headers.get(name) })
  }
}

const fileName = (disposition: string | null): string | null => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
