import { type Answer, type Endpoint, type PageMeta, countDropped, errorBody, errorStatus, rowsOf } from '@keydesk/contract'
import * as z from 'zod/mini'
import { ApiError, unexpectedAnswer, unexpectedAnswerError, withoutSentence } from './error.ts'

/** A received answer, from fetch or from XMLHttpRequest. */
export interface Received {
  readonly status: number
  /** The parsed JSON, or undefined. */
  readonly payload: unknown
  /** A 401 that ends the session. */
  readonly isSessionEnd: boolean
  readonly header: (name: string) => string | null
}

/** One page of a list. A foreign host answers its whole list as the only page. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Null for the last page. */
  readonly nextCursor: string | null
  /** The number of rows on the server, if the host counts them. */
  readonly total: number | undefined
}

/**
 * What a caller gets. A read answers what the contract promises. A write may answer undefined although the change was made: a foreign
 * host may answer it with anything.
 */
export type Reply<E extends Endpoint> = E['method'] extends 'GET' ? Answer<E> : Answer<E> | undefined

/** Parses an answer by the contract, or throws an ApiError. */
export function readAnswer<E extends Endpoint>(endpoint: E, received: Received): Reply<E> {
  if (received.status < 200 || received.status >= 300) throw refusal(received)
  const schema = dropBadRows(endpoint.read ?? endpoint.response)
  const answer = inEnvelope(schema, received.payload)
  const { result, dropped } = countDropped(() => schema.safeParse(answer))
  if (dropped > 0) console.warn(`${endpoint.method} ${endpoint.path}: unreadable rows left out: ${dropped}`)
  if (result.success) return result.data as Reply<E>
  if (endpoint.method !== 'GET') return undefined as Reply<E>
  throw unexpectedAnswerError(received.status, result.error)
}

/** Reads one page of a list. A bare list has its cursor and total in headers. */
export function readPage(endpoint: Endpoint, received: Received): ListPage<never> {
  const answer = readAnswer(endpoint, received) as readonly never[] | { data: readonly never[]; meta?: PageMeta }
  if ('data' in answer) return { rows: answer.data, nextCursor: answer.meta?.next_cursor ?? null, total: answer.meta?.total }
  const total = received.header('x-total-count')
  return { rows: answer, nextCursor: received.header('x-next-cursor'), total: total === null ? undefined : Number(total) }
}

/** Makes a schema leave out the bad rows of a list, bare or wrapped. */
function dropBadRows(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniArray) return rowsOf(schema.def.element as z.ZodMiniType)
  if (!(schema instanceof z.ZodMiniObject)) return schema
  const { data } = schema.shape as { data?: z.ZodMiniType }
  return data instanceof z.ZodMiniArray ? z.extend(schema, { data: dropBadRows(data) }) : schema
}

/** Wraps or unwraps `{ data }`: hosts differ, and the contract says which form the caller wants. */
function inEnvelope(schema: z.ZodMiniType, payload: unknown): unknown {
  const isWrapped = isRecord(payload) && 'data' in payload
  if (!(schema instanceof z.ZodMiniObject && 'data' in schema.shape)) return isWrapped ? payload.data : payload
  // The contract expects nothing here, so anything is accepted.
  if (schema.shape.data instanceof z.ZodMiniNull) return { data: null }
  return isWrapped ? payload : { data: payload }
}

export function refusal({ status, payload, isSessionEnd, header }: Received): ApiError {
  const seconds = Number(header('retry-after') ?? Number.NaN)
  const details = {
    status,
    code: codeOf(status),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    isSessionEnd,
    ...errorBody.safeParse(payload).data,
  }
  const message = isRecord(payload) ? payload.message : undefined
  // A blank message counts as none.
  if (typeof message === 'string' && message.trim() !== '') return new ApiError(message, details)
  return new ApiError(withoutSentence, { ...details, code: unexpectedAnswer })
}

const codeOf = (status: number): string => Object.entries(errorStatus).find(([, known]) => known === status)?.[0] ?? 'refused'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
