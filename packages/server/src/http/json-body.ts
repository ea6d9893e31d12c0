import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON bodies. An empty one is no body: clients that always say `application/json` (spec section 7) say it of calls
 * without a payload too.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
