import { sessions, type SessionRow } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { plural } from '../../kit/format.ts'
import { useAction } from '../../kit/use-action.ts'

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) => (await api(sessions.list, {}, { signal })).data,
    // Another device may have signed in or out since.
    staleTime: 0,
  })

export function useEndSession() {
  const api = useApi()
  return useAction({
    run: ({ id }: SessionRow) => api(sessions.end, { params: { id } }),
    success: 'Session ended',
    failure: { serverOr: 'Failed to end the session' },
    refresh: keys.sessions,
  })
}

export function useEndOtherSessions() {
  const api = useApi()
  return useAction({
    run: () => api(sessions.endOthers, {}),
    success: (answer) => `${plural(answer?.data.ended ?? 0, 'session')} ended`,
    failure: { serverOr: 'Failed to end the other sessions' },
    refresh: keys.sessions,
  })
}
