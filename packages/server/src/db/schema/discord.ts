import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

/** One row, with id 1. */
export interface DiscordBotTable {
  id: Generated<number>
  updates_channel_id: string
  restock_channel_id: string
  alerts_channel_id: Generated<string>
  notifications_enabled: Bit
  /** Template of a product's page in the storefront, with `{id}` for the product's id; '' for none. */
  product_url: string
  /** Encrypted with a key derived from APP_SECRET; null while there is none. */
  token_sealed: string | null
  /** Started and not stopped: the bot starts again after a restart of the server. */
  should_run: Bit
  /** The newest command. */
  command: 'start' | 'stop' | 'restart' | 'settings'
  /** Counts the commands. The server with the lease carries out the newest one. */
  wanted: number
  /** The newest command that was carried out. */
  handled: number
  /** The outcome of that command. */
  outcome: Json | null
  /** When the gateway connected; null while it is not connected. Valid only during the lease. */
  connected_at: Moment | null
  last_started: Moment | null
}

export interface BotLogTable {
  id: Generated<number>
  at: Moment
  /** Never contains the token. */
  message: string
  is_error: Bit
}
