import { type DiscordSettings, discordSettingsInput } from '@keydesk/contract'
import { checkWith } from '../../kit/form/form-check.ts'

export interface SettingsForm {
  updates_channel_id: string
  restock_channel_id: string
  notifications_enabled: boolean
  /** Only a typed token: the server never sends the stored one. */
  bot_token: string
  /** Undefined if the host does not know it. */
  alerts_channel_id?: string
}

export const toForm = (stored: DiscordSettings): SettingsForm => {
  const { updates_channel_id, restock_channel_id, notifications_enabled, alerts_channel_id } = stored
  return {
    updates_channel_id,
    restock_channel_id,
    notifications_enabled,
    bot_token: '',
    ...(alerts_channel_id !== undefined && { alerts_channel_id }),
  }
}

export const checkSettings = checkWith(discordSettingsInput)
