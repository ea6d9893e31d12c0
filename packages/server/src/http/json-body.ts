import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** The deepest body of the contract, a product with its variants' keys, has four levels. */
const mostLevels = 32

/**
 * Reads JSON bodies. An empty one is no body: clients that always say `application/json` say it of calls
 * without a payload too. One that is nested deeper than any call needs is refused here, with 400: what goes through a body level by
 * level, as writing it as JSON does for an Idempotency-Key, would run out of stack.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    // The pieces of a large one have come in this turn, and reading and checking it take as long again: others have a turn in between.
    const next = body.length > largeLength ? setImmediate : atOnce
    const check = (error: Error | null, value?: unknown) => {
      if (error === null && isDeeperThan(mostLevels, value)) done(invalid('The body is nested too deeply'))
      else done(error, value)
    }
    next(() => void parse(request, body, (error, value) => next(check, error, value)))
  })
}

/** Some milliseconds of work. */
const largeLength = 500_000

const atOnce = <A extends unknown[]>(work: (...args: A) => void, ...args: A): void => work(...args)

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // A list of a hundred thousand keys is gone through without being copied first.
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => isDeeperThan(levels - 1, part))
}
