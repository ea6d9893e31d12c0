import type {
  Bot,
  BotConnection,
  BotEvent,
  BotMessage,
  ChannelProblem,
  ConnectFailure,
  PostOutcome,
  Search,
  Sought,
  ServerList,
} from '@keydesk/contract/bot-port'

export interface Posted {
  readonly channelId: string
  readonly nonce: string
  message: BotMessage
  edits: number
  isRemoved?: boolean
}

/** A chat client that records what it is asked to do, and fails as a test configures. */
export class RecordingBot implements Bot {
  /** Each token that it signed in with. */
  readonly tokens: string[] = []
  readonly posted: Posted[] = []
  /** The ids of the messages that were deleted. */
  readonly removed: string[] = []
  /** Why it does not connect. */
  refusal: ConnectFailure | null = null
  /** The problem of each channel. */
  problems: Record<string, ChannelProblem> = {}
  /** Returns the outcome instead of posting; undefined to post. */
  onPost: (message: BotMessage, channelId: string) => PostOutcome | undefined = () => undefined
  /** The result of a search for a message that may have been posted. */
  found: Search = { is: 'none' }
  /** The servers that it is in, or why they cannot be listed. */
  servers: ServerList = { is: 'listed', servers: [] }
  readonly lookedFor: Sought[] = []
  closed = 0
  #tell: (event: BotEvent) => void = () => undefined

  tell(event: BotEvent): void {
    this.#tell(event)
  }

  connect: Bot['connect'] = async ({ token, onEvent }) => {
    this.tokens.push(token)
    if (this.refusal !== null) return { is: 'failed', why: this.refusal }
    this.#tell = onEvent
    return { is: 'connected', connection: this.#connection }
  }

  listServers: Bot['listServers'] = async () => this.servers

  readonly #connection: BotConnection = {
    name: 'keydesk-bot',
    post: async (channelId, message, nonce) => {
      const instead = this.onPost(message, channelId)
      if (instead !== undefined) return instead
      const known = this.posted.findIndex((entry) => entry.nonce === nonce)
      if (known < 0) this.posted.push({ channelId, message, nonce, edits: 0 })
      return { is: 'posted', messageId: `m${known < 0 ? this.posted.length : known + 1}` }
    },
    edit: async (channelId, messageId, message) => {
      const instead = this.onPost(message, channelId)
      if (instead !== undefined) return instead
      const entry = this.posted[Number(messageId.slice(1)) - 1]
      if (entry === undefined || entry.isRemoved === true)
        return { is: 'refused', problem: { kind: 'unknown_message', detail: 'Unknown Message' } }
      entry.message = message
      entry.edits += 1
      return { is: 'posted', messageId }
    },
    remove: async (channelId, messageId) => {
      const entry = this.posted[Number(messageId.slice(1)) - 1]
      const instead = entry && this.onPost(entry.message, channelId)
      if (instead !== undefined && instead.is !== 'posted') return instead
      if (entry !== undefined) entry.isRemoved = true
      this.removed.push(messageId)
      return { is: 'removed' }
    },
    findPosted: async (_channelId, sought) => {
      this.lookedFor.push(sought)
      return this.found
    },
    checkChannel: async (channelId) => this.problems[channelId] ?? null,
    close: async () => {
      this.closed += 1
    },
  }
}
