import { discordSettingsInput, type DiscordSettings } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'

export interface SettingsForm {
  readonly updates_channel_id: string
  readonly restock_channel_id: string
  readonly notifications_enabled: boolean
  /** Only what was typed: the stored token never comes here. */
  readonly bot_token: string
}

export const toForm = ({ updates_channel_id, restock_channel_id, notifications_enabled }: DiscordSettings): SettingsForm => ({
  ...{ updates_channel_id, restock_channel_id, notifications_enabled },
  bot_token: '',
})

export const checkSettings = checkWith(discordSettingsInput)

export const isChanged = (one: SettingsForm, other: SettingsForm): boolean =>
  (Object.keys(one) as (keyof SettingsForm)[]).some((name) => one[name] !== other[name])

/** The edits that a save has not taken along. */
export const withoutSaved = (edits: Partial<SettingsForm>, saved: SettingsForm): Partial<SettingsForm> =>
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => value !== saved[name as keyof SettingsForm]))
