import { activityKindNames, activityKinds, subjectKindNames, subjectKinds, subjectPermissions, type SubjectKind } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { DateRange } from '../../kit/date-range.tsx'
import { FailedHint } from '../../kit/failed.tsx'
import { Select } from '../../kit/select.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { actorsQuery } from './history-data.ts'
import type { useActivityAddress } from './use-activity-address.ts'

interface Props {
  readonly address: ReturnType<typeof useActivityAddress>
  /** Of the one thing that is shown; empty while nobody knows. */
  readonly nameOfThing: string
}

/** Who, what, which thing, and when. */
export function ActivityFilterBar({ address, nameOfThing }: Props) {
  const { filters } = address
  const may = useMay()
  const query = useQuery(actorsQuery(useApi()))
  const actors = query.data ?? []
  const things = subjectKinds.filter((kind) => kind !== 'session' && may(subjectPermissions[kind]))
  return (
    <div role="search" aria-label="Filters of the activity" className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        aria-label="Who"
        className="w-44 max-sm:w-full"
        value={String(filters.actor ?? '')}
        options={[{ value: '', label: 'Everybody' }, ...actors.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={address.setActor}
      />
      <Select
        aria-label="What"
        className="w-44 max-sm:w-full"
        value={filters.kind ?? ''}
        options={[{ value: '', label: 'All kinds' }, ...activityKinds.map((kind) => ({ value: kind, label: activityKindNames[kind] }))]}
        onChange={address.setKind}
      />
      <Select
        aria-label="Which things"
        className="w-44 max-sm:w-full"
        value={filters.subject_kind ?? ''}
        options={[{ value: '', label: 'All things' }, ...things.map((kind) => ({ value: kind, label: subjectKindNames[kind] }))]}
        onChange={address.setThingKind}
      />
      <DateRange from={filters.from ?? ''} to={filters.to ?? ''} onChange={address.setDays} />
      {filters.subject_id !== undefined && (
        <Button
          size="sm"
          icon={<X aria-hidden />}
          aria-label={`Only ${thingText(filters, nameOfThing)}: show all`}
          onClick={address.leaveThing}
        >
          Only {thingText(filters, nameOfThing)}
        </Button>
      )}
      {address.isFiltered && (
        <Button variant="ghost" onClick={address.clear}>
          Clear filters
        </Button>
      )}
      {query.isError && query.data === undefined && (
        <FailedHint title="Failed to fetch who did something" isTrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

const thingText = ({ subject_kind, subject_id }: { subject_kind?: SubjectKind; subject_id?: number }, name: string): string =>
  name || (subject_kind === undefined ? '' : `${subjectKindNames[subject_kind].toLowerCase()} #${subject_id}`)
