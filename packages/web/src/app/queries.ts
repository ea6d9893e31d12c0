import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, unreachable } from '../api/error.ts'
import { queryKeys } from '../api/query-keys.ts'

/** Retries once after a lost connection; a refusal is final. */
export function createQueries(): QueryClient {
  // The role may have changed, so a refusal refetches the rights.
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'forbidden') void queries.invalidateQueries({ queryKey: queryKeys.me })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== queryKeys.me[0] && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === unreachable,
        retryDelay: 500,
      },
      // Mutations may hold keys, codes or passwords, so none outlives the component that shows it.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  return queries
}
