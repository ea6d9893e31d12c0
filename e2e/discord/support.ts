import { startProcesses } from '@keydesk/server/testing'
import type { Answer, discord } from '@keydesk/contract'
import { startDiscord, type StandIn } from '@keydesk/stand-in'

export const updates = '300000000000000001'
export const restock = '300000000000000002'
const botToken = 'a-bot-token'

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/** Real server processes whose bot is configured for a stand-in. */
export async function startBotProcesses(
  count: number,
): Promise<{ servers: Processes; service: StandIn; call: Call; stop: () => Promise<void> }> {
  const channels = [
    { id: updates, name: 'updates' },
    { id: restock, name: 'restock' },
  ]
  const service = await startDiscord({ token: botToken, channels })
  const servers = await startProcesses(count, { DISCORD_API_BASE: service.apiBase })
  const call = await signIn(servers)
  const settings = { updates_channel_id: updates, restock_channel_id: restock, notifications_enabled: true, bot_token: botToken }
  await call('PUT', '/admin/discord/settings', settings)
  return {
    ...{ servers, service, call },
    stop: async () => {
      await servers.stop()
      await service.close()
    },
  }
}

export type Call = (method: string, path: string, body?: unknown, server?: number) => Promise<unknown>

/** Calls as the administrator. The token is valid on every node and after a restart. */
async function signIn(servers: Processes): Promise<Call> {
  const ask = async (method: string, path: string, body: unknown, server: number, token?: string) => {
    const answer = await fetch(`${servers.urlOf(server)}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token !== undefined && { authorization: token }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const payload: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(payload)}`)
    return payload
  }
  const { data } = (await ask('POST', '/auth/password-login', { identity: 'admin', password: servers.password }, 0)) as {
    data: { token: string }
  }
  return (method, path, body, server = 0) => ask(method, path, body, server, data.token)
}

export const isRunning = async (call: Call, server = 0): Promise<boolean> =>
  ((await call('GET', '/admin/discord/bot/status', undefined, server)) as Answer<typeof discord.status>).status.is_running

/** The titles that arrived in a channel, in order. */
export const titlesIn = (service: StandIn, channelId: string): string[] =>
  service.messages.filter((message) => message.channelId === channelId).map((message) => message.embeds[0]?.title ?? '')

/** Random numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
