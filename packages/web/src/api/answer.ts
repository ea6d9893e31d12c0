import { errorBody, errorStatus, type Answer, type Endpoint } from '@keydesk/contract'
import { z } from 'zod'
import { ApiError, unexpectedAnswerError } from './error.ts'

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
export function readAnswer<E extends Endpoint>(endpoint: E, received: Received): Reply<E> {
  if (received.status < 200 || received.status >= 300) throw refusal(received)
  const parsed = endpoint.response.safeParse(inEnvelope(endpoint.response, received.payload))
  if (parsed.success) return parsed.data as Reply<E>
  if (endpoint.method !== 'GET') return undefined as Reply<E>
  throw unexpectedAnswerError(received.status, parsed.error)
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
