import { PermissionFlagsBits, Routes, SnowflakeUtil, type APIMessage, type Client } from 'discord.js'
import { channelProblem, postFailure } from './failures.ts'
import type { BotConnection, BotMessage, ChannelProblem, PostOutcome, Search } from '@keydesk/contract/bot-port'

const needed = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.EmbedLinks, 'Embed Links'],
] as const

/** The most that clocks may differ when looking for a message that may have been posted. */
const slackMs = 60_000

export function openConnection(client: Client<true>, close: () => Promise<void>): BotConnection {
  return {
    name: client.user.tag,
    close,
    post: async (channelId, message, nonce) =>
      deliver(() => client.rest.post(Routes.channelMessages(channelId), { body: { ...bodyOf(message), nonce, enforce_nonce: true } })),
    edit: async (channelId, messageId, message) =>
      deliver(() => client.rest.patch(Routes.channelMessage(channelId, messageId), { body: bodyOf(message) })),
    findPosted: (channelId, message, since) => findPosted(client, channelId, message, since),
    checkChannel: (channelId) => checkChannel(client, channelId),
  }
}

async function deliver(send: () => Promise<unknown>): Promise<PostOutcome> {
  try {
    const { id } = (await send()) as APIMessage
    return { is: 'posted', messageId: id }
  } catch (error) {
    return postFailure(error)
  }
}

/** A product's name or text must never ping anybody. */
const bodyOf = ({ title, url, description, fields, thumbnail, color, timestamp }: BotMessage) => ({
  embeds: [
    {
      title,
      url: url ?? undefined,
      description: description ?? undefined,
      fields,
      thumbnail: thumbnail === null ? undefined : { url: thumbnail },
      color,
      timestamp,
    },
  ],
  allowed_mentions: { parse: [] },
})

async function findPosted(client: Client<true>, channelId: string, message: BotMessage, since: Date): Promise<Search> {
  const after = SnowflakeUtil.generate({ timestamp: since.getTime() - slackMs }).toString()
  try {
    const query = new URLSearchParams({ after, limit: '100' })
    const messages = (await client.rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[]
    const isSame = ({ author, embeds: [embed] }: APIMessage) =>
      author.id === client.user.id && embed?.title === message.title && isSameMoment(embed.timestamp, message.timestamp)
    const posted = messages.find(isSame)
    return posted === undefined ? { is: 'none' } : { is: 'found', messageId: posted.id }
  } catch (error) {
    const failure = postFailure(error)
    // It may not read there: only the nonce is left.
    return failure.is === 'later' ? failure : { is: 'none' }
  }
}

/** The service has its own format for moments. */
const isSameMoment = (one: string | undefined, other: string): boolean => one !== undefined && Date.parse(one) === Date.parse(other)

async function checkChannel(client: Client<true>, channelId: string): Promise<ChannelProblem | null> {
  try {
    const channel = await client.channels.fetch(channelId, { force: true })
    if (channel === null) return { kind: 'unknown_channel', detail: null }
    if (!channel.isTextBased() || channel.isDMBased()) return { kind: 'other', detail: 'not a text channel of a server' }
    const permissions = channel.permissionsFor(client.user)
    const missing = needed.filter(([flag]) => permissions !== null && !permissions.has(flag)).map(([, name]) => name)
    return missing.length === 0 ? null : { kind: 'no_permission', detail: `missing: ${missing.join(', ')}` }
  } catch (error) {
    return channelProblem(error)
  }
}
