import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useListApi } from '../../api/context.tsx'
import { EmptyState, NoResults } from '../../kit/empty-state.tsx'
import { LoadMore } from '../../kit/load-more.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { activityQuery } from './history-data.ts'
import { HistoryList } from './history-list.tsx'
import { nameOfThing } from './thing-link.tsx'
import { useActivityAddress } from './use-activity-address.ts'

/** Everything that was done, by anybody. For owners and managers. */
export function ActivityPanel() {
  const address = useActivityAddress()
  const { filters, isFiltered, clear, showOnly } = address
  const query = useInfiniteQuery(activityQuery(useListApi(), filters))
  const subject = query.data?.[0]?.subject
  return (
    <>
      <ActivityFilterBar address={address} nameOfThing={filters.subject_id !== undefined && subject ? nameOfThing(subject) : ''} />
      <Loaded query={query} failure="Failed to fetch the activity" skeleton={<SkeletonTable rows={8} columns={2} />}>
        {(rows) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            {rows.length > 0 && (
              <HistoryList
                label="Activity"
                rows={rows}
                isAlone={false}
                onShowOnly={filters.subject_id === undefined ? showOnly : undefined}
              />
            )}
            {rows.length === 0 && (isFiltered ? <NoResults what="activity" onClear={clear} /> : <NoActivity />)}
            <LoadMore query={query} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const NoActivity = () => (
  <EmptyState icon={<History />} title="No activity yet" hint="Sign-ins, changes, sales and exports are listed here as they happen." />
)
