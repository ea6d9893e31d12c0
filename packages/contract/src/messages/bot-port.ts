/**
 * What the server needs from the client of a chat service. The bot package implements it, and the server's main.ts connects the two. No
 * method throws: each failure is a value, so that each gets its own sentence. This is an entry point of its own, so that the browser does
 * not load it.
 */
export interface Bot {
  /**
   * Signs in at the gateway and waits until it is ready.
   * @param onEvent is called for later events of the connection; after `closed` the connection cannot be used any more
   */
  readonly connect: (options: { token: string; timeoutMs: number; onEvent: (event: BotEvent) => void }) => Promise<Connected>
  /** The servers of the bot, without a connection. */
  readonly listServers: (token: string) => Promise<ServerList>
}

export type ServerList =
  | { readonly is: 'listed'; readonly servers: readonly BotServer[] }
  | { readonly is: 'failed'; readonly problem: ChannelProblem }

/** A server that the bot is a member of. */
export interface BotServer {
  readonly id: string
  readonly name: string
  /** Text channels, in the service's order. */
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** Roles that a message may mention, the highest first. */
  readonly roles: readonly { readonly id: string; readonly name: string }[]
}

export type Connected =
  | { readonly is: 'connected'; readonly connection: BotConnection }
  | { readonly is: 'failed'; readonly why: ConnectFailure }

/**
 * - `wrong_token`: the service does not know the token
 * - `not_permitted`: the token is right, but the service refuses (intents, sharding)
 * - `unreachable`: no server at the address, a broken answer, or too many requests or sign-ins for now
 * - `no_answer`: not ready in time
 * - `closed`: the gateway closed the connection before it was ready
 */
export interface ConnectFailure {
  readonly kind: 'wrong_token' | 'not_permitted' | 'unreachable' | 'no_answer' | 'closed'
  /** The reason that the service gives, such as a close code; never the token. */
  readonly detail: string | null
}

export type BotEvent =
  /** The gateway was lost; the client is resuming by itself. */
  | { readonly is: 'reconnecting' }
  | { readonly is: 'resumed' }
  /** The connection has ended and is not resumed. */
  | { readonly is: 'closed'; readonly why: ConnectFailure }

export interface BotConnection {
  /** The bot's name, for the log. */
  readonly name: string
  /** Posts a message once, even if called again: the service recognises the nonce. */
  readonly post: (channelId: string, message: BotMessage, nonce: string) => Promise<PostOutcome>
  /** Changes a message that was posted. */
  readonly edit: (channelId: string, messageId: string, message: BotMessage) => Promise<PostOutcome>
  /** Deletes a message that was posted; one that is gone already counts as deleted. */
  readonly remove: (channelId: string, messageId: string) => Promise<RemoveOutcome>
  /** A message of this bot with the same embed (by title and timestamp) posted since. */
  readonly findPosted: (channelId: string, sought: Sought, since: Date) => Promise<Search>
  /** Null when the bot may post there and find its posts again. */
  readonly checkChannel: (channelId: string) => Promise<ChannelProblem | null>
  readonly close: () => Promise<void>
}

/** One embed that pings nobody. Its texts are already within the service's limits. */
export interface BotMessage {
  readonly title: string
  readonly url: string | null
  readonly description: string | null
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly thumbnail: string | null
  /** 0xRRGGBB */
  readonly color: number
  /** ISO 8601 in UTC: when the thing happened. */
  readonly timestamp: string
  /** The id of a role to mention above the embed. The post notifies it, edits do not. */
  readonly mention?: string
}

/** What a posted message is recognised by. */
export interface Sought {
  readonly timestamp: string
  /** Left out if its words are not known. */
  readonly title?: string
  /** The ids of messages that are known to be others. */
  readonly others?: readonly string[]
}

export type PostOutcome =
  | {
      readonly is: 'posted'
      readonly messageId: string
      /** The message's address for a person; left out where it is not known. */
      readonly url?: string
    }
  /** Worth another try: a rate limit, a fault of the service, a lost connection. */
  | {
      readonly is: 'later'
      readonly reason: string
      /** The wait that the service asks for. */
      readonly retryAfterMs: number | null
      /** False if there was no answer or a server error: the message may be posted anyway. */
      readonly isKnown: boolean
    }
  /** Another try would not help. */
  | { readonly is: 'refused'; readonly problem: ChannelProblem }

export type RemoveOutcome = { readonly is: 'removed' } | Exclude<PostOutcome, { is: 'posted' }>

export type Search =
  | { readonly is: 'found'; readonly messageId: string }
  /** No such message, or the bot may not read the channel. */
  | { readonly is: 'none' }
  /** The search failed, or the channel has too many messages since; another try may help. */
  | Extract<PostOutcome, { is: 'later' }>

export interface ChannelProblem {
  readonly kind: 'unknown_channel' | 'unknown_message' | 'no_access' | 'no_permission' | 'no_history' | 'wrong_token' | 'other'
  /** The reason that the service gives. */
  readonly detail: string | null
}
