import { Counter, Gauge, type Metric } from 'prom-client'
import type { Deps } from './deps.ts'
import { ageOfBackup } from './modules/backup/backup.service.ts'
import { isBotRunning, isBotWanted } from './modules/discord/bot.service.ts'
import { readWaiting } from './modules/outbox/outbox.service.ts'
import { countHeldByRestore } from './modules/restore-holds/restore-holds.service.ts'
import { countSoldOut } from './modules/variants/variants.service.ts'
import { listLiveTargets } from './modules/webhooks/webhooks.service.ts'
import { withTimeLimit } from './time-limit.ts'

/** Prometheus asks each server every few seconds, and the figures are the same on all servers. */
const cachedMs = 15_000
/** The figures may be late; the metrics of the process must not wait for them. */
const readMs = 2_000

type Values = number | Readonly<Record<string, number>>

/** Metrics of the shop and of what it depends on (docs/operating.md, What to watch). Counters belong to this process. */
export function shopMetrics(deps: Deps): Metric[] {
  const figures = cached(deps, () => withTimeLimit(readMs, () => readFigures(deps)))
  /** A figure that is not known, such as during an outage of the database, is NaN, or missing if it has a label. */
  const ofShop = (name: string, help: string, valueOf: (read: Figures) => Values, label?: string) =>
    gauge(name, help, async () => figures().then(valueOf, () => (label === undefined ? Number.NaN : {})), label)
  return [
    counter('keydesk_faults_total', 'Errors that are bugs: each is in the log, with its stack', () => deps.failures.faults),
    counter(
      'keydesk_outage_errors_total',
      'Errors because of something outside Keydesk, by what is away',
      () => deps.failures.outages,
      'outage',
    ),
    counter(
      'keydesk_housekeeping_failures_total',
      'Steps of the housekeeping that failed, by step',
      () => deps.housekeepingFailures,
      'step',
    ),
    counter('keydesk_webhook_attempts_total', 'Attempts to deliver to webhooks, by outcome', () => deps.webhooks.outcomes, 'outcome'),
    counter(
      'keydesk_mail_attempts_total',
      'Attempts to mail, by outcome; repeated are those after an unknown outcome',
      () => deps.mail?.outcomes ?? {},
      'outcome',
    ),
    counter('keydesk_outbox_given_up_total', 'Posts, deliveries and mails that were given up, by channel', () => deps.givenUp, 'channel'),
    ofShop('keydesk_outbox_waiting', 'Posts, deliveries and mails that are due, by channel', byChannel('count'), 'channel'),
    ofShop(
      'keydesk_outbox_oldest_seconds',
      'How long the oldest of them has waited, by channel; 0 if none waits',
      byChannel('oldestSeconds'),
      'channel',
    ),
    ofShop('keydesk_bot_connected', 'Whether the Discord bot runs on any server: 1 or 0', ({ bot }) => Number(bot.isRunning)),
    ofShop('keydesk_bot_failed', 'Whether the bot should run and does not: 1 or 0', ({ bot }) => Number(bot.isWanted && !bot.isRunning)),
    ofShop('keydesk_variants_sold_out', 'Variants without keys in stock; drafts do not count', ({ soldOut }) => soldOut),
    ofShop('keydesk_restore_held_keys', 'Keys that a restore holds until an owner decides', ({ held }) => held.keys),
    ofShop('keydesk_restore_held_messages', 'Messages that a restore holds until an owner decides', ({ held }) => held.messages),
    gauge(
      'keydesk_backup_age_seconds',
      'Seconds since the last backup; NaN if none is known',
      async () => (await withTimeLimit(readMs, () => ageOfBackup(deps)).catch(() => undefined)) ?? Number.NaN,
    ),
    gauge(
      'keydesk_database_connections_in_use',
      'Connections to PostgreSQL that this server is using',
      async () => deps.connections().inUse,
    ),
    gauge('keydesk_database_calls_waiting', 'What waits for such a connection', async () => deps.connections().waiting),
  ]
}

type Figures = Awaited<ReturnType<typeof readFigures>>

async function readFigures(deps: Deps) {
  const bot = { isRunning: await isBotRunning(deps), isWanted: await isBotWanted(deps) }
  const waiting = await readWaiting(deps, await listLiveTargets(deps.db))
  return { bot, waiting, soldOut: await countSoldOut(deps.db), held: await countHeldByRestore(deps.db) }
}

const byChannel = (key: 'count' | 'oldestSeconds') => (read: Figures) =>
  Object.fromEntries(Object.entries(read.waiting).map(([channel, waiting]) => [channel, waiting[key]]))

function cached<T>({ now }: Deps, read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let readAt = -Infinity
  return () => {
    const at = now().getTime()
    if (last === undefined || at - readAt >= cachedMs) {
      last = read()
      readAt = at
    }
    return last
  }
}

const gauge = (name: string, help: string, read: () => Promise<Values>, label?: string): Metric =>
  new Gauge({
    ...{ name, help, labelNames: label === undefined ? [] : [label], registers: [] },
    async collect() {
      const values = await read()
      this.reset()
      if (typeof values === 'number') this.set(values)
      else for (const [value, figure] of Object.entries(values)) this.set({ [label!]: value }, figure)
    },
  })

const counter = (name: string, help: string, read: () => Values, label?: string): Metric =>
  new Counter({
    ...{ name, help, labelNames: label === undefined ? [] : [label], registers: [] },
    collect() {
      const values = read()
      this.reset()
      if (typeof values === 'number') this.inc(values)
      else for (const [value, count] of Object.entries(values)) this.inc({ [label!]: value }, count)
    },
  })
