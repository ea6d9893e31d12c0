import {
  ChannelType,
  REST,
  Routes,
  type APIChannel,
  type APIRole,
  type RateLimitData,
  type RESTAPIPartialCurrentUserGuild,
} from 'discord.js'
import { channelProblem } from './failures.ts'
import type { BotServer, ServerList } from '@keydesk/contract/bot-port'

/** Channels that take a message with an embed. */
const textTypes: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement]

/** How long the list waits for a rate limit: many servers take more calls than Discord allows in a second. */
export const longestWaitMs = 10_000

/** @param api the base without its version; the service's own by default */
export async function listServers(api: string | undefined, token: string): Promise<ServerList> {
  const rejectOnRateLimit = ({ retryAfter }: RateLimitData) => retryAfter > longestWaitMs
  const options = { ...(api !== undefined && { api }), retries: 0, timeout: 10_000, rejectOnRateLimit }
  const rest = new REST(options).setToken(token)
  try {
    const guilds = (await rest.get(Routes.userGuilds())) as RESTAPIPartialCurrentUserGuild[]
    return { is: 'listed', servers: await Promise.all(guilds.map((guild) => readServer(rest, guild))) }
  } catch (error) {
    return { is: 'failed', problem: channelProblem(error) }
  }
}

async function readServer(rest: REST, { id, name }: RESTAPIPartialCurrentUserGuild): Promise<BotServer> {
  const [channels, roles] = (await Promise.all([rest.get(Routes.guildChannels(id)), rest.get(Routes.guildRoles(id))])) as [
    APIChannel[],
    APIRole[],
  ]
  // Everybody's role has the id of the server; a managed one belongs to a bot.
  const mentioned = roles.filter((role) => role.id !== id && !role.managed)
  return {
    ...{ id, name },
    channels: byPosition(channels.filter(({ type }) => textTypes.includes(type))).map(nameOf),
    roles: byPosition(mentioned).toReversed().map(nameOf),
  }
}

const positionOf = (row: object): number => ('position' in row ? Number(row.position) : 0)
const byPosition = <Row extends object>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => positionOf(a) - positionOf(b))
const nameOf = (row: { readonly id: string; readonly name?: string | null }) => ({ id: row.id, name: row.name ?? '' })
