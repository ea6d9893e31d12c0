import { discord, type BotStatus } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** While the bot runs its status is asked for again so often (spec section 9). */
export const pollMs = 5_000
const alarmMs = 60_000

export function useBotStatus() {
  const api = useApi()
  return useQuery({
    queryKey: keys.botStatus,
    queryFn: async ({ signal }): Promise<BotStatus> => (await api(discord.status, {}, { signal })).status,
    // What the sidebar was told may be a minute old.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_running === true ? pollMs : false),
  })
}

/** Whether a bot that should run does not. What cannot be known is no alarm; the same answer serves the screen. */
export function useIsBotDown({ isSignedIn }: { readonly isSignedIn: boolean }): boolean {
  const api = useApi()
  const { data } = useQuery({
    queryKey: keys.botStatus,
    queryFn: async ({ signal }): Promise<BotStatus> => (await api(discord.status, {}, { signal })).status,
    // The frame stands a moment longer than the session.
    enabled: isSignedIn,
    refetchInterval: alarmMs,
    staleTime: alarmMs,
    retry: false,
  })
  return data?.should_run === true && !data.is_running
}
