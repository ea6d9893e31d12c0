import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { flag, listOf, moment, optionalId, orElse, text } from '../tolerant.ts'

/** An id of the chat service: a snowflake, or empty if no channel is chosen. */
const channelId = (label: string) =>
  z.string(`${label} must be text`).check(z.trim(), z.regex(/^(\d{17,20})?$/, `${label} must be 17 to 20 digits`))

const productUrlRule = 'Product link must be a web address with {id} in it, such as https://shop.example/p/{id}'

/** Template of a product's page in the storefront, with `{id}` in place of the product's id; blank for no link. */
const productUrl = z.string('Product link must be text').check(
  z.trim(),
  z.maxLength(500, 'Product link must be at most 500 characters'),
  z.refine(
    (url) => url === '' || (/^https?:\/\/\S+$/i.test(url) && url.includes('{id}') && URL.canParse(url.replaceAll('{id}', '1'))),
    productUrlRule,
  ),
)

export const discordChannels = ['updates', 'restock', 'alerts'] as const
export type DiscordChannel = (typeof discordChannels)[number]

/** What is left out stays as it is; so does the token where it is blank. */
export const discordSettingsInput = z.object({
  updates_channel_id: z.optional(channelId('Updates Channel ID')),
  restock_channel_id: z.optional(channelId('Restock Channel ID')),
  /** For alerts to members: stock that runs low. */
  alerts_channel_id: z.optional(channelId('Alerts Channel ID')),
  notifications_enabled: z.optional(z.boolean('Enable Notifications must be true or false')),
  bot_token: z.optional(
    z
      .string('Bot Token must be text')
      .check(
        z.trim(),
        z.maxLength(200, 'Bot Token must be at most 200 characters'),
        z.regex(/^[\x21-\x7e]*$/, 'Bot Token must not contain spaces or special characters'),
      ),
  ),
  product_url: z.optional(productUrl),
})
export type DiscordSettingsInput = z.infer<typeof discordSettingsInput>

export const discordSettings = z.object({
  updates_channel_id: text,
  restock_channel_id: text,
  notifications_enabled: flag,
  /** The token itself never leaves the server. */
  bot_token_set: flag,
  /** A foreign host does not send these and does not get them. */
  alerts_channel_id: orElse(z.optional(z.string()), undefined),
  product_url: orElse(z.optional(z.string()), undefined),
})
export type DiscordSettings = z.infer<typeof discordSettings>

export const botLogLine = z.object({ timestamp: moment, message: text, is_error: flag })
export type BotLogLine = z.infer<typeof botLogLine>

export const botStatus = z.object({
  is_running: flag,
  /** Null when it never ran. */
  last_started: moment,
  /** Oldest first, at most the newest 200. */
  logs: listOf(botLogLine),
  /** True if somebody started it and nobody stopped it. A foreign host may leave it out. */
  should_run: orElse(z.optional(z.boolean()), undefined),
})
export type BotStatus = z.infer<typeof botStatus>

const named = z.object({ id: text, name: text })
/** A server that the bot is a member of: the channels of text, and the roles that a message may mention. */
export const discordServer = z.object({ ...named.shape, channels: listOf(named), roles: listOf(named) })
export type DiscordServer = z.infer<typeof discordServer>
/** A channel or a role. */
export const discordPlace = named

export const discordMessageTypes = ['update', 'restock', 'announcement', 'alert', 'test'] as const
export type DiscordMessageType = (typeof discordMessageTypes)[number]

export const discordLogRow = z.object({
  /** A foreign host has none, so its messages cannot be sent again. */
  id: optionalId,
  type: text,
  /**
   * The current name or title of its subject, or the last title of a deleted announcement; null for a test and a post about several
   * products. A foreign host leaves it out.
   */
  subject_name: orElse(z.optional(z.nullable(z.string())), undefined),
  /** `success`, `failed`, `pending` or `skipped`. */
  status: text,
  channel_id: z.nullable(text),
  message_id: z.nullable(text),
  sent_at: moment,
  /** Why it failed or was skipped; while it is pending, why the last attempt failed. */
  error_detail: z.nullable(text),
  created_at: orElse(z.optional(moment), undefined),
  /** When a pending announcement is to be posted, if not at once. */
  scheduled_for: orElse(z.optional(moment), undefined),
})
export type DiscordLogRow = z.infer<typeof discordLogRow>

/** Saved settings, with warnings about what could not be confirmed. */
const savedSettings = z.extend(wrapped(discordSettings), {
  meta: orElse(z.optional(z.object({ warnings: z.array(z.string()) })), undefined),
})

const path = '/admin/discord'
const statusAnswer = z.object({ status: botStatus })
const limitRule = 'limit must be a whole number from 1 to 200'
const logsLimit = z.coerce.number(limitRule).check(z.int(limitRule), z.minimum(1, limitRule), z.maximum(200, limitRule))

export const discord = {
  settings: endpoint({
    method: 'GET',
    path: `${path}/settings`,
    access: 'discord:read',
    summary: 'The settings of the bot, without its token',
    response: wrapped(discordSettings),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: `${path}/settings`,
    access: 'discord:write',
    summary: 'Save the settings of the bot',
    body: discordSettingsInput,
    response: savedSettings,
  }),
  servers: endpoint({
    method: 'GET',
    path: `${path}/servers`,
    access: 'discord:read',
    summary: 'The channels and roles of the servers that the bot is in; none while it does not run',
    beyondSpec: true,
    response: wrapped(z.array(discordServer)),
  }),
  logs: endpoint({
    method: 'GET',
    path: `${path}/logs`,
    access: 'discord:read',
    summary: 'What the bot has posted or is about to, newest first',
    query: z.strictObject({ limit: z._default(logsLimit, 50) }),
    response: wrapped(z.array(discordLogRow)),
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/logs/:id/retry`,
    access: 'discord:write',
    summary: 'Send a failed message again',
    beyondSpec: true,
    response: wrapped(discordLogRow),
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/test`,
    access: 'discord:write',
    summary: 'Post a test message to a channel and wait for its outcome',
    beyondSpec: true,
    body: z.object({ channel: z.enum(discordChannels, 'Channel must be updates, restock or alerts') }),
    response: wrapped(discordLogRow),
  }),
  start: endpoint({ method: 'POST', path: `${path}/bot/start`, access: 'discord:write', summary: 'Start the bot', response: statusAnswer }),
  stop: endpoint({ method: 'POST', path: `${path}/bot/stop`, access: 'discord:write', summary: 'Stop the bot', response: statusAnswer }),
  restart: endpoint({
    method: 'POST',
    path: `${path}/bot/restart`,
    access: 'discord:write',
    summary: 'Restart the bot',
    response: statusAnswer,
  }),
  status: endpoint({
    method: 'GET',
    path: `${path}/bot/status`,
    access: 'discord:read',
    summary: 'Whether the bot runs, since when, and the end of its log',
    response: statusAnswer,
  }),
}
