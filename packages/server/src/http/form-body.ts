import type { FastifyInstance } from 'fastify'

/** Reads the bodies of HTML forms as objects of texts. The last of several fields with one name counts. */
export function formBody(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
