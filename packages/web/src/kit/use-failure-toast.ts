import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnauthenticated } from '../api/error.ts'
import { toast } from './toast.tsx'

/** Says that something could not be loaded, each time that it could not. A 401 is silent. */
export function useFailureToast({ error, errorUpdatedAt }: UseQueryResult, text: string): void {
  const failedAt = error === null || isUnauthenticated(error) ? 0 : errorUpdatedAt
  useEffect(() => {
    if (failedAt > 0) toast.error(text)
  }, [failedAt, text])
}
