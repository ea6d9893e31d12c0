import type { FastifyInstance } from 'fastify'

/** One line per request. Logs the route, not the address, whose query may contain a customer's email or a key. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    if (reply.statusCode < 500 && (route === '/health' || route === '/ready' || route === '/metrics')) return
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
}
