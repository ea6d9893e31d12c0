import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Loading } from './loading.tsx'
import { useRestart } from './use-restart.ts'

/** The fields of a query that matter here; an infinite query has them too. */
type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'isFetching'> & { readonly refetch: () => Promise<unknown> }

interface Props<Data> {
  readonly query: Query<Data>
  readonly failure: string
  /** Shaped like the content. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows the content once it is loaded. Content that is there stays when a refetch fails. */
export function Loaded<Data>({ query, failure, skeleton, children }: Props<Data>) {
  const restart = useRestart()
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <Loading onRetry={restart}>{skeleton}</Loading>
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border bg-surface p-4">
      <CircleAlert aria-hidden className="size-5 shrink-0 text-red" />
      <p className="min-w-0 flex-1">{failure}</p>
      <Button size="sm" icon={<RotateCw aria-hidden />} busy={query.isFetching && 'Trying...'} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
