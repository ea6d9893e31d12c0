import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Lock, RotateCw, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, isNotFound, isUnauthenticated, unreachable } from '../../api/error.ts'
import { Button } from '../controls/button.tsx'
import { toast } from './toast.tsx'

interface Props {
  /** What failed: 'Failed to fetch orders'. */
  readonly title: string
  readonly error: unknown
  readonly isTrying: boolean
  readonly onRetry: () => void
}

/** Replaces content that could not be loaded: what failed, why if that is known, and what to do. */
export function Failed({ title, error, isTrying, onRetry }: Props) {
  const { Icon, hint, helps } = reasonOf(error)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border bg-surface p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-red" />
      <div className="min-w-48 flex-1">
        <p>{title}</p>
        {hint !== null && <p className="text-table text-muted">{hint}</p>}
      </div>
      {helps && <TryAgain isTrying={isTrying} onRetry={onRetry} />}
    </div>
  )
}

/** Shown above content that could not be refreshed. */
export const Outdated = ({ error, isTrying, onRetry }: Omit<Props, 'title'>) => (
  <div
    role="status"
    className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-yellow-hue/15 py-2 pr-2 pl-3 text-yellow"
  >
    <p className="min-w-48 flex-1">This could not be refreshed. What is shown may be out of date. {reasonOf(error).hint}</p>
    <TryAgain isTrying={isTrying} onRetry={onRetry} />
  </div>
)

/** Replaces a hint or choices that could not be loaded, beside content that could. */
export const FailedHint = ({ title, isTrying, onRetry }: Omit<Props, 'error'>) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table text-yellow">
    <p>{title}</p>
    <TryAgain isTrying={isTrying} onRetry={onRetry} />
  </div>
)

const TryAgain = ({ isTrying, onRetry }: Pick<Props, 'isTrying' | 'onRetry'>) => (
  <Button size="sm" icon={<RotateCw aria-hidden />} busy={isTrying && 'Trying...'} onClick={onRetry}>
    Try again
  </Button>
)

/** The reason of a failure, if it is known, and whether another try may help. */
export function reasonOf(error: unknown) {
  const { code, status } = error instanceof ApiError ? error : { code: '', status: 0 }
  if (code === unreachable) return { Icon: WifiOff, hint: 'The server cannot be reached. Check the connection.', helps: true }
  if (status === 403) return { Icon: Lock, hint: 'Your account has no access to this.', helps: false }
  return { Icon: CircleAlert, hint: null, helps: !isNotFound(error) }
}

interface Options {
  /** The toast offers another try, because nothing on the page does: neither `Failed` nor `Outdated`. */
  readonly offersRetry?: boolean
}

/**
 * Shows a toast each time a query fails. A 401 is silent, and so is a refetch if the page says that it failed: its toast would cover the one
 * about the person's own act.
 */
export function useFailureToast(
  { error, errorUpdatedAt, isRefetchError, refetch }: UseQueryResult,
  text: string,
  { offersRetry = false }: Options = {},
): void {
  const isSilent = isUnauthenticated(error) || (isRefetchError && !offersRetry)
  const failedAt = error === null || isSilent ? 0 : errorUpdatedAt
  const retry = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (failedAt > 0) toast.error(text, offersRetry ? { action: { label: 'Try again', onClick: () => retry() } } : undefined)
  }, [failedAt, text, offersRetry])
}
