import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useListApi } from '../../api/context.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { LoadMore } from '../../kit/table/load-more.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { type Thing, historyQuery } from './data.ts'
import { HistoryList } from './list.tsx'

interface Props extends Thing {
  /** Another skeleton was shown before: this one follows at once. */
  readonly isLate?: boolean
}

/** The activity of one thing with old and new values: on its page, in one of its views, or in a drawer. */
export function ThingHistory({ isLate, ...thing }: Props) {
  const query = useInfiniteQuery(historyQuery(useListApi(), thing))
  return (
    <Loaded query={query} failure="Failed to fetch the history" skeleton={<SkeletonTable rows={4} columns={2} />} isLate={isLate}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            icon={<History />}
            title="Nothing was changed yet"
            hint="Each change is listed here with its values before and after."
          />
        ) : (
          <>
            <HistoryList label="History" rows={rows} isAlone />
            <LoadMore query={query} isManual />
          </>
        )
      }
    </Loaded>
  )
}
