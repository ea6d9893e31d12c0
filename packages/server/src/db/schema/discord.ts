import type { DiscordChannel, NotificationType } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

/** One row, with id 1. */
export interface DiscordBotTable {
  id: Generated<number>
  updates_channel_id: string
  restock_channel_id: string
  alerts_channel_id: Generated<string>
  notifications_enabled: Bit
  /** Template of a product's page in the storefront, with `{id}` for the product's; '' for none. */
  product_url: string
  /** Encrypted with a key derived from APP_SECRET; null while there is none. */
  token_sealed: string | null
  /** Started and not stopped: it runs again after a restart of the server. */
  should_run: Bit
  /** The newest command. */
  command: 'start' | 'stop' | 'restart' | 'settings'
  /** Counts the commands; the node with the lease carries the newest out. */
  wanted: number
  /** The newest command that was carried out. */
  handled: number
  /** The outcome of that command. */
  outcome: Json | null
  /** Since when the gateway is connected; null while it is not. Counts only while the lease is alive. */
  connected_at: Moment | null
  last_started: Moment | null
}

export interface BotLogTable {
  id: Generated<number>
  at: Moment
  /** Never with the token in it. */
  message: string
  is_error: Bit
}

export interface NotificationTable {
  id: Generated<number>
  type: NotificationType
  status: 'pending' | 'success' | 'failed' | 'skipped'
  /** Which of the channels it is for. */
  channel: DiscordChannel
  /** The channel that was set when it was stored or sent again; '' for none. */
  channel_id: string
  /** Lets the service recognise a message that it has posted already. */
  nonce: string
  /** What is known from the event alone. Names and texts are added when it is sent: see discord/subject.service.ts. */
  message: Json
  /** The product of an update, restock or alert, the announcement of an announcement; null for news of several products. */
  subject_id: number | null
  created_at: Moment
  /** Since when it waits: since it was stored, or sent again by a person. In the future for an announcement that is scheduled. */
  queued_at: Moment
  /** It is not sent before this moment. */
  send_after: Moment
  attempts: number
  first_attempt_at: Moment | null
  /** Set while an attempt's outcome is not known: a message may have been posted since then. */
  attempted_at: Moment | null
  /** The whole BotMessage of the newest attempt, to find one that may have been posted. */
  sent_message: Json | null
  /** Counts the changes of the message, so that what changed while it was sent is sent again. */
  revision: number
  /** If set, the pending work is an edit of that message, or its deletion. */
  message_id: string | null
  /** The message is deleted, or to be deleted. */
  removes: Generated<Bit>
  /** Where a person sees the message; null while it is not known. */
  message_url: string | null
  sent_at: Moment | null
  error_detail: string | null
}

export interface LeaseTable {
  /** What it is for. */
  id: string
  /** Random, new with each run of a node. */
  holder: string
  /** The machine and process of the holder, so that a process on the same machine can tell that it is dead. */
  place: string
  expires_at: Moment
}
