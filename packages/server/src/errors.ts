import { errorStatus, type ErrorKind, type RefusedPayout } from '@keydesk/contract'

interface Details {
  /** The code for programs; the kind's name by default. */
  readonly code?: string
  readonly fields?: Record<string, string>
  /** With `stale_version`: the state stored now. */
  readonly current?: unknown
  /** With `price_changed`: the current quote. With `payouts_refused`: which ones, and why. */
  readonly data?: unknown
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number
}

/** A failure that the caller should see. Any other error is a bug and becomes a 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  readonly details: Details

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message)
    this.kind = kind
    this.details = details
  }

  get status(): number {
    return errorStatus[this.kind]
  }
}

export const invalid = (message: string, fields?: Record<string, string>) => new AppError('invalid_input', message, { fields })
export const unauthenticated = (message = 'Please sign in', code?: string) => new AppError('unauthenticated', message, { code })
export const priceChanged = (quote: unknown) => new AppError('conflict', 'The price has changed', { code: 'price_changed', data: quote })
export const forbidden = (message = 'You may not do this. Ask an owner.', code?: string) => new AppError('forbidden', message, { code })
export const gone = (message: string, code?: string) => new AppError('gone', message, { code })
/** @param what a kind of thing without an article, such as `Order` */
export const notFound = (what: string, fields?: Record<string, string>) => new AppError('not_found', `${what} not found`, { fields })
export const nothingHere = () => new AppError('not_found', 'There is nothing at this address')
export const conflict = (message: string, code?: string) => new AppError('conflict', message, { code })
export const conflictAt = (field: string, message: string) => new AppError('conflict', message, { fields: { [field]: message } })
/** The deletion or change cannot be undone (docs/reference/history.md, Restoring). */
export const cannotRestore = (message: string) => new AppError('conflict', message, { code: 'cannot_restore' })
export const ruleViolated = (message: string, code?: string, fields?: Record<string, string>) =>
  new AppError('rule_violated', message, { code, fields })
/** @param refused the payouts that prevent it, and why (docs/reference/referrals.md, Payout runs) */
export const payoutsRefused = (refused: readonly RefusedPayout[]) =>
  new AppError('conflict', `Nothing was completed: ${refused.map(({ message }) => message).join('; ')}`, {
    code: 'payouts_refused',
    data: { refused },
  })
export const tooManyRequests = (message: string, retryAfter: number) => new AppError('too_many_requests', message, { retryAfter })

/** Another person saved first (docs/reference/calls.md, Two people editing). */
export const staleVersion = (what: string, current: unknown) =>
  new AppError('conflict', `This ${what} was changed by someone else in the meantime`, { code: 'stale_version', current })
