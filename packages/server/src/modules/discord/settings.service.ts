import { discordChannels, type DiscordSettings, type DiscordSettingsInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { seal, unseal } from '../../sealed-text.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { moveWaiting } from '../outbox/outbox.service.ts'
import * as repo from './bot.repo.ts'
import { awaitOutcome, commandSettings, isBotRunning } from './bot.service.ts'
import { messagesFor } from './news.rules.ts'

const purpose = 'discord bot token'

/** The settings. They say whether there is a token, but never contain it. */
export const readSettings = async (deps: Deps): Promise<DiscordSettings> => toSettings(await repo.readBot(deps.db))

/**
 * Saves the given settings; a blank token keeps the stored one (docs/reference/discord.md, Settings). Waiting and held messages move to the
 * new channel. A running bot checks the channels, and reconnects if the token is new.
 * @returns the settings, and the problems that the bot found
 */
export async function saveSettings(
  deps: Deps,
  actor: Actor,
  { bot_token = '', notifications_enabled, ...texts }: DiscordSettingsInput,
): Promise<{ data: DiscordSettings; meta?: { warnings: string[] } }> {
  const { number, bot, isRunning } = await transact(deps.db, async (tx) => {
    const before = await repo.readBot(tx, { lock: true })
    // Read before the command is stored: while it runs, the bot may be between two connections.
    const running = await isBotRunning({ db: tx, now: deps.now })
    const change = {
      ...texts,
      ...(notifications_enabled !== undefined && { notifications_enabled: notifications_enabled ? 1 : 0 }),
      ...(bot_token !== '' && { token_sealed: seal(deps.secrets.encryption, purpose, bot_token) }),
    }
    const after = { ...before, ...change }
    const changes = {
      ...differences(toSettings(before), toSettings(after)),
      ...(bot_token !== '' && { bot_token: { before: null, after: 'changed' } }),
    }
    if (Object.keys(change).length > 0) await repo.updateBot(tx, change)
    for (const channel of discordChannels) {
      const name = `${channel}_channel_id` as const
      if (after[name] !== before[name]) await moveWaiting(tx, 'discord', messagesFor(channel), after[name])
    }
    if (Object.keys(changes).length > 0) {
      const subject = { kind: 'discord' as const, id: 1 }
      await recordActivity(tx, { actor, action: 'discord.settings_updated', subject, changes, at: deps.now() })
    }
    return { number: await commandSettings(tx), bot: after, isRunning: running }
  })
  if (!isRunning) return { data: toSettings(bot) }
  const { warnings, failure } = await awaitOutcome(deps, number)
  return { data: toSettings(bot), meta: { warnings: [...(failure === null ? [] : [failure.message]), ...warnings] } }
}

/** The token for the gateway; '' for none, null if this APP_SECRET cannot decrypt it. */
export function openToken(deps: Deps, bot: repo.BotRow): string | null {
  return bot.token_sealed === null ? '' : unseal(deps.secrets.encryption, purpose, bot.token_sealed)
}

/** Whether there is a token that this APP_SECRET cannot decrypt. */
export const isTokenUnreadable = async (deps: Deps): Promise<boolean> => openToken(deps, await repo.readBot(deps.db)) === null

const toSettings = (row: repo.BotRow): DiscordSettings => ({
  updates_channel_id: row.updates_channel_id,
  restock_channel_id: row.restock_channel_id,
  alerts_channel_id: row.alerts_channel_id,
  notifications_enabled: row.notifications_enabled === 1,
  bot_token_set: row.token_sealed !== null,
  product_url: row.product_url,
})
