import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client'
import { forbidden, unauthenticated } from '../errors.ts'

/**
 * GET /metrics in the text format of Prometheus: the process, the duration of each route, and what else is given.
 * @param token METRICS_TOKEN, which a caller must send; if left out, only this machine may read the metrics
 */
export function metrics(app: FastifyInstance, token: string | null, others: readonly Metric[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of others) registry.registerMetric(metric)
  const durations = new Histogram({
    name: 'keydesk_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the address: each id would create a new series.
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? '(none)', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  const letIn = async (request: FastifyRequest): Promise<void> => {
    if (token === null && !isFromThisMachine(request)) {
      throw forbidden('Metrics are for this machine alone. Set METRICS_TOKEN to read them from elsewhere.')
    }
    if (token !== null && !isToken(request, token)) throw unauthenticated('The metrics need METRICS_TOKEN as a bearer token')
  }
  app.get('/metrics', { onRequest: letIn }, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}

/** A request forwarded by a local proxy comes from elsewhere. Check the connection, not the headers of a trusted proxy. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  const isForwarded = forwarding.some((name) => headers[name] !== undefined)
  return !isForwarded && (address === '::1' || /^(::ffff:)?127\./.test(address))
}

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

function isToken({ headers }: FastifyRequest, token: string): boolean {
  const [, presented = ''] = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(presented), digest(token))
}

/** Compare hashes: the comparison needs equal lengths. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
