import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { forbidden, unauthenticated } from '../errors.ts'

/**
 * GET /metrics in the text format of Prometheus: the process, the duration of each route, and the state of webhooks, mails, housekeeping and
 * backups.
 * @param token METRICS_TOKEN, which a caller must send; if left out, only this machine may read the metrics
 */
export function metrics(app: FastifyInstance, token: string | null, { deliveries, mails, sweepFailures, ageOfBackup }: Counted): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addDeliveries(registry, deliveries)
  addMails(registry, mails)
  const housekeeping = { name: 'keydesk_housekeeping_failures_total', help: 'Steps of the housekeeping that failed, by step' }
  registry.registerMetric(counterOf(housekeeping, 'step', sweepFailures))
  registry.registerMetric(
    new Gauge({
      name: 'keydesk_backup_age_seconds',
      help: 'Seconds since the last backup; NaN if none is known',
      registers: [],
      async collect() {
        this.set((await ageOfBackup().catch(() => undefined)) ?? Number.NaN)
      },
    }),
  )
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

/** Counts of the server itself. They belong to this process and only ever increase. */
export interface Counted {
  readonly deliveries: {
    readonly outcomes: Readonly<Record<string, number>>
    /** For the whole shop. */
    readonly countWaiting: () => Promise<number>
  }
  readonly mails: {
    readonly outcomes: Readonly<Record<string, number>>
    /** For the whole shop. */
    readonly countWaiting: () => Promise<number>
    /** Of the mail that waits longest. */
    readonly secondsWaiting: () => Promise<number>
  }
  readonly sweepFailures: Readonly<Record<string, number>>
  readonly ageOfBackup: () => Promise<number | undefined>
}

/** A counter that reports a record of counts, with one label. */
const counterOf = (about: { readonly name: string; readonly help: string }, label: string, counts: Readonly<Record<string, number>>) =>
  new Counter({
    ...about,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset()
      for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count)
    },
  })

/** Leaves out the addresses of receivers, which may contain secrets. */
function addDeliveries(registry: Registry, { outcomes, countWaiting }: Counted['deliveries']): void {
  const about = { name: 'keydesk_webhook_attempts_total', help: 'Attempts to deliver to webhooks, by outcome' }
  const attempts = counterOf(about, 'outcome', outcomes)
  registry.registerMetric(attempts)
  const waiting = 'Deliveries to webhooks that wait for their first or another attempt'
  registry.registerMetric(gaugeOf('keydesk_webhook_deliveries_waiting', waiting, countWaiting))
}

function addMails(registry: Registry, { outcomes, countWaiting, secondsWaiting }: Counted['mails']): void {
  const about = { name: 'keydesk_mail_attempts_total', help: 'Attempts to mail, by outcome; repeated are those after an unknown outcome' }
  registry.registerMetric(counterOf(about, 'outcome', outcomes))
  registry.registerMetric(gaugeOf('keydesk_mails_waiting', 'Mails that wait for their first or another attempt', countWaiting))
  registry.registerMetric(gaugeOf('keydesk_mails_oldest_seconds', 'How long the oldest waiting mail is due', secondsWaiting))
}

/** A figure of the database. Metrics are also requested while it is unavailable. */
const gaugeOf = (name: string, help: string, read: () => Promise<number>) =>
  new Gauge({
    ...{ name, help, registers: [] },
    async collect() {
      this.set(await read().catch(() => Number.NaN))
    },
  })

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
