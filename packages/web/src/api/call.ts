import { type Answer, type CallInput, type Endpoint, leftOutHeader, viewAsHeader } from '@keydesk/contract'
import { type AddressParts, absolute, pathOf } from './address.ts'
import type { ListPage, Received, Reply } from './answer.ts'
import { unreachableError } from './error.ts'

export { ApiError } from './error.ts'

export type Transport = (url: string, init: RequestInit) => Promise<Response>
interface CallOptions {
  readonly signal?: AbortSignal
  /** For calls of the store API: the same key gets the same answer again. */
  readonly idempotencyKey?: string
}
export type Api = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) => Promise<Reply<E>>

type RowOf<E extends Endpoint> =
  Answer<E> extends readonly (infer Row)[] ? Row : Answer<E> extends { data: readonly (infer Row)[] } ? Row : never

/** Reads one page of a list, whether the answer is the bare list or wraps it. */
export type ListApi = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) => Promise<ListPage<RowOf<E>>>

export interface Connection {
  /** The API's origin. */
  readonly host: string
  readonly token: () => string | null
  /** The role that an owner views as. */
  readonly viewing?: () => string | null
  /** Our own server pages its lists; another host answers whole lists and is not asked for pages. */
  readonly isOwnHost?: () => boolean
  /** The token that a call was made with was rejected. */
  readonly onUnauthorized: (token: string) => void
  /** Fields are left out of an answer, because the person lacks these permissions. Called before anybody sees the answer. */
  readonly onLeftOut?: (permissions: readonly string[]) => void
}

/** The one client. The token travels as the whole Authorization value, without a prefix. */
export const createApi =
  (connection: Connection, transport: Transport): Api =>
  async (endpoint, input, options) => {
    const [{ readAnswer }, received] = await Promise.all([loadReader(), exchange(connection, transport, endpoint, input, options)])
    return readAnswer(endpoint, received)
  }

export const createListApi =
  (connection: Connection, transport: Transport): ListApi =>
  async (endpoint, input, options) => {
    const sent = connection.isOwnHost?.() === false ? withoutPages(input as AddressParts) : input
    const [{ readPage }, received] = await Promise.all([loadReader(), exchange(connection, transport, endpoint, sent, options)])
    return readPage(endpoint, received)
  }

/** Keeps the filters and drops the page size, for hosts that do not page. */
function withoutPages(input: AddressParts): AddressParts {
  const { limit: _, ...query } = { ...input.query }
  return { ...input, query }
}

/** The headers that say who calls, and as which role. */
export function credentialsOf(connection: Connection): { token: string | null; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  const token = connection.token()
  if (token !== null) headers['authorization'] = token
  const viewing = connection.viewing?.() ?? null
  if (viewing !== null) headers[viewAsHeader] = viewing
  return { token, headers }
}

/** Loaded late: the login page shows before the schemas are there, for the links of its last line and for the sign-in. */
export const loadReader = () => import('./answer.ts')

async function exchange(
  connection: Connection,
  transport: Transport,
  endpoint: Endpoint,
  input: unknown,
  options?: CallOptions,
): Promise<Received> {
  const { body, ...parts } = input as AddressParts & { body?: unknown }
  const { token, headers } = credentialsOf(connection)
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options?.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey

  const init: RequestInit = {
    method: endpoint.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: options?.signal,
  }
  const response = await send(transport, absolute(connection.host, pathOf(endpoint, parts)), init)
  const { status, headers: answered } = response
  const payload: unknown = await response.json().catch((error: unknown) => {
    // A SyntaxError: the answer is not JSON. Any other error: the connection broke during the answer, and a write is stored already.
    if (error instanceof SyntaxError || endpoint.method !== 'GET') return undefined
    if (init.signal?.aborted) throw error
    throw unreachableError(error)
  })
  const leftOut = answered.get(leftOutHeader)
  if (leftOut !== null) connection.onLeftOut?.(leftOut.split(' '))
  return {
    status,
    payload,
    isSessionEnd: handleSessionEnd(connection, token, endpoint, status, payload),
    header: (name) => answered.get(name),
  }
}

/**
 * Whether an answer says that the session has ended; if so, reports the token as rejected. A 401 of a sign-in means wrong credentials and
 * ends nothing. A foreign host may answer 401 to a call that it does not know, so beyond the basic calls only Keydesk's own code counts.
 * @param token the token of the call
 */
export function handleSessionEnd(
  connection: Connection,
  token: string | null,
  { access, beyondSpec }: Pick<Endpoint, 'access' | 'beyondSpec'>,
  status: number,
  payload: unknown,
): boolean {
  // An API key that is refused is not the person's session.
  if (status !== 401 || access === 'public' || access === 'store') return false
  if (beyondSpec === true && (payload as { code?: unknown } | null)?.code !== 'unauthenticated') return false
  if (token !== null) connection.onUnauthorized(token)
  return true
}

export async function send(transport: Transport, url: string, init: RequestInit): Promise<Response> {
  try {
    return await transport(url, init)
  } catch (error) {
    // Anything that fetch throws without an abort is a network failure.
    if (init.signal?.aborted) throw error
    throw unreachableError(error)
  }
}
