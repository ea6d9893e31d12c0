import { discordSettingsInput, type DiscordSettings } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'

export interface SettingsForm {
  updates_channel_id: string
  restock_channel_id: string
  notifications_enabled: boolean
  /** Only what was typed: the stored token never comes here. */
  bot_token: string
  /** Left out where the host does not know it. */
  product_url?: string
}

export const toForm = ({ updates_channel_id, restock_channel_id, notifications_enabled, product_url }: DiscordSettings): SettingsForm => ({
  updates_channel_id,
  restock_channel_id,
  notifications_enabled,
  bot_token: '',
  ...(product_url !== undefined && { product_url }),
})

export const checkSettings = checkWith(discordSettingsInput)
