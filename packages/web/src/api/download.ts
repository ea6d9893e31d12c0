import { absolute, pathOf } from './address.ts'
import { loadReader, send, type Connection, type Transport } from './call.ts'

export interface Downloaded {
  readonly blob: Blob
  /** As the server names the file, where it does and the browser may know. */
  readonly name: string | null
}

export type Download = (path: string, query: Record<string, unknown>) => Promise<Downloaded>

/** Fetches a file by the same rules as any call: a plain link could not carry the token. */
export function createDownload(connection: Connection, transport: Transport): Download {
  return async (path, query) => {
    const token = connection.token()
    const headers: Record<string, string> = token === null ? {} : { authorization: token }
    const response = await send(transport, absolute(connection.host, pathOf({ path }, { query })), { method: 'GET', headers })
    if (response.ok) return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) }

    if (response.status === 401 && token !== null) connection.onUnauthorized(token)
    const payload: unknown = await response.json().catch(() => undefined)
    const { refusal } = await loadReader()
    throw refusal({ status: response.status, payload, retryAfter: response.headers.get('retry-after') })
  }
}

const fileName = (disposition: string | null): string | null => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
