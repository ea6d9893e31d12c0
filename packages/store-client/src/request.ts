import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from './store-error.ts'

export interface RequestOptions {
  /** The address of Keydesk, without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  /** How many attempts a call gets while the server is busy or unreachable. */
  readonly attempts: number
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object | undefined
  /** The same in every attempt, so that a call whose answer is lost is not done twice. */
  readonly idempotencyKey?: string | undefined
}

/** The statuses of a busy server, and of a proxy that cannot reach it. 0 is no answer. */
const retryable = [0, 429, 502, 503, 504]

/** Makes a call, repeats it while another attempt may help, and returns the `data` of the answer. */
export async function request<T>(options: RequestOptions, call: Call): Promise<T> {
  // Other characters cannot be sent in a header: the call would look like one that gets no answer.
  if (call.idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(call.idempotencyKey))
    throw new StoreError(400, 'invalid_input', 'idempotencyKey must be 1 to 255 visible ASCII characters without blanks')
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(options, call)
    if (!retryable.includes(answer.status) || attempt >= options.attempts) return read(answer) as T
    await wait(pauseMs(attempt, answer.retryAfter))
  }
}

interface RawAnswer {
  /** 0 without an answer. */
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
  /** Why there is no answer. */
  readonly cause?: unknown
}

async function send({ url, apiKey, timeoutMs }: RequestOptions, { method, path, body, idempotencyKey }: Call): Promise<RawAnswer> {
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(url + path, { method, headers, ...sent, signal: AbortSignal.timeout(timeoutMs) })
    return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
  } catch (cause) {
    // An incomplete answer counts as none.
    return { status: 0, text: '', retryAfter: null, cause }
  }
}

/**
 * Milliseconds until the next attempt. The time that the server asks for, at most a minute, plus up to half of it at random: calls that were
 * refused together must not come back together. If it asks for none: 0.5, 1, 2 … 8 seconds, less up to a fifth.
 * @param retryAfter seconds or a date
 */
export function pauseMs(attempt: number, retryAfter: string | null): number {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds * 1000
  if (!Number.isNaN(asked)) return Math.min(60_000, Math.max(0, asked)) * (1 + 0.5 * Math.random())
  return Math.min(8_000, 250 * 2 ** attempt) * (0.8 + 0.2 * Math.random())
}

interface Body {
  readonly data?: unknown
  readonly message?: string
  readonly code?: string
  readonly fields?: Record<string, string>
}

function read({ status, text, cause }: RawAnswer): unknown {
  if (status === 0) throw new StoreError(0, 'unreachable', 'Keydesk did not answer', { cause })
  const body = parse(text)
  if (status < 300 && body.data !== undefined) return body.data
  const { message = `The answer has the status ${status}`, code = 'unexpected_answer', fields, data } = body
  throw new StoreError(status, code, message, { fields, data })
}

function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
