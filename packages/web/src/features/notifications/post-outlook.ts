import type { BotStatus, DiscordSettings } from '@keydesk/contract'

export interface Outlook {
  readonly text: string
  /** Nothing would be posted. */
  readonly isObstacle: boolean
}

/** What 'Post to Discord' means now; null while it is not known. */
export function outlookOf(settings: DiscordSettings | undefined, status: BotStatus | undefined): Outlook | null {
  if (settings === undefined) return null
  if (!settings.notifications_enabled)
    return { text: 'It will not be posted: notifications are off in the Discord settings.', isObstacle: true }
  if (settings.updates_channel_id === '')
    return { text: 'It will not be posted: no updates channel is set in the Discord settings.', isObstacle: true }
  const where = `Posts to the updates channel ${settings.updates_channel_id}.`
  const isStopped = status !== undefined && !status.is_running
  return { text: isStopped ? `${where} It waits until the bot runs.` : where, isObstacle: false }
}
