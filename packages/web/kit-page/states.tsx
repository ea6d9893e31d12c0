import { ApiError } from '../src/api/error.ts'
import { DraftOffer } from '../src/kit/form/draft-offer.tsx'
import { FailedHint } from '../src/kit/feedback/failed.tsx'
import { LoadFailure } from '../src/kit/feedback/load-failure.tsx'
import { LoadMore } from '../src/kit/table/load-more.tsx'
import { Loaded } from '../src/kit/feedback/loaded.tsx'
import { Loading, Skeleton, SkeletonLines, SkeletonTable } from '../src/kit/feedback/loading.tsx'
import { Progress } from '../src/kit/feedback/progress.tsx'
import { Room, Section, nothing } from './section.tsx'

const none = () => Promise.resolve()
const error = new ApiError('The server did not answer', { code: 'internal', status: 500 })
const failed = { data: undefined, error, isPending: false, isFetching: false, isRefetchError: false, refetch: none }
const pages = { hasNextPage: true, isFetching: true, isFetchingNextPage: false, isFetchNextPageError: true, fetchNextPage: none }

/** Parts in place of content, or beside it. */
export const States = () => (
  <>
    <Section name="Loading, Skeleton">
      <div className="w-full space-y-4">
        <Loading onRetry={nothing}>
          <Skeleton className="h-8 w-40" />
        </Loading>
        <SkeletonLines lines={3} />
        <SkeletonTable rows={3} columns={4} />
      </div>
    </Section>
    <Section name="Loaded: failed, trying again, out of date; LoadMore: failed; FailedHint; LoadFailure">
      <div className="w-full space-y-4">
        <Loaded query={failed} failure="Failed to fetch rows">
          {() => null}
        </Loaded>
        <Loaded query={{ ...failed, isFetching: true }} failure="Failed to fetch rows">
          {() => null}
        </Loaded>
        <LoadMore query={pages} />
        <Loaded query={{ ...failed, data: 'Rows', isRefetchError: true }} failure="Failed to fetch rows">
          {(data) => data}
        </Loaded>
        <FailedHint title="Failed to fetch the names" isTrying={false} onRetry={nothing} />
        <LoadFailure error={error} />
      </div>
    </Section>
    <Section name="DraftOffer">
      <div className="w-full">
        <DraftOffer what="Northlight" at="2026-11-20T20:04:05.000Z" onRestore={nothing} onDiscard={nothing} />
      </div>
    </Section>
    <Section name="Progress">
      {[0, 40, 100].map((value) => (
        <Room key={value}>
          <Progress value={value} label={`${value} per cent`} />
        </Room>
      ))}
    </Section>
  </>
)
