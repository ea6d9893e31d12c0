/** The state of the stand-in: one server with its channels, one bot, and the messages that were posted. */

export interface Embed {
  readonly title?: string
  readonly description?: string
  readonly url?: string
  readonly color?: number
  readonly timestamp?: string
  readonly thumbnail?: { readonly url: string }
  readonly fields?: readonly { readonly name: string; readonly value: string }[]
}

export interface Message {
  readonly id: string
  readonly channelId: string
  readonly nonce: string | null
  readonly postedAt: Date
  /** Above the embeds; '' for nothing. */
  content: string
  embeds: readonly Embed[]
  /** Its `allowed_mentions`. */
  readonly mentions: unknown
  /** The ids of the roles that were notified when it was posted. */
  readonly notified: readonly string[]
  edits: number
}

/** What a bot sends as a message. */
export interface Draft {
  readonly content?: string
  readonly embeds?: readonly Embed[]
  readonly allowed_mentions?: { readonly parse?: readonly string[]; readonly roles?: readonly string[] } | null
}

export interface Channel {
  readonly id: string
  readonly name: string
  /** Names of permissions that the bot lacks there. */
  readonly denied?: readonly (keyof typeof permissionBits)[]
}

export interface Role {
  readonly id: string
  readonly name: string
}

export const guildId = '100000000000000001'
export const guildName = 'Demo server'
export const botUser = { id: '100000000000000002', username: 'keydesk-bot', discriminator: '0', global_name: null, avatar: null, bot: true }

export const permissionBits = { VIEW_CHANNEL: 1n << 10n, SEND_MESSAGES: 1n << 11n, EMBED_LINKS: 1n << 14n, READ_MESSAGE_HISTORY: 1n << 16n }
export const allPermissions = Object.values(permissionBits).reduce((sum, bit) => sum | bit, 0n)

/** Ids contain their time, like those of the service. */
const epoch = 1_420_070_400_000n

export class World {
  readonly channels: readonly Channel[]
  readonly roles: readonly Role[]
  readonly messages: Message[] = []
  /** How long a nonce is remembered. */
  readonly nonceMemoryMs: number
  #sequence = 0n

  constructor(channels: readonly Channel[], roles: readonly Role[], nonceMemoryMs: number) {
    this.channels = channels
    this.roles = roles
    this.nonceMemoryMs = nonceMemoryMs
  }

  newId(): string {
    this.#sequence += 1n
    return (((BigInt(Date.now()) - epoch) << 22n) | (this.#sequence & 0x3fffffn)).toString()
  }

  /** The message that has this nonce already, while it is remembered. */
  findByNonce(channelId: string, nonce: string | null): Message | undefined {
    const since = Date.now() - this.nonceMemoryMs
    return this.messages.find(
      (message) => message.channelId === channelId && message.nonce === nonce && nonce !== null && message.postedAt.getTime() > since,
    )
  }

  post(channelId: string, nonce: string | null, { content = '', embeds = [], allowed_mentions = null }: Draft): Message {
    const { parse, roles = [] } = allowed_mentions ?? {}
    const mentioned = [...content.matchAll(/<@&(\d+)>/g)].map(([, id]) => id!)
    // By default all are notified.
    const mayAll = allowed_mentions === null || parse?.includes('roles') === true
    const notified = mentioned.filter((id) => mayAll || roles.includes(id))
    const message: Message = {
      ...{ id: this.newId(), channelId, nonce, postedAt: new Date(), content, embeds, mentions: allowed_mentions, notified, edits: 0 },
    }
    this.messages.push(message)
    return message
  }

  remove(message: Message): void {
    this.messages.splice(this.messages.indexOf(message), 1)
  }
}

export const channelJson = ({ id, name, denied = [] }: Channel, position: number) => ({
  ...{
    id,
    name,
    position,
    type: 0,
    guild_id: guildId,
    topic: null,
    nsfw: false,
    last_message_id: null,
    rate_limit_per_user: 0,
    parent_id: null,
  },
  permission_overwrites: [
    { id: botUser.id, type: 1, allow: '0', deny: denied.reduce((sum, permission) => sum | permissionBits[permission], 0n).toString() },
  ],
})

const roleFlags = { color: 0, hoist: false, managed: false, mentionable: false, flags: 0 }

/** The roles of the server, with everybody's. */
export const rolesJson = (world: World) => [
  { ...roleFlags, id: guildId, name: '@everyone', position: 0, permissions: allPermissions.toString() },
  ...world.roles.map((role, index) => ({ ...roleFlags, ...role, position: index + 1, permissions: '0' })),
]

export const messageJson = ({ id, channelId, nonce, postedAt, content, embeds, notified, edits }: Message) => ({
  ...{
    id,
    channel_id: channelId,
    content,
    author: botUser,
    embeds,
    nonce,
    type: 0,
    pinned: false,
    tts: false,
    mention_everyone: false,
  },
  ...{
    mentions: [],
    mention_roles: notified,
    attachments: [],
    timestamp: postedAt.toISOString(),
    edited_timestamp: edits > 0 ? postedAt.toISOString() : null,
  },
})
