import type { CallInput, Endpoint } from '@keydesk/contract'
import { absolute, pathOf, type AddressParts } from './address.ts'
import { endsSession, readAnswer, type Reply } from './answer.ts'
import { unreachableError } from './error.ts'

export { ApiError } from './error.ts'

export type Transport = (url: string, init: RequestInit) => Promise<Response>
export type Api = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: { readonly signal?: AbortSignal }) => Promise<Reply<E>>

export interface Connection {
  /** The API's origin. */
  readonly host: string
  readonly token: () => string | null
  /** The token that a call was made with was rejected. */
  readonly onUnauthorized: (token: string) => void
}

/** The one client. The token travels as the whole Authorization value, without a prefix (spec section 7). */
export function createApi(connection: Connection, transport: Transport): Api {
  return async (endpoint, input, options) => {
    const { body, ...parts } = input as AddressParts & { body?: unknown }
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    const token = connection.token()
    if (token !== null) headers.authorization = token

    const init: RequestInit = {
      method: endpoint.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options?.signal,
    }
    const response = await send(transport, absolute(connection.host, pathOf(endpoint, parts)), init)
    if (response.status === 401 && token !== null && endsSession(endpoint)) connection.onUnauthorized(token)
    const payload: unknown = await response.json().catch(() => undefined)
    return readAnswer(endpoint, { status: response.status, payload, retryAfter: response.headers.get('retry-after') })
  }
}

export async function send(transport: Transport, url: string, init: RequestInit): Promise<Response> {
  try {
    return await transport(url, init)
  } catch (error) {
    // Whoever aborted knows why; everything else that fetch throws is the network.
    if (init.signal?.aborted) throw error
    throw unreachableError(error)
  }
}
