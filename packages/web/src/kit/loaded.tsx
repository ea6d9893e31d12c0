import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useDeferredValue, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Loading } from './loading.tsx'

/** What of a query matters here; an infinite one has it, too. */
type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'isFetching'> & { readonly refetch: () => Promise<unknown> }

interface Props<Data> {
  readonly query: Query<Data>
  readonly failure: string
  /** Shaped like the content; it keeps the room from the start and shows after 150 ms. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows the content once there is some. What was loaded before stays when only a refetch fails. */
export function Loaded<Data>({ query, failure, skeleton, children }: Props<Data>) {
  // What arrives is drawn in slices, beneath its placeholder; what is there already shows at once.
  const isDrawn = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && isDrawn) return children(query.data)
  if (query.isPending || query.data !== undefined) return <Loading>{skeleton}</Loading>
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border bg-surface p-4">
      <CircleAlert aria-hidden className="size-5 shrink-0 text-red" />
      <p className="min-w-0 flex-1">{failure}</p>
      <Button size="sm" icon={<RotateCw aria-hidden />} busy={query.isFetching && 'Retrying...'} onClick={() => void query.refetch()}>
        Retry
      </Button>
    </div>
  )
}
