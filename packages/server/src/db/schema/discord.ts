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

export interface LeaseTable {
  /** What it is for. */
  id: string
  /** Random, new with each run of a node. */
  holder: string
  /** The machine and process of the holder, so that a process on the same machine can tell that it is dead. */
  place: string
  expires_at: Moment
}
