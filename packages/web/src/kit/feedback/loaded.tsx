import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Outdated } from './failed.tsx'
import { Loading, useRestart } from './loading.tsx'

/** The fields of a query that matter here; an infinite query has them too. */
type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isFetching' | 'isRefetchError'> & {
  readonly refetch: () => Promise<unknown>
}

interface Props<Data> {
  readonly query: Query<Data>
  readonly failure: string
  /** Shaped like the content. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows the content once it is loaded. Content that is there stays when a refetch fails, and says that it may be out of date. */
export function Loaded<Data>({ query, failure, skeleton, children }: Props<Data>) {
  const restart = useRestart()
  const failed = { error: query.error, isTrying: query.isFetching, onRetry: () => void query.refetch() }
  if (query.data !== undefined)
    return (
      <>
        {query.isRefetchError && <Outdated {...failed} />}
        {children(query.data)}
      </>
    )
  return query.isPending ? <Loading onRetry={restart}>{skeleton}</Loading> : <Failed title={failure} {...failed} />
}
