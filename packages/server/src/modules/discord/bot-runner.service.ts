import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { backoffMs } from './backoff.rules.ts'
import type { Outcome } from './bot-commands.service.ts'
import { createBotLog } from './bot-log.service.ts'
import type { Bot, BotEvent, ConnectFailure } from '@keydesk/contract/bot-port'
import { checkChannels, openSession, type Session } from './bot-session.service.ts'
import * as repo from './bot.repo.ts'
import { hideToken, isFinal, sayConnectFailure } from './failures.rules.ts'
import { ownPlace, releaseLease, takeLease, type Holder } from '../lease/lease.service.ts'
import { openToken } from './settings.service.ts'

/** How often to look at the commands of other nodes and at the outbox. */
const usualLookMs = 250
/** Well within the lease's life, so that one renewal that fails does not lose it. */
const renewMs = 4_000

/** Opens the chat service's client when the bot first runs. */
export type OpenBot = () => Promise<Bot>

/**
 * Runs the bot on the node that holds the lease: carries out commands, keeps the bot running if it should run, and sends the outbox. Every
 * node has one runner.
 */
export function startBotRunner(deps: Deps, openBot: OpenBot, { lookMs = usualLookMs } = {}): { stop: () => Promise<void> } {
  const runner = new BotRunner(deps, openBot, lookMs)
  return { stop: () => runner.stop() }
}

/** Takes the bot's lease, or keeps it; false while another node runs the bot. */
export const takeBotLease = (deps: Deps, me: Holder): Promise<boolean> =>
  // The previous holder may have died while connected; under the new lease that would count as running.
  takeLease(deps, 'discord', me, (tx) => repo.updateBot(tx, { connected_at: null }))

class BotRunner {
  readonly #deps: Deps
  readonly #openBot: OpenBot
  readonly #lookMs: number
  readonly #me: Holder = { holder: randomUUID(), place: ownPlace() }
  readonly #ending = new AbortController()
  readonly #running: Promise<void>
  #bot: Bot | undefined
  #session: Session | null = null
  /** The token of the open connection, so that no line ever holds it. */
  #token = ''
  #holds = false
  #renewAt = 0
  /** Events of the connection since the last look. */
  #events: BotEvent[] = []
  #failures = 0
  /** No attempt before this, by `performance.now()`; Infinity waits for a person. */
  #retryAt = 0
  readonly #log

  constructor(deps: Deps, openBot: OpenBot, lookMs: number) {
    this.#deps = deps
    this.#openBot = openBot
    this.#lookMs = lookMs
    this.#log = createBotLog(deps, () => this.#token)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      try {
        await this.#look()
      } catch (error) {
        // The database is away: the node that holds the lease when it is back goes on.
        this.#deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the bot could not be looked after')
        if (this.#holds && performance.now() > this.#renewAt + renewMs) await this.#lose()
      }
      await wait(this.#lookMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#leave()
  }

  async #look(): Promise<void> {
    const bot = await repo.readBot(this.#deps.db)
    const isWanted = bot.should_run === 1 || bot.wanted > bot.handled || this.#session !== null
    if (!isWanted) return this.#leave()
    if (!(await this.#keepLease())) return
    for (const event of this.#events.splice(0)) await this.#handle(event)
    if (bot.wanted > bot.handled) return this.#carryOut(bot)
    // After a restart of the server, another node's death, or a connection that ended.
    if (bot.should_run === 1 && this.#session === null && performance.now() >= this.#retryAt) await this.#connect(bot)
  }

  /** Renews the lease in time; a node that has lost it stops at once. */
  async #keepLease(): Promise<boolean> {
    if (this.#holds && performance.now() < this.#renewAt) return true
    const had = this.#holds
    this.#holds = await takeBotLease(this.#deps, this.#me)
    this.#renewAt = performance.now() + renewMs
    if (had && !this.#holds) await this.#lose()
    return this.#holds
  }

  async #carryOut(bot: repo.BotRow): Promise<void> {
    this.#failures = 0
    const before = this.#session
    if (bot.command === 'stop' || bot.command === 'restart') await this.#disconnect()
    const token = openToken(this.#deps, bot)
    if (bot.command === 'settings' && before !== null && before.token !== token) await this.#disconnect()
    const isDue = bot.command === 'start' || bot.command === 'restart' || (bot.command === 'settings' && bot.should_run === 1)
    const failure = isDue && this.#session === null ? await this.#connect(bot) : null
    const warnings = this.#session === null ? [] : await checkChannels(this.#session, bot)
    const outcome: Outcome = { failure, warnings }
    const isStarted = failure === null && (bot.command === 'start' || bot.command === 'restart')
    await repo.updateBot(this.#deps.db, {
      ...{ handled: bot.wanted, outcome: JSON.stringify(outcome) },
      ...(isStarted && { should_run: 1 }),
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
    const renewing = this.#renewWhile()
    const opening = {
      deps: this.#deps,
      bot: this.#bot,
      me: this.#me,
      log: this.#log,
      lookMs: this.#lookMs,
      onEvent: (event: BotEvent) => void this.#events.push(event),
    }
    const opened = await openSession(opening, token).finally(renewing.stop)
    if ('connection' in opened) {
      this.#session = opened
      this.#failures = 0
      return null
    }
    return this.#failed(opened)
  }

  async #failed(why: ConnectFailure): Promise<Outcome['failure']> {
    this.#failures += 1
    this.#retryAt = isFinal(why) ? Infinity : performance.now() + backoffMs(this.#failures)
    const message = hideToken(sayConnectFailure(why), this.#token)
    await this.#log.error(message)
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
    await repo.updateBot(this.#deps.db, { connected_at: null })
  }

  /** Another node has taken over, or may have: stop without writing the bot's state, which is no longer this node's. */
  async #lose(): Promise<void> {
    this.#holds = false
    const session = this.#session
    this.#session = null
    this.#events = []
    await session?.end()
  }

  /** Nothing to do, or the server stops: give the lease back, so that the next node need not wait. */
  async #leave(): Promise<void> {
    if (!this.#holds) return
    try {
      if (this.#session !== null) await this.#drop()
      await releaseLease(this.#deps, 'discord', this.#me)
    } catch (error) {
      this.#deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the bot could not be put down')
    }
    this.#holds = false
  }

  /** Connecting may take as long as a lease lives. */
  #renewWhile(): { stop: () => void } {
    const timer = setInterval(() => void this.#renew(), renewMs).unref()
    return { stop: () => clearInterval(timer) }
  }

  async #renew(): Promise<void> {
    try {
      if (await takeBotLease(this.#deps, this.#me)) this.#renewAt = performance.now() + renewMs
    } catch {
      // The next look finds out why.
    }
  }
}
