import { errorBody, errorStatus, type Answer, type Endpoint } from '@keydesk/contract'
import { z } from 'zod'
import { ApiError, unexpectedAnswerError } from './error.ts'
import { inSlices } from './in-slices.ts'

/** What came back, however it travelled. */
export interface Received {
  readonly status: number
  /** The parsed JSON, or undefined where there was none. */
  readonly payload: unknown
  readonly retryAfter: string | null
}

/**
 * What a caller gets: for reads what the contract promises. What a write answers is "not used" or "not shown" for a
 * foreign host (spec section 7), so there it may be undefined although the change was made.
 */
export type Reply<E extends Endpoint> = E['method'] extends 'GET' ? Answer<E> : Answer<E> | undefined

/** Turns what came back into the contract's answer, or throws an ApiError. */
export async function readAnswer<E extends Endpoint>(endpoint: E, received: Received): Promise<Reply<E>> {
  if (received.status < 200 || received.status >= 300) throw refusal(received)
  const answer = inEnvelope(endpoint.response, received.payload)
  const parsed = (await readLongList(endpoint.response, answer)) ?? endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data as Reply<E>
  if (endpoint.method !== 'GET') return undefined as Reply<E>
  throw unexpectedAnswerError(received.status, parsed.error)
}

/** From here on checking a list holds the page for longer than a frame on a slow machine. */
const longList = 100

/** An answer with a long list, read item by item. Undefined where it has none, or where something in it is not as it should be. */
async function readLongList(schema: z.ZodType, answer: unknown): Promise<z.ZodSafeParseResult<unknown> | undefined> {
  if (!(schema instanceof z.ZodObject) || !isRecord(answer)) return undefined
  const list: unknown = schema.shape.data
  if (!(list instanceof z.ZodArray) || !Array.isArray(answer.data) || answer.data.length < longList) return undefined
  const item = list.element as z.ZodType
  const data: unknown[] = []
  await inSlices(answer.data, (each) => {
    const read = item.safeParse(each)
    if (read.success) data.push(read.data)
  })
  if (data.length < answer.data.length) return undefined
  const rest = schema.safeParse({ ...answer, data: [] })
  return rest.success ? { success: true, data: { ...rest.data, data } } : rest
}

/** Hosts differ in whether they wrap an answer as `{ data }`; the contract says what the caller wants. */
function inEnvelope(schema: z.ZodType, payload: unknown): unknown {
  const isWrapped = isRecord(payload) && 'data' in payload
  if (!(schema instanceof z.ZodObject && 'data' in schema.shape)) return isWrapped ? payload.data : payload
  // An answer that the contract leaves empty is not looked at.
  if (schema.shape.data instanceof z.ZodNull) return { data: null }
  return isWrapped ? payload : { data: payload }
}

export function refusal({ status, payload, retryAfter }: Received): ApiError {
  const seconds = Number(retryAfter ?? Number.NaN)
  const details = { status, code: codeOf(status), retryAfter: Number.isFinite(seconds) ? seconds : null }
  const ours = errorBody.safeParse(payload)
  if (ours.success) return new ApiError(ours.data.message, { ...details, ...ours.data })
  if (isRecord(payload) && typeof payload.message === 'string') return new ApiError(payload.message, details)
  return new ApiError('The server did not answer as expected.', { ...details, code: unexpectedAnswerError(status).code })
}

const codeOf = (status: number): string => Object.entries(errorStatus).find(([, known]) => known === status)?.[0] ?? 'refused'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
