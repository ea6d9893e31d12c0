import { discord, type DiscordChannel, type DiscordSettingsInput } from '@keydesk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { useAction } from '../../kit/use-action.ts'

/** How many notifications the table shows. */
const logsLimit = '50'

export type BotVerb = 'start' | 'stop' | 'restart'

const done = { start: 'started', stop: 'stopped', restart: 'restarted' } as const

export function useBotCommand(verb: BotVerb) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async () => {
      try {
        const answer = await api(discord[verb], {})
        // The status is replaced by each answer; a host that gives none is asked.
        if (answer === undefined) await queries.invalidateQueries({ queryKey: keys.botStatus })
        else {
          // One that is on its way was asked for before.
          await queries.cancelQueries({ queryKey: keys.botStatus })
          queries.setQueryData(keys.botStatus, answer.status)
        }
      } catch (error) {
        // Why it failed stands in its log.
        void queries.invalidateQueries({ queryKey: keys.botStatus })
        throw error
      }
    },
    success: `Bot ${done[verb]} successfully`,
    failure: `Failed to ${verb} bot`,
    refresh: keys.discordLogs,
  })
}

export const discordSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.discordSettings,
    queryFn: async ({ signal }) => (await api(discord.settings, {}, { signal })).data,
    // The form holds what is typed; settings that change behind it would only confuse.
    refetchOnWindowFocus: false,
  })

export function useSaveDiscordSettings() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: DiscordSettingsInput) => {
      const answer = await api(discord.saveSettings, { body })
      if (answer === undefined) await queries.invalidateQueries({ queryKey: keys.discordSettings })
      else {
        await queries.cancelQueries({ queryKey: keys.discordSettings })
        queries.setQueryData(keys.discordSettings, answer.data)
      }
      return answer?.meta?.warnings ?? []
    },
    success: 'Discord settings updated successfully',
    failure: 'Failed to update Discord settings',
    // With a new token the bot restarts.
    refresh: keys.botStatus,
  })
}

export const notificationLogsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.discordLogs,
    queryFn: async ({ signal }) => (await api(discord.logs, { query: { limit: logsLimit } }, { signal })).data,
  })

export function useSendTest() {
  const api = useApi()
  return useAction({
    run: (channel: DiscordChannel) => api(discord.test, { body: { channel } }),
    success: 'Test message posted',
    failure: { serverOr: 'Failed to post the test message' },
    refresh: keys.discord,
  })
}

export function useSendAgain() {
  const api = useApi()
  return useAction({
    run: (id: number) => api(discord.retry, { params: { id } }),
    success: 'The notification is sent again',
    failure: { serverOr: 'Failed to send the notification again' },
    refresh: keys.discord,
  })
}
