import { countDropped, errorBody, errorStatus, rowsOf, type Answer, type Endpoint } from '@keydesk/contract'
import { z } from 'zod'
import { ApiError, unexpectedAnswer, unexpectedAnswerError, withoutSentence } from './error.ts'

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
  if (received.status < 200 || received.status >= 300) throw refusal(received, endsSession(endpoint))
  const schema = dropBadRows(endpoint.read ?? endpoint.response)
  const answer = inEnvelope(schema, received.payload)
  const { result, dropped } = countDropped(() => schema.safeParse(answer))
  if (dropped > 0) console.warn(`${endpoint.method} ${endpoint.path}: unreadable rows left out: ${dropped}`)
  if (result.success) return result.data as Reply<E>
  if (endpoint.method !== 'GET') return undefined as Reply<E>
  throw unexpectedAnswerError(received.status, result.error)
}

/**
 * Whether a 401 ends the session. Not for signing in, where it means wrong credentials, and not for calls that a
 * foreign host need not know.
 */
export const endsSession = ({ access, beyondSpec }: Endpoint): boolean => access !== 'public' && beyondSpec !== true

/** One bad row of a list, bare or wrapped, costs that row alone. */
function dropBadRows(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return rowsOf(schema.element as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return schema
  const { data } = schema.shape as { data?: z.ZodType }
  return data instanceof z.ZodArray ? schema.extend({ data: dropBadRows(data) }) : schema
}

/** Hosts differ in whether they wrap an answer as `{ data }`; the contract says what the caller wants. */
function inEnvelope(schema: z.ZodType, payload: unknown): unknown {
  const isWrapped = isRecord(payload) && 'data' in payload
  if (!(schema instanceof z.ZodObject && 'data' in schema.shape)) return isWrapped ? payload.data : payload
  // An answer that the contract leaves empty is not looked at.
  if (schema.shape.data instanceof z.ZodNull) return { data: null }
  return isWrapped ? payload : { data: payload }
}

/** @param isSessionEnd whether a 401 of this call ends the session */
export function refusal({ status, payload, retryAfter }: Received, isSessionEnd: boolean): ApiError {
  const seconds = Number(retryAfter ?? Number.NaN)
  const details = {
    status,
    code: codeOf(status),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    isSessionEnd: isSessionEnd && status === 401,
    ...errorBody.safeParse(payload).data,
  }
  const message = isRecord(payload) ? payload.message : undefined
  // A blank message counts as none.
  if (typeof message === 'string' && message.trim() !== '') return new ApiError(message, details)
  return new ApiError(withoutSentence, { ...details, code: unexpectedAnswer })
}

const codeOf = (status: number): string => Object.entries(errorStatus).find(([, known]) => known === status)?.[0] ?? 'refused'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
