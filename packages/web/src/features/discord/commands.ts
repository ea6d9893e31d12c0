import { type DiscordChannel, type DiscordSettingsInput, discord } from '@keydesk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'

/** How many messages the table shows. */
const logsLimit = '50'

type BotVerb = 'start' | 'stop' | 'restart'

const done = { start: 'started', stop: 'stopped', restart: 'restarted' } as const

export function useBotCommand(verb: BotVerb) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async () => {
      try {
        const answer = await api(discord[verb], {})
        // Each answer replaces the status. If the host answers without it, it is refetched.
        if (answer === undefined) await queries.invalidateQueries({ queryKey: queryKeys.botStatus })
        else {
          void queries.invalidateQueries({ queryKey: queryKeys.discordServers })
          // A fetch in flight began before the command.
          await queries.cancelQueries({ queryKey: queryKeys.botStatus })
          queries.setQueryData(queryKeys.botStatus, answer.status)
        }
      } catch (error) {
        // The bot's log says why it failed.
        void queries.invalidateQueries({ queryKey: queryKeys.botStatus })
        throw error
      }
    },
    success: `Bot ${done[verb]} successfully`,
    failure: `Failed to ${verb} bot`,
    refresh: queryKeys.discordLogs,
  })
}

/** @param onSaved called at the answer, before anything is refetched */
export function useSaveDiscordSettings(onSaved?: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: DiscordSettingsInput) => {
      const answer = await api(discord.saveSettings, { body })
      onSaved?.()
      if (answer === undefined) await queries.invalidateQueries({ queryKey: queryKeys.discordSettings })
      else {
        await queries.cancelQueries({ queryKey: queryKeys.discordSettings })
        queries.setQueryData(queryKeys.discordSettings, answer.data)
      }
      // Another token may see other channels.
      if (body.bot_token) void queries.invalidateQueries({ queryKey: queryKeys.discordServers })
      return answer?.meta?.warnings ?? []
    },
    success: 'Discord settings updated successfully',
    failure: 'Failed to update Discord settings',
    // A new token restarts the bot.
    refresh: queryKeys.botStatus,
  })
}

export const discordLogQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.discordLogs,
    queryFn: async ({ signal }) => (await api(discord.logs, { query: { limit: logsLimit } }, { signal })).data,
  })

export function useSendTest() {
  const api = useApi()
  return useAction({
    run: (channel: DiscordChannel) => api(discord.test, { body: { channel } }),
    success: (answer) => (answer?.data.status === 'pending' ? 'The test waits: Discord has not answered yet' : 'Test message posted'),
    failure: { serverOr: 'Failed to post the test message' },
    refresh: queryKeys.discord,
  })
}

export function useSendAgain() {
  const api = useApi()
  return useAction({
    run: (id: number) => api(discord.retry, { params: { id } }),
    success: 'The message is sent again',
    failure: { serverOr: 'Failed to send the message again' },
    refresh: queryKeys.discord,
  })
}
