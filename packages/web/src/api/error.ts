interface Details {
  readonly code: string
  /** 0 when no answer came. */
  readonly status: number
  readonly fields?: Record<string, string>
  /** With `stale_version`: the state that is stored now. */
  readonly current?: unknown
  /** Seconds until another try makes sense, where the server said so. */
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

/** A call that failed. `message` is a sentence for a person, `code` the word for a program. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>
  readonly current: unknown
  readonly retryAfter: number | null

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.fields = details.fields ?? {}
    this.current = details.current
    this.retryAfter = details.retryAfter ?? null
  }

  /** Whether the sentence is the server's own rather than one of ours about the connection. */
  get isFromServer(): boolean {
    return this.status >= 400 && this.code !== unexpectedAnswer
  }
}

export const unreachable = 'unreachable'
export const unexpectedAnswer = 'unexpected_answer'

export const isUnauthenticated = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export function unreachableError(cause: unknown): ApiError {
  return new ApiError('The server cannot be reached. Check the connection and try again.', { code: unreachable, status: 0, cause })
}

export function unexpectedAnswerError(status: number, cause?: unknown): ApiError {
  return new ApiError('The server did not answer as expected.', { code: unexpectedAnswer, status, cause })
}
