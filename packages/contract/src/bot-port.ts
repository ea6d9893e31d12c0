/**
 * What the server needs of a chat service's client. The bot package implements it, and the server's main.ts puts the two together. No
 * method throws: every way to fail is a value, so that each gets its own sentence. Types only, through a door of its own, so that nothing
 * of it reaches the browser.
 */
export interface Bot {
  /**
   * Signs in at the gateway and waits until it is ready.
   * @param onEvent is told what happens to the connection later; after `closed` the connection cannot be used any more
   */
  readonly connect: (options: { token: string; timeoutMs: number; onEvent: (event: BotEvent) => void }) => Promise<Connected>
}

export type Connected =
  | { readonly is: 'connected'; readonly connection: BotConnection }
  | { readonly is: 'failed'; readonly why: ConnectFailure }

/**
 * - `wrong_token`: the service does not know the token
 * - `not_permitted`: it knows it and refuses (intents, sharding, too many sign-ins today)
 * - `unreachable`: nobody answers at the address, or what answers is broken
 * - `no_answer`: not ready in time
 * - `closed`: the gateway closed the connection before it was ready
 */
export interface ConnectFailure {
  readonly kind: 'wrong_token' | 'not_permitted' | 'unreachable' | 'no_answer' | 'closed'
  /** What the service said, such as a close code; never the token. */
  readonly detail: string | null
}

export type BotEvent =
  /** The gateway was lost; the client is resuming by itself. */
  | { readonly is: 'reconnecting' }
  | { readonly is: 'resumed' }
  /** For good. */
  | { readonly is: 'closed'; readonly why: ConnectFailure }

export interface BotConnection {
  /** The bot's own name, as it stands in the log. */
  readonly name: string
  /** Posts a message once, even if called again: the service recognises the nonce. */
  readonly post: (channelId: string, message: BotMessage, nonce: string) => Promise<PostOutcome>
  /** Changes a message that was posted. */
  readonly edit: (channelId: string, messageId: string, message: BotMessage) => Promise<PostOutcome>
  /** Deletes a message that was posted; one that is gone already counts as deleted. */
  readonly remove: (channelId: string, messageId: string) => Promise<RemoveOutcome>
  /** A message of this bot with the same embed (by title and timestamp) posted since. */
  readonly findPosted: (channelId: string, message: BotMessage, since: Date) => Promise<Search>
  /** Null when the bot may post there. */
  readonly checkChannel: (channelId: string) => Promise<ChannelProblem | null>
  readonly close: () => Promise<void>
}

/** One embed, in which nothing pings anybody. The lengths are within the service's limits already. */
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
  /** The id of a role that stands above the embed. It is notified when the message is posted, and never by an edit. */
  readonly mention?: string
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
      /** What the service asks for. */
      readonly retryAfterMs: number | null
      /** False when no answer came, or one of a fault: the message may have been posted all the same. */
      readonly isKnown: boolean
    }
  /** A definite no. */
  | { readonly is: 'refused'; readonly problem: ChannelProblem }

export type RemoveOutcome = { readonly is: 'removed' } | Exclude<PostOutcome, { is: 'posted' }>

export type Search =
  | { readonly is: 'found'; readonly messageId: string }
  /** Not there, or the bot may not read there. */
  | { readonly is: 'none' }
  /** It cannot be told now. */
  | Extract<PostOutcome, { is: 'later' }>

export interface ChannelProblem {
  readonly kind: 'unknown_channel' | 'unknown_message' | 'no_access' | 'no_permission' | 'wrong_token' | 'other'
  /** What the service said. */
  readonly detail: string | null
}
