import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isUnauthenticated } from '../api/error.ts'
import { toast } from './toast.tsx'

interface Options {
  /** The toast offers another try, where nothing on the page does. */
  readonly offersRetry?: boolean
}

/** Says that something could not be loaded, each time that it could not. A 401 is silent. */
export function useFailureToast(
  { error, errorUpdatedAt, refetch }: UseQueryResult,
  text: string,
  { offersRetry = false }: Options = {},
): void {
  const failedAt = error === null || isUnauthenticated(error) ? 0 : errorUpdatedAt
  const retry = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (failedAt > 0) toast.error(text, offersRetry ? { action: { label: 'Try again', onClick: () => retry() } } : undefined)
  }, [failedAt, text, offersRetry])
}
