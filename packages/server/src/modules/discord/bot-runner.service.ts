import { setTimeout as wait } from 'node:timers/promises'
import type { Bot, BotConnection, BotEvent, ConnectFailure } from '@keydesk/contract/bot-port'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { createLease, holdsLease, type OwnLease } from '../lease/lease.service.ts'
import { backoffMs, startSender } from '../outbox/outbox.service.ts'
import * as repo from './bot.repo.ts'
import { createBotLog, type Outcome } from './bot.service.ts'
import { backoff, discordChannel } from './discord-channel.service.ts'
import { hideToken, isFinal, describeChannelProblem, describeConnectFailure } from './failures.rules.ts'
import { openToken } from './settings.service.ts'

/** How often to check for commands from other servers, and the outbox. */
const usualCheckMs = 250
/** How often to renew the lease during its work: connecting or checking the channels may take longer than the lease lasts. */
const renewMs = 4_000
/** How long connecting may take (docs/reference/discord.md, Starting and stopping). */
const connectTimeoutMs = 15_000
/** How long a stop waits. A post that is being sent and its connection end sooner; a sign-in that gets no answer is left to itself. */
const stopMs = 8_000

/** Creates the chat service's client; called when the bot first runs. */
export type OpenBot = () => Promise<Bot>

/**
 * Runs the bot on the server that holds the lease: executes commands, keeps the bot connected if it should run, and sends the outbox. Every
 * server has one runner.
 */
export function startBotRunner(deps: Deps, openBot: OpenBot, { checkMs = usualCheckMs } = {}): { stop: () => Promise<void> } {
  const runner = new BotRunner(deps, openBot, checkMs)
  return { stop: () => runner.stop() }
}

export const createBotLease = (deps: Deps): OwnLease =>
  // The previous holder may have died while connected: without this, its connection would count as running under the new lease.
  createLease(deps, 'discord', (tx) => repo.updateBot(tx, { connected_at: null }))

/** An open connection and the sender that uses it. */
interface Session {
  readonly token: string
  readonly connection: BotConnection
  readonly end: () => Promise<void>
}

/** Another server has taken the lease over, and may have carried out the command that this one was at. */
class LeaseLost extends Error {}

class BotRunner {
  readonly #deps: Deps
  readonly #openBot: OpenBot
  readonly #checkMs: number
  readonly #lease: OwnLease
  readonly #ending = new AbortController()
  readonly #running: Promise<void>
  #bot: Bot | undefined
  #session: Session | null = null
  /** The newest command that any server had carried out when the running check began. */
  #handled = 0
  /** The token of the newest connection, to remove it from log lines. */
  #token = ''
  /** Connection events since the last check. */
  #events: BotEvent[] = []
  #failures = 0
  /** The earliest next attempt, by `performance.now()`; Infinity waits for a command. */
  #retryAt = 0
  readonly #log

