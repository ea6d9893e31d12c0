import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Outdated } from './failed.tsx'
import { Loading, useRestart } from './loading.tsx'

/** The fields that queries and infinite queries share. */
type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isFetching' | 'isRefetchError'> & {
  readonly refetch: () => Promise<unknown>
}

interface Props<Data> {
  readonly query: Query<Data>
  readonly failure: string
  /** A placeholder of the content's shape. */
  readonly skeleton?: ReactNode
  /** Another skeleton was shown before: this one follows at once. */
  readonly isLate?: boolean
  readonly children: (data: Data) => ReactNode
}

/** Shows the content once it is loaded. If a refetch fails, the content stays with a notice that it may be out of date. */
export function Loaded<Data>({ query, failure, skeleton, isLate, children }: Props<Data>) {
  const restart = useRestart()
  const failed = { error: query.error, isTrying: query.isFetching, onRetry: () => void query.refetch() }
  if (query.data !== undefined)
    return (
      <>
        {query.isRefetchError && <Outdated {...failed} />}
        {children(query.data)}
      </>
    )
  return query.isPending ? (
    <Loading onRetry={restart} isLate={isLate}>
      {skeleton}
    </Loading>
  ) : (
    <Failed title={failure} {...failed} />
  )
}
