/** What may go wrong with one request, as the service or the way to it would have it. */
export type Fault =
  | { readonly is: 'rate_limit'; readonly seconds: number }
  | { readonly is: 'status'; readonly status: number; readonly code?: number }
  /** The connection is cut, before anything happened or after the message was recorded. */
  | { readonly is: 'cut'; readonly when: 'before' | 'after' }
  /** No answer ever comes. */
  | { readonly is: 'silence' }

export interface Asked {
  readonly method: string
  readonly path: string
  /** How many requests there were so far, this one included. */
  readonly count: number
  /** What was sent; empty for nothing. */
  readonly body: Readonly<Record<string, unknown>>
}

export type FaultPlan = (asked: Asked) => Fault | null

const messages: Record<number, string> = {
  10003: 'Unknown Channel',
  50001: 'Missing Access',
  50013: 'Missing Permissions',
  0: 'Something broke',
}

export const errorJson = (code: number, message = messages[code] ?? 'Refused') => ({ message, code })
