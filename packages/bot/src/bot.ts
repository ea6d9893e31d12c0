import { setTimeout as wait } from 'node:timers/promises'
import { SimpleShardingStrategy, WebSocketShardEvents, type WebSocketManager } from '@discordjs/ws'
import { Client, Events, GatewayIntentBits, type RateLimitData } from 'discord.js'
import { openConnection } from './connection.ts'
import { closeFailure, loginFailure } from './failures.ts'
import { listServers, longestWaitMs } from './servers.ts'
import type { Bot, BotEvent, ConnectFailure } from '@keydesk/contract/bot-port'

/** How long to wait for a connection to end. */
const closeTimeoutMs = 2_000
/** How long to wait for servers that are unavailable. The bot is ready without them; the library's own limit is as long as a start may take. */
const guildTimeoutMs = 3_000

/** A search takes more calls than Discord allows in a second, and must not begin anew. */
const isPageOfSearch = ({ method, route, retryAfter }: RateLimitData): boolean =>
  method === 'GET' && route === '/channels/:id/messages' && retryAfter <= longestWaitMs

export interface BotOptions {
  /** REST base of the service, with or without its version; the service's own by default. */
  readonly apiBase?: string
}

/** A real gateway client. */
export function createBot({ apiBase }: BotOptions): Bot {
  const api = apiBase?.replace(/\/+$/, '').replace(/\/v\d+$/, '')
  return {
    connect: async ({ token, timeoutMs, onEvent }) => {
      const gateway = new GatewayConnection(api)
      const failure = await gateway.signIn(token, timeoutMs)
      if (failure !== null) {
        await gateway.cut()
        return { is: 'failed', why: failure }
      }
      gateway.follow(onEvent)
      return { is: 'connected', connection: openConnection(gateway.client as Client<true>, () => gateway.cut()) }
    },
    listServers: (token) => listServers(api, token),
  }
}

/** The client and its gateway connection, which the client does not close by itself. */
class GatewayConnection {
  readonly client: Client
  #gateway: WebSocketManager | undefined
  /** A connection that closes before it is ready has failed; later it may be resumed. */
  #onClosed: (code: number) => void = () => undefined

  constructor(api: string | undefined) {
    this.client = new Client({
      // The bot needs only channels and permissions, which the guilds intent has.
      intents: [GatewayIntentBits.Guilds],
      waitGuildTimeout: guildTimeoutMs,
      // The outbox decides when to try again and waits for rate limits, so the library must not.
      rest: { ...(api !== undefined && { api }), retries: 0, timeout: 15_000, rejectOnRateLimit: (limit) => !isPageOfSearch(limit) },
      ws: {
        buildStrategy: (gateway) => {
          this.#gateway = gateway
          gateway.on(WebSocketShardEvents.Closed, ({ code }) => this.#onClosed(code))
          return new SimpleShardingStrategy(gateway)
        },
      },
    })
    // An error event without a listener would end the process.
    this.client.on(Events.Error, () => undefined)
  }

  /** Null once the gateway is ready. */
  async signIn(token: string, timeoutMs: number): Promise<ConnectFailure | null> {
    const { promise, resolve } = Promise.withResolvers<ConnectFailure | null>()
    const timer = setTimeout(() => resolve({ kind: 'no_answer', detail: null }), timeoutMs)
    this.#onClosed = (code) => resolve(closeFailure(code))
    this.client.once(Events.ClientReady, () => resolve(null))
    this.client.on(Events.ShardError, (error) => resolve(loginFailure(error)))
    this.client.login(token).catch((error: unknown) => resolve(loginFailure(error)))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.client.removeAllListeners(Events.ShardError)
      this.client.on(Events.ShardError, () => undefined)
    }
  }

  /** Reports events of a ready connection. The library resumes a lost one by itself if that is possible. */
  follow(onEvent: (event: BotEvent) => void): void {
    this.client.on(Events.ShardReconnecting, () => onEvent({ is: 'reconnecting' }))
    this.client.on(Events.ShardResume, () => onEvent({ is: 'resumed' }))
    this.client.on(Events.ShardReady, () => onEvent({ is: 'resumed' }))
    this.client.on(Events.ShardDisconnect, ({ code }) => onEvent({ is: 'closed', why: closeFailure(code) }))
    this.client.on(Events.Invalidated, () => onEvent({ is: 'closed', why: { kind: 'closed', detail: 'the session was ended' } }))
  }

  async cut(): Promise<void> {
    this.client.removeAllListeners()
    this.client.on(Events.Error, () => undefined)
    // A failed connection would reconnect forever, even after destroy. It waits for this before it does.
    if (this.#gateway !== undefined) this.#gateway.options.retrieveSessionInfo = () => new Promise(() => undefined)
    // Two calls that end one connection at the same time may wait for each other.
    await Promise.race([this.client.destroy().catch(() => undefined), wait(closeTimeoutMs, undefined, { ref: false })])
  }
}
