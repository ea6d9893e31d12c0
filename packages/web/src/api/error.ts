import { viewOnly } from '@keydesk/contract'

interface Details {
  readonly code: string
  /** 0 if there was no answer. */
  readonly status: number
  readonly fields?: Record<string, string>
  /** With `stale_version`: the state that is stored now. */
  readonly current?: unknown
  /** Data that comes with the refusal's sentence. */
  readonly data?: unknown
  /** False for a 401 that leaves the session alone. */
  readonly isSessionEnd?: boolean
  /** Seconds until another try makes sense, if the server sent them. */
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

/** A call that failed. `message` is for a person, `code` for a program. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>
  readonly current: unknown
  readonly data: unknown
  readonly retryAfter: number | null
  /** A 401 that ended the session. */
  readonly isSessionEnd: boolean

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.fields = details.fields ?? {}
    this.current = details.current
    this.data = details.data
    this.retryAfter = details.retryAfter ?? null
    this.isSessionEnd = details.isSessionEnd ?? details.status === 401
  }

  /** The server's own sentence, whatever the status; null if `message` is one of ours. */
  get serverMessage(): string | null {
    const isOurs = this.status < 400 || this.code === unexpectedAnswer
    return isOurs || this.message.trim() === '' ? null : this.message
  }
}

export const unreachable = 'unreachable'
export const unexpectedAnswer = 'unexpected_answer'

export const withoutSentence = 'The server did not answer as expected.'

/** The sentence to show for a failure: the server's own, or ours if it gave none, as in a toast. */
export const serverMessageOr = (error: unknown, ours: string): string => (error instanceof ApiError ? error.serverMessage : null) ?? ours

/** The sentence to show in a dialog that is still open: as above, but it also says that the server cannot be reached. */
export const messageOr =
  (ours: string) =>
  (error: ApiError): string =>
    error.code === unreachable ? error.message : serverMessageOr(error, ours)

/** Whether this failure ended the session. Such failures are silent. */
export const isUnauthenticated = (error: unknown): boolean => error instanceof ApiError && error.isSessionEnd

/** The person may not do this: by role or switch, or as an owner who views as a role (docs/reference/roles.md). */
export const isNotAllowed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === viewOnly)

/** The refusal of a host that does not know a call beyond the basic ones. The screen then does without it; other failures are shown. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError &&
  !error.isSessionEnd &&
  ([401, 404, 405, 501].includes(error.status) || (error.status < 300 && error.code === unexpectedAnswer))

/** The thing that was asked for does not exist, or not any more. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** What is on screen may be out of date: somebody else was faster, or the answer was lost. */
export const isOutOfDate = (error: unknown): boolean => error instanceof ApiError && [0, 404, 409, 410].includes(error.status)

/** The answer was lost: the server may have done what it was asked for. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && error.serverMessage === null

export function unreachableError(cause: unknown): ApiError {
  return new ApiError('The server cannot be reached. Check the connection and try again.', { code: unreachable, status: 0, cause })
}

export function unexpectedAnswerError(status: number, cause?: unknown): ApiError {
  return new ApiError(withoutSentence, { code: unexpectedAnswer, status, cause })
}

/** The data of a write's answer. Throws if the answer could not be read. */
export function dataOf<Data>(answer: { readonly data: Data } | undefined): Data {
  if (answer === undefined) throw unexpectedAnswerError(200)
  return answer.data
}
