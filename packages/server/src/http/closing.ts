import type { FastifyInstance } from 'fastify'

/** On shutdown, running requests are answered, and their connections end with the answer. */
export function closing(app: FastifyInstance, stopping: AbortController): void {
  app.addHook('preClose', async () => {
    stopping.abort()
  })
  app.addHook('onSend', async (_request, reply) => {
    // A kept-alive connection would keep the server waiting for its next request.
    if (stopping.signal.aborted) reply.header('connection', 'close')
  })
}
