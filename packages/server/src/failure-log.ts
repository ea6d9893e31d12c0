import type { Logger } from 'pino'
import { codeOf, isLate, isOfDisk, isUnavailable } from './db/failures.ts'
import { AppError } from './errors.ts'

/** What Keydesk depends on and may be away for a while. */
export const outages = ['database', 'database_timeout', 'disk', 'media_storage', 'discord', 'sign_in_provider'] as const
export type Outage = (typeof outages)[number]

/** The outage that an error comes from; undefined for a bug. */
export function outageOf(error: unknown): Outage | undefined {
  // files/away.ts wraps what the media storage throws.
  if (error instanceof AppError && error.kind === 'unavailable' && error.cause !== undefined) {
    return isOfDisk(error.cause) ? 'disk' : 'media_storage'
  }
  if (isOfDisk(error)) return 'disk'
  if (!isUnavailable(error)) return undefined
  return isLate(error) ? 'database_timeout' : 'database'
}

const windowMs = 1_000

/**
 * Logs what fails in calls and in the background, and counts it. An outage can break thousands of calls a second, so it is one line a second for each kind,
 * without a stack, at the level of a warning. Anything else is a fault: an error with its stack.
 */
export class FailureLog {
  /** Faults of this process. Only ever increases. */
  faults = 0
  /** Errors by outage, those without a line included. Only ever increase. */
  readonly outages = Object.fromEntries(outages.map((kind) => [kind, 0])) as Record<Outage, number>
  readonly #log: Logger
  /** By outage with a line in the last second: how many errors followed that line. */
  readonly #suppressed = new Map<Outage, number>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** @param log the log of a request, whose lines have its id */
  report(error: unknown, message: string, fields: object = {}, log: Pick<Logger, 'error' | 'warn'> = this.#log): void {
    const kind = outageOf(error)
    if (kind !== undefined) return this.outage(kind, error, message, fields, log)
    this.faults += 1
    // Only these fields: a driver's error object holds the query's parameters, which may be keys.
    const { name, code, stack, cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : { stack: String(error) }
    log.error({ ...fields, name, code, stack, cause: cause instanceof Error ? cause.stack : undefined }, message)
  }

  outage(kind: Outage, error: unknown, message: string, fields: object = {}, log: Pick<Logger, 'warn'> = this.#log): void {
    this.outages[kind] += 1
    const suppressed = this.#suppressed.get(kind)
    if (suppressed !== undefined) {
      this.#suppressed.set(kind, suppressed + 1)
      return
    }
    const { cause = error } = error instanceof AppError ? error : {}
    const reason = cause instanceof Error ? cause.message : String(cause)
    log.warn({ ...fields, outage: kind, code: codeOf(cause) || undefined, reason }, message)
    this.#openWindow(kind)
  }

  #openWindow(kind: Outage): void {
    this.#suppressed.set(kind, 0)
    setTimeout(() => {
      const suppressed = this.#suppressed.get(kind)
      this.#suppressed.delete(kind)
      if (suppressed === undefined || suppressed === 0) return
      this.#log.warn({ outage: kind, suppressed }, 'more of the same outage')
      this.#openWindow(kind)
    }, windowMs).unref()
  }
}
