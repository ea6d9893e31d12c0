import { type BotStatus, type DiscordSettings, discord } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useMay } from '../../session/session-provider.tsx'

export const discordSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.discordSettings,
    queryFn: async ({ signal }) => (await api(discord.settings, {}, { signal })).data,
  })

/** The interval of polling the status while the bot runs or should run. */
export const pollMs = 5_000
const alarmMs = 60_000

export const botStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.botStatus,
    queryFn: async ({ signal }) => (await api(discord.status, {}, { signal })).status,
  })

/** Channels and roles by name; none while the bot does not run. */
export const serversQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.discordServers,
    queryFn: async ({ signal }) => (await api(discord.servers, {}, { signal })).data,
    staleTime: alarmMs,
    retry: false,
  })

/** For the Discord screen: polls while the bot runs, or should run and comes back. */
export const useBotStatus = () =>
  useQuery({
    ...botStatusQuery(useApi()),
    refetchInterval: ({ state: { data } }) => (data?.is_running === true || data?.should_run === true ? pollMs : false),
  })

/** For the sidebar: whether the bot should run but does not. A failed call does not count. */
export function useIsBotDown({ isWatched }: { readonly isWatched: boolean }): boolean {
  const { data } = useQuery({
    ...botStatusQuery(useApi()),
    // Off without a session (the frame is removed a moment later) and for roles that may not see the bot.
    enabled: isWatched,
    refetchInterval: alarmMs,
    staleTime: alarmMs,
    retry: false,
  })
  return isWatched && data?.should_run === true && !data.is_running
}

interface Outlook {
  readonly text: string
  /** `blocked`: it would not be posted; `waits`: it would be posted once the bot runs. */
  readonly state: 'blocked' | 'waits' | 'posts'
}

/** The settings could not be loaded. */
interface UnknownOutlook {
  readonly text: string
  readonly state: 'unknown'
  readonly isTrying: boolean
  readonly onRetry: () => void
}

/**
 * Whether a post to the updates channel would be sent; null while unknown, or if the role may not read the settings.
 * @param isLater the post has a future time, and the settings at that time count
 */
export function usePostOutlook({ isLater = false } = {}): Outlook | UnknownOutlook | null {
  const api = useApi()
  // Somebody else may have changed the settings.
  const settings = useQuery({ ...discordSettingsQuery(api), staleTime: 0, enabled: useMay()('discord:read') })
  const status = useQuery({ ...botStatusQuery(api), staleTime: 0, enabled: settings.data !== undefined })
  if (settings.data !== undefined || !settings.isError) return outlookOf(settings.data, status.data, isLater)
  const text = 'Failed to load the Discord settings, so it is not known whether it will be posted'
  return { text, state: 'unknown', isTrying: settings.isFetching, onRetry: () => void settings.refetch() }
}

export function outlookOf(settings: DiscordSettings | undefined, status: BotStatus | undefined, isLater = false): Outlook | null {
  if (settings === undefined) return null
  const obstacle = obstacleIn(settings)
  if (obstacle !== null) {
    const text = `It will not be posted: ${obstacle} in the Discord settings.`
    return { text: isLater ? `${text} It is posted if that changes before its time.` : text, state: 'blocked' }
  }
  const where = `Posts to the updates channel ${settings.updates_channel_id}.`
  return status?.is_running === false ? { text: `${where} It waits until the bot runs.`, state: 'waits' } : { text: where, state: 'posts' }
}

function obstacleIn({ notifications_enabled, updates_channel_id }: DiscordSettings): string | null {
  if (!notifications_enabled) return 'notifications are off'
  return updates_channel_id === '' ? 'no updates channel is set' : null
}
