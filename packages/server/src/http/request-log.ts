import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** Fastify makes a logger for each request to add its id. Our log lines add it themselves, which is cheaper. */
export function withoutChildren(log: Logger): FastifyBaseLogger {
  const logger: FastifyBaseLogger = Object.assign(Object.create(log) as Logger, { child: () => logger })
  return logger
}

/**
 * One line per request. It has the route and not the address, whose query may hold a customer's email or a key.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    if (reply.statusCode < 500 && (route === '/health' || route === '/ready' || route === '/metrics')) return
    request.log.info(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
