import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import { ConfigError } from './config-error.ts'
import { readConfig, type Config } from './config.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { lockForServer } from './db/sqlite-lock.ts'
import { loadWebApp } from './http/web-app.ts'
import type { Bot } from '@keydesk/contract/bot-port'
import { migrateDeps, openDeps, startReadsMs } from './open-deps.ts'
import { startBotRunner } from './modules/discord/bot-runner.service.ts'
import { startMailSender } from './modules/mails/mail-channel.service.ts'
import { startWebhookSender } from './modules/webhooks/webhook-channel.service.ts'
import { failToStart } from './start-failure.ts'
import { startHousekeeping } from './housekeeping.ts'
import { withTimeLimit } from './time-limit.ts'

const newShop = '--new-shop'
const webRoot = join(import.meta.dirname, '../../web/dist')
/** How long running requests may take to finish after a stop signal. */
const finishMs = 10_000

/**
 * Runs the server until a stop signal. Ends the process with code 1 if the server cannot start.
 * @param openBot opens the chat service's client, from another package that only the entry point imports
 * @param args of the command line: `--new-shop` starts an empty shop where one was lost
 */
export async function run(
  variables: NodeJS.ProcessEnv,
  openBot: (apiBase: string | undefined) => Promise<Bot>,
  args: readonly string[] = [],
): Promise<void> {
  let config: Config | undefined
  try {
    const unknown = args.find((arg) => arg !== newShop)
    if (unknown !== undefined)
      throw new ConfigError(`The server has no option ${unknown}. Its settings are variables: see docs/operating.md.`)
    config = readConfig(variables)
    const { stop, url } = await start(config, openBot, args.includes(newShop))
    stopOnSignals(stop, config.DRAIN_SECONDS * 1_000 + finishMs)
    print(`Keydesk is ready at ${url}`)
  } catch (error) {
    failToStart(error, config)
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function start(
  config: Config,
  openBot: (apiBase: string | undefined) => Promise<Bot>,
  isNewShop: boolean,
): Promise<{ stop: () => Promise<void>; url: string }> {
  const { deps, databaseFile, disk, listensAt, close } = await openDeps(config, { isNewShop })
  try {
    // Released when the process ends, after everything is closed.
    if (databaseFile !== null) lockForServer(databaseFile)
    await migrateDeps(config, deps)
    // Printed at once: if this start fails later, the next one does not print the password.
    for (const line of await withTimeLimit(startReadsMs, () => createFirstAdministrator(deps, config))) print(line)
    let isDraining = false
    let bot: Promise<Bot> | undefined
    const openOnce = () => (bot ??= openBot(config.DISCORD_API_BASE))
    const app = await createApp(deps, {
      web: loadWebApp(webRoot, config.BRAND_TITLE),
      corsOrigins: config.CORS_ORIGINS,
      trustedProxies: config.TRUSTED_PROXIES,
      metricsToken: config.METRICS_TOKEN,
      isDraining: () => isDraining,
      openBot: openOnce,
    })
    await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: () => 'listening' })
    const bound = app.server.address()
    const url = addressOf(config.HOST, typeof bound === 'object' && bound !== null ? bound.port : config.PORT)
    listensAt(url)
    const watching = disk?.watch()
    const housekeeping = startHousekeeping(deps)
    const runner = startBotRunner(deps, openOnce)
    const senders = [startWebhookSender(deps), startMailSender(deps)]
    const stop = async () => {
      isDraining = true
      await wait(config.DRAIN_SECONDS * 1_000)
      await app.close()
      // Side by side: one that waits for an answer must not keep another from recording what it sent.
      await Promise.all([watching?.stop(), housekeeping.stop(), runner.stop(), ...senders.map((sender) => sender.stop())])
      await close()
    }
    return { stop, url }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** @param patienceMs a request that never ends must not keep the process alive longer than this */
function stopOnSignals(stop: () => Promise<void>, patienceMs: number): void {
  let stopping = false
  const end = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  // The launcher holds the other end. If the launcher is killed and cannot pass on a signal, the channel closes and this process stops.
  process.on('disconnect', end)
}

/** An address that a person can open: a server that listens on all interfaces is reachable as localhost. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
