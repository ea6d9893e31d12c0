import { QueryClient } from '@tanstack/react-query'
import { ApiError, unreachable } from '../api/error.ts'

/** A refusal is an answer; only a lost connection is tried again, once. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        // A route's loader has just failed; the screen offers 'Try again'.
        retryOnMount: false,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === unreachable,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
