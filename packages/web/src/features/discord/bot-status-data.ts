import { discord } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** Milliseconds between two looks at the status while the bot runs. */
export const pollMs = 5_000
const alarmMs = 60_000

export const botStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.botStatus,
    queryFn: async ({ signal }) => (await api(discord.status, {}, { signal })).status,
  })

/** For the Discord screen: asked again while the bot runs. */
export const useBotStatus = () =>
  useQuery({
    ...botStatusQuery(useApi()),
    refetchInterval: ({ state }) => (state.data?.is_running === true ? pollMs : false),
  })

/** For the sidebar: whether a bot that should run does not. A failed call is no alarm. */
export function useIsBotDown({ isWatched }: { readonly isWatched: boolean }): boolean {
  const { data } = useQuery({
    ...botStatusQuery(useApi()),
    // Not without a session, than which the frame stays a moment longer, nor for a role that may not see the bot.
    enabled: isWatched,
    refetchInterval: alarmMs,
    staleTime: alarmMs,
    retry: false,
  })
  return isWatched && data?.should_run === true && !data.is_running
}
