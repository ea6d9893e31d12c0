import { absolute, pathOf } from './address.ts'
import { type Connection, type Transport, credentialsOf, heedSessionEnd, loadReader, send } from './call.ts'

export interface Downloaded {
  readonly blob: Blob
  /** As the server names the file, where it does and the browser may know. */
  readonly name: string | null
}

export type Download = (path: string, query: Record<string, unknown>) => Promise<Downloaded>

/** Files are beyond the basic calls. */
const file = { access: 'staff', beyondSpec: true } as const

/** Fetches a file, which a plain link cannot do because it carries no token. */
export function createDownload(connection: Connection, transport: Transport): Download {
  return async (path, query) => {
    const { token, headers } = credentialsOf(connection)
    const response = await send(transport, absolute(connection.host, pathOf({ path }, { query })), { method: 'GET', headers })
    if (response.ok) return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) }
    const payload: unknown = await response.json().catch(() => undefined)
    const isSessionEnd = heedSessionEnd(connection, token, file, response.status, payload)
    const { refusal } = await loadReader()
    throw refusal({ status: response.status, payload, isSessionEnd, header: (name) => response.headers.get(name) })
  }
}

const fileName = (disposition: string | null): string | null => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
