/** A fault of the service or of the network in one request. */
export type Fault =
  | { readonly is: 'rate_limit'; readonly seconds: number }
  | { readonly is: 'status'; readonly status: number; readonly code?: number }
  /** The connection is cut, before anything happened or after the message was recorded. */
  | { readonly is: 'cut'; readonly when: 'before' | 'after' }
  /** No answer ever comes. */
  | { readonly is: 'silence' }

export interface FaultyRequest {
  readonly method: string
  readonly path: string
  /** The number of the request, from 1. */
  readonly count: number
  /** The body; an empty object without one. */
  readonly body: Readonly<Record<string, unknown>>
}

export type FaultPlan = (request: FaultyRequest) => Fault | null

const messages: Record<number, string> = {
  10003: 'Unknown Channel',
  50001: 'Missing Access',
  50013: 'Missing Permissions',
  0: 'Something broke',
}

export const errorJson = (code: number, message = messages[code] ?? 'Refused') => ({ message, code })
