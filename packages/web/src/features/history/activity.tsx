import { type SubjectKind, activityKindNames, activityKinds, subjectKindNames, subjectKinds, subjectPermissions } from '@keydesk/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useApi, useListApi } from '../../api/context.tsx'
import { DateFilter } from '../../kit/controls/date-filter.tsx'
import { FilterChip } from '../../kit/controls/filter-chip.tsx'
import { FilterSelect } from '../../kit/controls/select.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { FailedHint } from '../../kit/feedback/failed.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Toolbar } from '../../kit/layout/toolbar.tsx'
import { LoadMore } from '../../kit/table/load-more.tsx'
import { useSetSearchParams } from '../../kit/search-params.ts'
import { useMay } from '../../session/session-provider.tsx'
import { noActivityFilters } from '../../routes/frame.ts'
import { type ActivityFilters, activityQuery, actorsQuery } from './data.ts'
import { nameOfThing } from './links.tsx'
import { HistoryList } from './list.tsx'

// Few look for what a key did.
const ApiKeyChip = lazyPart(async () => (await import('../api-keys/parts.tsx')).ApiKeyChip)

/** All activity of the team. For owners and managers. */
export function ActivityPanel() {
  const address = useActivityFilters()
  const { filters, isFiltered, clear, showOnly } = address
  const query = useInfiniteQuery(activityQuery(useListApi(), filters))
  const first = query.data?.rows[0]?.subject
  // While other rows load, the first one may be about something else.
  const subject = first?.kind === filters.subject_kind && first?.id === filters.subject_id ? first : undefined
  return (
    <>
      <ActivityFilterBar address={address} thing={subject === undefined ? '' : nameOfThing(subject)} />
      <Loaded query={query} failure="Failed to fetch the activity" skeleton={<SkeletonTable rows={8} columns={2} />}>
        {({ rows }) => (
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

interface Props {
  readonly address: ReturnType<typeof useActivityFilters>
  /** The name of the one thing that is shown; empty while unknown. */
  readonly thing: string
}

/** Filters by person, kind of change, thing and days. */
function ActivityFilterBar({ address, thing }: Props) {
  const { filters } = address
  const may = useMay()
  const query = useQuery(actorsQuery(useApi()))
  const actors = query.data ?? []
  const things = subjectKinds.filter((kind) => kind !== 'session' && may(subjectPermissions[kind]))
  const options = {
    who: [{ value: '', label: 'Everybody' }, ...actors.map(({ id, name }) => ({ value: String(id), label: name }))],
    what: [{ value: '', label: 'All kinds' }, ...activityKinds.map((kind) => ({ value: kind, label: activityKindNames[kind] }))],
    things: [{ value: '', label: 'All things' }, ...things.map((kind) => ({ value: kind, label: subjectKindNames[kind] }))],
  }
  const set = [filters.actor, filters.api_key_id, filters.kind, filters.subject_kind, filters.from ?? filters.to]
  return (
    <div role="search" aria-label="Filters of the activity">
      <Toolbar
        count={null}
        filterCount={set.filter((filter) => filter !== undefined).length}
        onClear={address.isFiltered ? address.clear : undefined}
        filters={
          <>
            <FilterSelect label="Who" value={String(filters.actor ?? '')} options={options.who} onChange={address.setActor} />
            <FilterSelect label="What" value={filters.kind ?? ''} options={options.what} onChange={address.setKind} />
            <FilterSelect
              label="Which things"
              value={filters.subject_kind ?? ''}
              options={options.things}
              onChange={address.setThingKind}
            />
            <DateFilter from={filters.from ?? ''} to={filters.to ?? ''} onChange={address.setDays} />
            {filters.api_key_id !== undefined && <ApiKeyChip id={filters.api_key_id} onClear={address.leaveApiKey} />}
            {filters.subject_id !== undefined && <FilterChip text={`Only ${thingText(filters, thing)}`} onRemove={address.leaveThing} />}
          </>
        }
      />
      {query.isError && query.data === undefined && (
        <FailedHint title="Failed to fetch the names of the team" isTrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

const thingText = ({ subject_kind, subject_id }: { subject_kind?: SubjectKind; subject_id?: number }, name: string): string =>
  name || (subject_kind === undefined ? '' : `${subjectKindNames[subject_kind].toLowerCase()} #${subject_id}`)

const frame = getRouteApi('/frame')

/** The filters in the address: `?panel=activity&activity_kind=delete&activity_thing=product&activity_id=12`. */
function useActivityFilters() {
  const search = frame.useSearch()
  const change = useSetSearchParams()
  const filters = toFilters(search)
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setActor: (id: string) => void change({ activity_actor: Number(id) || undefined }),
    setKind: (kind: string) => void change({ activity_kind: activityKinds.find((one) => one === kind) }),
    setThingKind: (kind: string) => void change({ activity_thing: subjectKinds.find((one) => one === kind), activity_id: undefined }),
    /** Shows the activity of one thing. Back returns to the list before. */
    showOnly: (kind: SubjectKind, id: number) => void change({ activity_thing: kind, activity_id: id }, { isStep: true }),
    leaveApiKey: () => void change({ activity_api_key: undefined }),
    leaveThing: () => void change({ activity_thing: undefined, activity_id: undefined }),
    setDays: ({ from, to }: { readonly from: string; readonly to: string }) => void change({ activity_from: from, activity_to: to }),
    clear: () => void change(noActivityFilters),
  }
}

const toFilters = (search: ReturnType<typeof frame.useSearch>): ActivityFilters => ({
  ...(search.activity_actor && { actor: search.activity_actor }),
  ...(search.activity_api_key && { api_key_id: search.activity_api_key }),
  ...(search.activity_kind && { kind: search.activity_kind }),
  ...(search.activity_thing && { subject_kind: search.activity_thing }),
  ...(search.activity_thing && search.activity_id && { subject_id: search.activity_id }),
  ...(search.activity_from && { from: search.activity_from }),
  ...(search.activity_to && { to: search.activity_to }),
})
