import { type User, auth } from '@keydesk/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Api } from '../api/call.ts'
import { useApi } from '../api/context.tsx'
import { isUnknownCall } from '../api/error.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useAuth } from './session-provider.tsx'

export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.me,
    queryFn: async ({ signal }) => (await api(auth.me, {}, { signal })).data,
    staleTime: Infinity,
    // An answer equal to the last is news too: the session may have lost rights in between (app/client.ts).
    structuralSharing: false,
  })

/**
 * Keeps role and permissions up to date: fetches them at the start, when the tab gets focus, after a refusal (app/queries.ts), and after an
 * answer with fields left out (app/client.ts). A host that does not know the call is not asked again.
 */
export function useFreshRights(): void {
  const api = useApi()
  const queries = useQueryClient()
  const { user, isAuthenticated, isOwnHost, update } = useAuth()
  const { data } = useQuery({
    ...meQuery(api),
    enabled: isAuthenticated,
    // The route may have fetched it already.
    retryOnMount: false,
    refetchOnWindowFocus: ({ state }) => (isUnknownCall(state.error) && !isOwnHost ? false : 'always'),
  })
  const take = useEffectEvent(async (fresh: User) => {
    const isMore = isOwnHost && fresh.permissions?.some((permission) => user?.permissions?.includes(permission) !== true)
    // Loaded data lacks what the person may see from now on: an amount would show as $0.00.
    if (isMore) {
      queries.removeQueries({ type: 'inactive' })
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.me[0] })
    }
    update(fresh)
  })
  useEffect(() => {
    if (data !== undefined) void take(data)
  }, [data])
}
