import { discordSettingsInput, type DiscordSettings } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'

export interface SettingsForm {
  updates_channel_id: string
  restock_channel_id: string
  notifications_enabled: boolean
  /** Only what was typed: the stored token never comes here. */
  bot_token: string
}

export const toForm = ({ updates_channel_id, restock_channel_id, notifications_enabled }: DiscordSettings): SettingsForm => ({
  updates_channel_id,
  restock_channel_id,
  notifications_enabled,
  bot_token: '',
})

export const checkSettings = checkWith(discordSettingsInput)
