import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { botUser, channelJson, guildId, guildName, rolesJson, type World } from './world.ts'

/** How the gateway answers a sign-in. */
export type Reception =
  | 'ready'
  /** Sends hello, and then nothing. */
  | 'silent'
  /** Accepts the bot while its server is unavailable, as in an outage of the service. */
  | 'outage'
  /** Closes with this code. */
  | number

export interface GatewayOptions {
  readonly world: World
  readonly token: () => string
  readonly reception: () => Reception
  readonly url: () => string
  readonly heartbeatMs: number
}

const opcodes = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalidSession: 9, hello: 10, heartbeatAck: 11 } as const

/** The part of the service's gateway that our bot uses: hello, identify, ready, heartbeats, resume. */
export function createGateway(server: Server, { world, token, reception, url, heartbeatMs }: GatewayOptions) {
  const sockets = new WebSocketServer({ server, path: '/gateway' })
  const sessions = new Set<string>()
  const seen = { identifies: 0, resumes: 0, heartbeats: 0 }
  let sequence = 0

  sockets.on('connection', (socket: WebSocket) => {
    const send = (op: number, d: unknown, t?: string) => {
      if (op === opcodes.dispatch) sequence += 1
      socket.send(JSON.stringify({ op, d, t: t ?? null, s: op === opcodes.dispatch ? sequence : null }))
    }
    send(opcodes.hello, { heartbeat_interval: heartbeatMs })
    socket.on('message', (data: Buffer) => {
      const { op, d } = JSON.parse(data.toString('utf8')) as { op: number; d: { token?: string; session_id?: string } }
      if (op === opcodes.heartbeat) {
        seen.heartbeats += 1
        send(opcodes.heartbeatAck, null)
      }
      if (op === opcodes.identify) {
        seen.identifies += 1
        const how = reception()
        if (d.token !== token()) return socket.close(4004, 'Authentication failed.')
        if (typeof how === 'number') return socket.close(how)
        if (how === 'silent') return undefined
        const session = `session-${seen.identifies}`
        sessions.add(session)
        send(opcodes.dispatch, readyJson(session, url()), 'READY')
        if (how !== 'outage') send(opcodes.dispatch, guildJson(world), 'GUILD_CREATE')
      }
      if (op === opcodes.resume) {
        seen.resumes += 1
        if (!sessions.has(d.session_id ?? '')) return send(opcodes.invalidSession, false)
        send(opcodes.dispatch, {}, 'RESUMED')
      }
      return undefined
    })
  })

  return {
    seen,
    /** How many are connected. */
    size: () => sockets.clients.size,
    /** Cuts every connection; a client resumes. A code gives the reason. */
    drop(code?: number): void {
      for (const socket of sockets.clients)
        if (code === undefined) socket.terminate()
        else socket.close(code)
    },
    /** Ends all sessions: a client must sign in again. */
    forgetSessions: () => sessions.clear(),
    close(): void {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

const readyJson = (session: string, url: string) => ({
  ...{ v: 10, user: botUser, session_id: session, resume_gateway_url: url, shard: [0, 1] },
  guilds: [{ id: guildId, unavailable: true }],
  application: { id: botUser.id, flags: 0 },
})

const guildJson = (world: World) => ({
  ...{
    id: guildId,
    name: guildName,
    owner_id: '100000000000000003',
    icon: null,
    features: [],
    unavailable: false,
    member_count: 2,
    large: false,
  },
  ...{ verification_level: 0, default_message_notifications: 0, explicit_content_filter: 0, mfa_level: 0, premium_tier: 0, nsfw_level: 0 },
  ...{ system_channel_flags: 0, preferred_locale: 'en-US', afk_timeout: 300, joined_at: new Date(0).toISOString() },
  roles: rolesJson(world),
  channels: world.channels.map(channelJson),
  members: [{ user: botUser, roles: [], joined_at: new Date(0).toISOString(), deaf: false, mute: false, flags: 0 }],
  ...{
    emojis: [],
    stickers: [],
    threads: [],
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  },
})
