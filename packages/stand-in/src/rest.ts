import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { checkDraft } from './draft-check.ts'
import { errorJson, type FaultyRequest, type Fault, type FaultPlan } from './faults.ts'
import { botUser, channelJson, guildId, guildName, messageJson, rolesJson, type Draft, type World } from './world.ts'

export interface RestOptions {
  readonly world: World
  /** How many servers list the channels of the world. */
  readonly servers: number
  readonly token: () => string
  readonly gatewayUrl: () => string
  readonly faults: () => FaultPlan
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

const unauthorized: Answer = { status: 401, body: errorJson(0, '401: Unauthorized') }
const unknownChannel: Answer = { status: 404, body: errorJson(10003) }

/** The part of the service's HTTP interface that our bot uses. */
export function createRest({ world, servers, token, gatewayUrl, faults }: RestOptions) {
  const guildIds = Array.from({ length: servers }, (_, nth) => String(BigInt(guildId) + BigInt(nth)))
  let count = 0
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const path = pathname.replace(/^\/api(\/v\d+)?/, '')
    const method = request.method ?? 'GET'
    count += 1
    const nth = count
    const body = await text(request)
    const fault = faults()({ method, path, count: nth, body: JSON.parse(body === '' ? '{}' : body) as FaultyRequest['body'] })
    if (fault?.is === 'cut' && fault.when === 'before') return void request.socket.destroy()
    if (fault?.is === 'silence') return
    const answer = fault === null || fault.is === 'cut' ? handle(method, path, searchParams, body) : faultAnswer(fault)
    if (fault?.is === 'cut') return void request.socket.destroy()
    const payload = answer.status === 204 ? undefined : JSON.stringify(answer.body)
    response.writeHead(answer.status, { ...(payload !== undefined && { 'content-type': 'application/json' }), ...answer.headers })
    response.end(payload)

    function handle(asked: string, where: string, query: URLSearchParams, sent: string): Answer {
      if (request.headers.authorization !== `Bot ${token()}`) return unauthorized
      if (where === '/gateway/bot') {
        return ok({
          url: gatewayUrl(),
          shards: 1,
          session_start_limit: { total: 1_000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
        })
      }
      if (where === '/users/@me') return ok(botUser)
      if (where === '/users/@me/guilds')
        return ok(guildIds.map((id) => ({ id, name: guildName, icon: null, owner: false, permissions: '0', features: [] })))
      if (guildIds.some((id) => where === `/guilds/${id}/channels`)) return ok(world.channels.map(channelJson))
      if (guildIds.some((id) => where === `/guilds/${id}/roles`)) return ok(rolesJson(world))
      const [, channelId = '', rest = ''] = /^\/channels\/(\d+)(.*)$/.exec(where) ?? []
      const index = world.channels.findIndex((channel) => channel.id === channelId)
      const channel = world.channels[index]
      if (channel === undefined) return unknownChannel
      if (channel.denied?.includes('VIEW_CHANNEL')) return { status: 403, body: errorJson(50001) }
      if (rest === '') return ok(channelJson(channel, index))
      if (rest === '/messages' && asked === 'GET') {
        if (channel.denied?.includes('READ_MESSAGE_HISTORY')) return ok([])
        const after = BigInt(query.get('after') ?? '0')
        return ok(
          world.messages
            .filter((message) => message.channelId === channelId && BigInt(message.id) > after)
            .slice(0, 100)
            .toReversed()
            .map(messageJson),
        )
      }
      if (channel.denied?.includes('SEND_MESSAGES')) return { status: 403, body: errorJson(50013) }
      const message = world.messages.find((entry) => entry.channelId === channelId && rest === `/messages/${entry.id}`)
      if (rest !== '/messages' && message === undefined) return { status: 404, body: errorJson(10008, 'Unknown Message') }
      if (message !== undefined && asked === 'DELETE') {
        world.remove(message)
        return { status: 204, body: null }
      }
      const {
        nonce = null,
        enforce_nonce = false,
        ...draft
      } = JSON.parse(sent === '' ? '{}' : sent) as Draft & {
        nonce?: string | null
        enforce_nonce?: boolean
      }
      const bad = checkDraft(draft) ?? ((nonce?.length ?? 0) > 25 ? 'nonce' : null)
      if (bad !== null) return { status: 400, body: { ...errorJson(50035, 'Invalid Form Body'), errors: { [bad]: {} } } }
      if (message === undefined && asked === 'POST') {
        const known = enforce_nonce ? world.findByNonce(channelId, nonce) : undefined
        return ok(messageJson(known ?? world.post(channelId, nonce, draft)))
      }
      if (message === undefined || asked !== 'PATCH') return { status: 405, body: errorJson(0, '405: Method Not Allowed') }
      message.content = draft.content ?? message.content
      message.embeds = draft.embeds ?? message.embeds
      message.edits += 1
      return ok(messageJson(message))
    }
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body })

function faultAnswer(fault: Exclude<Fault, { is: 'cut' | 'silence' }>): Answer {
  if (fault.is === 'status') return { status: fault.status, body: errorJson(fault.code ?? 0) }
  return {
    status: 429,
    headers: { 'retry-after': String(fault.seconds), 'x-ratelimit-scope': 'user' },
    body: { message: 'You are being rate limited.', retry_after: fault.seconds, global: false },
  }
}
