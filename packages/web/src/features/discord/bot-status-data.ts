import type { BotStatus } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** While the bot runs its status is asked for again so often (spec section 9). */
export const pollMs = 5_000
const alarmMs = 60_000

export function useBotStatus() {
  const api = useApi()
  return useQuery({
    queryKey: keys.botStatus,
    queryFn: ({ signal }) => askStatus(api, signal),
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
    queryFn: ({ signal }) => askStatus(api, signal),
    // The frame stands a moment longer than the session.
    enabled: isSignedIn,
    refetchInterval: alarmMs,
    staleTime: alarmMs,
    retry: false,
  })
  return data?.should_run === true && !data.is_running
}

/** The sidebar asks on every screen, and no screen waits for the answer: neither does it for the contract of the bot. */
async function askStatus(api: Api, signal: AbortSignal): Promise<BotStatus> {
  const { botStatus } = await import('./bot-status-call.ts')
  return (await api(botStatus, {}, { signal })).status
}
