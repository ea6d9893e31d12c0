import type { BotStatus, DiscordSettings } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { botStatusQuery } from './bot-status-data.ts'
import { discordSettingsQuery } from './discord-data.ts'

export interface Outlook {
  readonly text: string
  /** `blocked`: nothing would be posted; `waits`: not before the bot runs. */
  readonly state: 'blocked' | 'waits' | 'posts'
}

/** What becomes of a post to the updates channel now; null while it is not known, or the settings may not be read. */
export function usePostOutlook(): Outlook | null {
  const api = useApi()
  // As it is now, also if somebody else has changed it.
  const settings = useQuery({ ...discordSettingsQuery(api), staleTime: 0 })
  const status = useQuery({ ...botStatusQuery(api), staleTime: 0, enabled: settings.data !== undefined })
  return outlookOf(settings.data, status.data)
}

export function outlookOf(settings: DiscordSettings | undefined, status: BotStatus | undefined): Outlook | null {
  if (settings === undefined) return null
  if (!settings.notifications_enabled)
    return { text: 'It will not be posted: notifications are off in the Discord settings.', state: 'blocked' }
  if (settings.updates_channel_id === '')
    return { text: 'It will not be posted: no updates channel is set in the Discord settings.', state: 'blocked' }
  const where = `Posts to the updates channel ${settings.updates_channel_id}.`
  return status?.is_running === false ? { text: `${where} It waits until the bot runs.`, state: 'waits' } : { text: where, state: 'posts' }
}
