import { PermissionFlagsBits, Routes, SnowflakeUtil, type APIMessage, type Client } from 'discord.js'
import { channelProblem, postFailure, removeFailure } from './failures.ts'
import type { BotConnection, BotMessage, ChannelProblem, PostOutcome, RemoveOutcome, Search, Sought } from '@keydesk/contract/bot-port'

const history = PermissionFlagsBits.ReadMessageHistory
const needed = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.EmbedLinks, 'Embed Links'],
  [history, 'Read Message History'],
] as const

/** How much the clocks may differ in the search for a message that may be posted already. */
const clockToleranceMs = 60_000
/** The most messages that Discord returns at once, and how many times the search asks for them. */
const [pageSize, mostPages] = [100, 10]

export function openConnection(client: Client<true>, close: () => Promise<void>): BotConnection {
  return {
    name: client.user.tag,
    close,
    post: async (channelId, message, nonce) =>
      deliver(client, channelId, { nonce, enforce_nonce: true, ...bodyOf(message), allowed_mentions: mentionsOf(message) }),
    edit: async (channelId, messageId, message) => edit(client, channelId, messageId, message),
    remove: async (channelId, messageId) => remove(client, channelId, messageId),
    findPosted: (channelId, sought, since) => findPosted(client, channelId, sought, since),
    checkChannel: (channelId) => checkChannel(client, channelId),
  }
}

async function deliver(client: Client<true>, channelId: string, body: object): Promise<PostOutcome> {
  try {
    const { id } = (await client.rest.post(Routes.channelMessages(channelId), { body })) as APIMessage
    return postedAs(client, channelId, id)
  } catch (error) {
    return postFailure(error)
  }
}

/** An edit notifies nobody, whatever it mentions. */
async function edit(client: Client<true>, channelId: string, messageId: string, message: BotMessage): Promise<PostOutcome> {
  try {
    const body = { ...bodyOf(message), allowed_mentions: { parse: [] } }
    const { id } = (await client.rest.patch(Routes.channelMessage(channelId, messageId), { body })) as APIMessage
    return postedAs(client, channelId, id)
  } catch (error) {
    return postFailure(error)
  }
}

async function remove(client: Client<true>, channelId: string, messageId: string): Promise<RemoveOutcome> {
  try {
    await client.rest.delete(Routes.channelMessage(channelId, messageId))
    return { is: 'removed' }
  } catch (error) {
    return removeFailure(error)
  }
}

/** The URL of a message contains its server, which the client knows from the channel. */
function postedAs(client: Client<true>, channelId: string, messageId: string): PostOutcome {
  const channel = client.channels.cache.get(channelId)
  const url =
    channel !== undefined && 'guildId' in channel ? `https://discord.com/channels/${channel.guildId}/${channelId}/${messageId}` : undefined
  return { is: 'posted', messageId, ...(url !== undefined && { url }) }
}

const bodyOf = ({ title, url, description, fields, thumbnail, color, timestamp, mention }: BotMessage) => ({
  content: mention === undefined ? '' : `<@&${mention}>`,
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
})

/** A product's name or text must never ping anybody: only the chosen role is notified. */
const mentionsOf = ({ mention }: BotMessage) => ({ parse: [], ...(mention !== undefined && { roles: [mention] }) })

async function findPosted(client: Client<true>, channelId: string, sought: Sought, since: Date): Promise<Search> {
  const { title, timestamp, others = [] } = sought
  let after = SnowflakeUtil.generate({ timestamp: since.getTime() - clockToleranceMs }).toString()
  const isSame = ({ id, author, embeds: [embed] }: APIMessage) =>
    author.id === client.user.id &&
    (title === undefined || embed?.title === title) &&
    isSameMoment(embed?.timestamp, timestamp) &&
    !others.includes(id)
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const query = new URLSearchParams({ after, limit: String(pageSize) })
      const messages = (await client.rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[]
      // The newest comes first. Of several posts of one time the oldest is found, because the outbox sends them in their order.
      const posted = messages.findLast(isSame)
      if (posted !== undefined) return { is: 'found', messageId: posted.id }
      if (messages.length < pageSize) return { is: 'none' }
      after = messages.reduce((newest, { id }) => (BigInt(id) > BigInt(newest) ? id : newest), after)
    }
    const reason = `The channel has more than ${pageSize * mostPages} messages to search for the post`
    return { is: 'later', reason, retryAfterMs: null, isKnown: false }
  } catch (error) {
    const failure = postFailure(error)
    // The bot may not read the channel: only the nonce prevents a second post.
    return failure.is === 'later' ? failure : { is: 'none' }
  }
}

/** The service has its own format for times. */
const isSameMoment = (one: string | undefined, other: string): boolean => one !== undefined && Date.parse(one) === Date.parse(other)

async function checkChannel(client: Client<true>, channelId: string): Promise<ChannelProblem | null> {
  try {
    const channel = await client.channels.fetch(channelId, { force: true })
    if (channel === null) return { kind: 'unknown_channel', detail: null }
    if (!channel.isTextBased() || channel.isDMBased()) return { kind: 'other', detail: 'not a text channel of a server' }
    const permissions = channel.permissionsFor(client.user)
    const missing = needed.filter(([flag]) => permissions !== null && !permissions.has(flag))
    if (missing.length === 0) return null
    const detail = `missing: ${missing.map(([, name]) => name).join(', ')}`
    return { kind: missing.every(([flag]) => flag === history) ? 'no_history' : 'no_permission', detail }
  } catch (error) {
    return channelProblem(error)
  }
}
