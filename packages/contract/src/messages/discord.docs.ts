import { component, docs, innerObject } from '../describe.ts'
import {
  botLogLine,
  botStatus,
  discord,
  discordPlace,
  discordServer,
  discordSettings,
  discordSettingsInput,
  discordLogRow,
  discordMessageTypes,
} from './discord.ts'

export const discordDocs = docs(discord, {
  about: 'The Discord bot: settings, what it posted, starting and stopping.',
  refuses: { servers: ['unavailable'], start: ['rule_violated'], restart: ['rule_violated'] },
  components: {
    DiscordSettings: component(discordSettings, 'Where the bot posts. Its token never leaves the server.', {
      updates_channel_id: 'The channel for updates of products and for announcements; empty if none is chosen.',
      restock_channel_id: 'The channel for restocks; empty if none is chosen.',
      notifications_enabled: 'False: changes of the shop are not posted.',
      bot_token_set: 'Whether a token is stored.',
      alerts_channel_id: 'The channel for alerts to members, such as low stock; empty if none is chosen.',
      product_url: 'The address of a product in the storefront, with `{id}` in place of its id; empty for no link.',
    }),
    DiscordSettingsInput: component(discordSettingsInput, 'What is left out stays as it is; so does the token where it is blank.', {
      updates_channel_id: 'The channel for updates of products and for announcements; empty if none is chosen.',
      restock_channel_id: 'The channel for restocks; empty if none is chosen.',
      alerts_channel_id: 'The channel for alerts to members, such as low stock; empty if none is chosen.',
      notifications_enabled: 'False: changes of the shop are not posted.',
      bot_token: 'Blank or left out keeps the stored one.',
      product_url: 'The address of a product in the storefront, with `{id}` in place of its id; empty for no link.',
    }),
    DiscordWarnings: component(
      innerObject(discord.saveSettings.response.shape.meta),
      'What could not be confirmed of settings that were saved.',
      { warnings: 'A sentence for each.' },
    ),
    DiscordTest: component(discord.test.body, 'Where to post a test message.', { channel: 'Which channel of the settings.' }),
    DiscordServer: component(discordServer, 'A server that the bot is in.', {
      channels: 'Its text channels, in the order of Discord.',
      roles: 'Its roles, the highest first, without those of bots.',
    }),
    DiscordPlace: component(discordPlace, 'A channel or a role.'),
    BotStatus: component(botStatus, 'Whether the bot runs, and the end of its log.', {
      is_running: 'Whether it is connected to Discord.',
      last_started: 'Null if it never ran.',
      logs: 'At most the newest 200, oldest first.',
      should_run: 'True if somebody started it and nobody stopped it.',
    }),
    BotLogLine: component(botLogLine, 'A line of the bot’s log.', { is_error: 'Whether the line reports a failure.' }),
    DiscordLogRow: component(
      discordLogRow,
      'A message of the bot, and what became of it.',
      {
        subject_name:
          'The name that the product has now, or the title of the announcement, the last that was sent if it is deleted; null for a test, a post about several products, and a deleted announcement that was never tried.',

        message_id: 'The id of the post in Discord.',
        sent_at: 'Null until it is posted.',
        error_detail:
          'Why it failed or was skipped; while it is pending, why the last attempt failed; where it was posted, why it could not be edited.',
        scheduled_for: 'When a pending announcement is to be posted, if not at once.',
      },
      {
        type: discordMessageTypes,
        status: ['success', 'failed', 'pending', 'skipped'],
      },
    ),
  },
})
