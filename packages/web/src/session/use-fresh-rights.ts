import { auth } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Api } from '../api/call.ts'
import { useApi } from '../api/context.tsx'
import { isUnknownCall } from '../api/error.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useAuth } from './session-provider.tsx'

export const meQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.me, queryFn: async ({ signal }) => (await api(auth.me, {}, { signal })).data, staleTime: Infinity })

/**
 * Keeps role and permissions up to date: fetches them at the start, when the tab gets focus, and after a refusal (app/queries.ts). A host
 * that does not know the call is not asked again.
 */
export function useFreshRights(): void {
  const api = useApi()
  const { isAuthenticated, isOwnHost, update } = useAuth()
  const { data } = useQuery({
    ...meQuery(api),
    enabled: isAuthenticated,
    // The route may have fetched it already.
    retryOnMount: false,
    refetchOnWindowFocus: ({ state }) => (isUnknownCall(state.error) && !isOwnHost ? false : 'always'),
  })
  const take = useEffectEvent(update)
  useEffect(() => {
    if (data !== undefined) take(data)
  }, [data])
}
