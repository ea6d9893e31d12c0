import type { FastifyInstance } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/** The deepest body of the contract, a product with its variants' keys, has four levels. */
const mostLevels = 32

/**
 * Reads JSON bodies. An empty one counts as no body: some clients always send `application/json`. A body that is nested deeper than any
 * call needs is refused with 400, because it would overflow the stack of recursive code, such as writing it as JSON for an Idempotency-Key.
 * Any other kind of body is 415, and so is a compressed one.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() !== 'identity') return done(new AppError('unsupported_media', 'The body must not be compressed'))
    // Parsing and checking a large body take long, so other requests run first.
    const next = body.length > largeBytes ? setImmediate : atOnce
    const check = (error: Error | null, value?: unknown) => {
      if (error === null && isDeeperThan(mostLevels, value)) done(invalid('The body is nested too deeply'))
      else done(error, value)
    }
    next(() => void parse(request, body, (error, value) => next(check, error, value)))
  })
}

/** Parsing or checking so large a body takes some milliseconds. */
export const largeBytes = 500_000

const atOnce = <A extends unknown[]>(work: (...args: A) => void, ...args: A): void => work(...args)

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // Walk a list of a hundred thousand keys without copying it.
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => isDeeperThan(levels - 1, part))
}
