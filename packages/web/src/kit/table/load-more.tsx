import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../controls/button.tsx'

interface Props {
  /** From `useInfiniteQuery`. */
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  /** Fetches only by the button, because there is more below the list. */
  readonly isManual?: boolean
}

/** At the end of a list: fetches the next page when it comes near the window; after a failure only by the button. */
export function LoadMore({ query, isManual = false }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void query.fetchNextPage())
  const isWatching = !isManual && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  useEffect(() => {
    if (!isWatching || end.current === null) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWatching])

  if (!query.hasNextPage) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-6">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-red">
          The next page could not be loaded.
        </p>
      )}
      <Button busy={query.isFetchingNextPage && 'Loading...'} onClick={more}>
        {query.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
