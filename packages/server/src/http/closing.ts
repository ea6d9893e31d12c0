import type { FastifyInstance } from 'fastify'

/** On shutdown, running requests are answered, and their connections end with the answer. */
export function closing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    // A kept-alive connection would keep the server waiting for its next request.
    if (isClosing) reply.header('connection', 'close')
  })
}