  constructor(deps: Deps, openBot: OpenBot, checkMs: number) {
    this.#deps = deps
    this.#openBot = openBot
    this.#checkMs = checkMs
    this.#lease = createBotLease(deps)
    this.#log = createBotLog(deps, () => this.#token)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.race([this.#running, wait(stopMs, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      try {
        await this.#check()
      } catch (error) {
        // The database is unreachable: once it is back, the server that holds the lease continues.
        this.#report(error, "the bot's state could not be checked")
        if (error instanceof LeaseLost || this.#lease.isOverdue()) await this.#lose()
      }
      await wait(this.#checkMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#leave()
  }

  async #check(): Promise<void> {
    const bot = await repo.readBot(this.#deps.db)
    this.#handled = bot.handled
    const isWanted = bot.should_run === 1 || bot.wanted > bot.handled || this.#session !== null
    if (!isWanted) return this.#leave()
    // A server that has lost the lease stops at once.
    if (!(await this.#lease.keep())) return this.#lose()
    // Another server has had the lease since this one connected.
    if (this.#session !== null && bot.connected_at === null) return this.#lose()
    let renewed: Promise<unknown> = Promise.resolve()
    const renewing = setInterval(() => {
      renewed = renewed
        .then(this.#lease.renew)
        .catch((error: unknown) => this.#deps.failures.report(error, "the bot's lease could not be renewed"))
    }, renewMs).unref()
    try {
      await this.#work(bot)
    } finally {
      clearInterval(renewing)
      // One under way would take the lease again after it was released.
      await renewed
    }
  }

  async #work(bot: repo.BotRow): Promise<void> {
    for (const event of this.#events.splice(0)) await this.#handle(event)
    if (bot.wanted > bot.handled) return this.#carryOut(bot)
    // Reconnects after a restart of the server, the loss of another server, or a closed connection.
    if (bot.should_run === 1 && this.#session === null && performance.now() >= this.#retryAt) await this.#connect(bot)
  }

  async #carryOut(bot: repo.BotRow): Promise<void> {
    this.#failures = 0
    // A token may be saved while any command waits.
    const isOld = this.#session !== null && this.#session.token !== openToken(this.#deps, bot)
    if (bot.command === 'stop' || bot.command === 'restart' || isOld) await this.#disconnect()
    const isDue = bot.command === 'start' || bot.command === 'restart' || (bot.command === 'settings' && bot.should_run === 1)
    const failure = isDue && this.#session === null ? await this.#connect(bot) : null
    const warnings = this.#session === null ? [] : await checkChannels(this.#session.connection, bot)
    const outcome: Outcome = { failure, warnings }
    const isStarted = failure === null && (bot.command === 'start' || bot.command === 'restart')
    await this.#write({
      ...{ handled: bot.wanted, outcome: JSON.stringify(outcome) },
      ...(isStarted && { should_run: 1 }),
      // A start that was under way has set it.
      ...(bot.command === 'stop' && { should_run: 0 }),
    })
    for (const warning of warnings) await this.#log.error(warning)
  }

  async #connect(bot: repo.BotRow): Promise<Outcome['failure']> {
    const token = openToken(this.#deps, bot)
    if (token === null || token === '') {
      this.#retryAt = Infinity
      const message = token === '' ? 'Set the bot token first' : 'The stored bot token cannot be read. Enter it again.'
      await this.#log.error(message)
      return { code: 'bot_token_missing', message }
    }
    this.#token = token
    this.#bot ??= await this.#openBot()
    const opened = await this.#open(this.#bot, token)
    if ('kind' in opened) return this.#failed(opened)
    this.#session = opened
    this.#failures = 0
    this.#retryAt = 0
    return null
  }

  /** Connects the bot and starts sending; returns the reason if that fails. */
  async #open(bot: Bot, token: string): Promise<Session | ConnectFailure> {
    const onEvent = (event: BotEvent): void => void this.#events.push(event)
    const connected = await bot.connect({ token, timeoutMs: connectTimeoutMs, onEvent })
    if (connected.is === 'failed') return connected.why
    const { connection } = connected
    const now = this.#deps.now().toISOString()
    try {
      await this.#write({ connected_at: now, last_started: now })
    } catch (error) {
      // The next attempt opens another connection.
      await connection.close()
      throw error
    }
    await this.#log.info(`Started as ${connection.name}`)
    const channel = discordChannel(this.#deps, {
      ...{ connection, log: this.#log, hide: (text) => hideToken(text, token) },
      onRefused: (why) => onEvent({ is: 'closed', why }),
    })
    // This runner keeps the lease itself: it outlives the connection.
    const lease = { me: this.#lease.me, keep: async () => true, release: async () => undefined, lose: () => undefined }
    const sender = startSender(this.#deps, channel, lease, { checkMs: this.#checkMs })
    return {
      token,
      connection,
      end: async () => {
        // Stop the sender first: a message being sent needs the connection.
        await sender.stop()
        await connection.close()
      },
    }
  }

  async #failed(why: ConnectFailure): Promise<Outcome['failure']> {
    this.#failures += 1
    this.#retryAt = isFinal(why) ? Infinity : performance.now() + backoffMs(backoff, this.#failures)
    const message = hideToken(describeConnectFailure(why), this.#token)
    await this.#log.error(message)
    if (!isFinal(why)) this.#deps.failures.outage('discord', message, 'the bot is not connected')
    return { code: `bot_${why.kind}`, message }
  }

  async #handle(event: BotEvent): Promise<void> {
    if (event.is === 'reconnecting') return this.#log.info('Connection lost, reconnecting')
    if (event.is === 'resumed') return this.#log.info('Connected again')
    if (this.#session === null) return
    await this.#drop()
    await this.#failed(event.why)
  }

  async #disconnect(): Promise<void> {
    if (this.#session === null) return
    await this.#drop()
    await this.#log.info('Stopped')
  }

  async #drop(): Promise<void> {
    const session = this.#session
    this.#session = null
    await session?.end()
    this.#events = []
    await this.#write({ connected_at: null })
  }

  /**
   * Writes the bot's state.
   * @throws LeaseLost if another server has taken over since the check began: then the state is that server's
   */
  async #write(change: Parameters<typeof repo.updateBot>[1]): Promise<void> {
    // Renews a lease that ran out meanwhile, if no other server has taken it.
    if (!(await this.#lease.keep())) throw new LeaseLost()
    await transact(this.#deps.db, async (tx) => {
      // The lock keeps the lease until the commit: a server that takes it over writes this row in the same transaction.
      const { handled } = await repo.readBot(tx, { lock: true })
      const isLost = handled !== this.#handled || !(await holdsLease(tx, 'discord', this.#deps.now(), this.#lease.me))
      if (isLost) throw new LeaseLost()
      await repo.updateBot(tx, change)
    })
    this.#handled = change.handled ?? this.#handled
  }

  #report(error: unknown, message: string): void {
    if (!(error instanceof LeaseLost)) this.#deps.failures.report(error, message)
  }

  /** Another server has, or may have, taken over: stop, but do not write the bot's state, which belongs to that server. */
  async #lose(): Promise<void> {
    this.#lease.lose()
    // The command that this server waits for may have been carried out there.
    this.#retryAt = 0
    const session = this.#session
    this.#session = null
    this.#events = []
    await session?.end()
  }

  /** Nothing to do, or the server stops: release the lease, so that the next server need not wait for it to expire. */
  async #leave(): Promise<void> {
    if (!this.#lease.isHeld()) return this.#lose()
    try {
      if (this.#session !== null) await this.#drop()
      await this.#lease.release()
    } catch (error) {
      this.#report(error, 'the bot could not be stopped')
    }
    await this.#lose()
  }
}

/** Why the bot cannot post to the chosen channels. Side by side: Discord may take long to answer, and a person waits. */
async function checkChannels(connection: BotConnection, settings: repo.BotRow): Promise<string[]> {
  const channels = [
    ['Updates Channel', settings.updates_channel_id],
    ['Restock Channel', settings.restock_channel_id],
    ['Alerts Channel', settings.alerts_channel_id],
  ] as const
  const checked = channels.map(async ([label, id]) => {
    const problem = id === '' ? null : await connection.checkChannel(id)
    return problem === null ? [] : [`${label}: ${describeChannelProblem(problem)}`]
  })
  return (await Promise.all(checked)).flat()
}
