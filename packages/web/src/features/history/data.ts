import { type ActivityKind, type SubjectKind, activity } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api, ListApi } from '../../api/call.ts'
import { pagesQuery } from '../../api/list-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { inZone } from '../../kit/text/format.ts'

/** A thing with a history. */
export interface Thing {
  readonly kind: SubjectKind
  readonly id: number
}

/** Filters of all activity; an undefined one is not sent. */
export interface ActivityFilters {
  /** The id of a member. */
  readonly actor?: number
  /** What storefronts did with this API key. */
  readonly api_key_id?: number
  readonly kind?: ActivityKind
  readonly subject_kind?: SubjectKind
  readonly subject_id?: number
  /** First and last day, in the viewer's time zone. */
  readonly from?: string
  readonly to?: string
}

/** The activity, newest first, page by page. */
export const activityQuery = (list: ListApi, filters: ActivityFilters, queryKey: readonly unknown[] = queryKeys.activity(filters)) => ({
  ...pagesQuery(queryKey, (cursor, signal) => list(activity.list, { query: { ...inZone(filters), cursor } }, { signal })),
  // There may always be new activity.
  staleTime: 0,
})

/** The activity of one thing. */
export const historyQuery = (list: ListApi, { kind, id }: Thing) =>
  activityQuery(list, { subject_kind: kind, subject_id: id }, queryKeys.history(kind, id))

/** The changes that restoring a field would make to the current value. A refusal says why it cannot be restored. */
export const restoreQuery = (api: Api, row: number, field: string) =>
  queryOptions({
    queryKey: queryKeys.restore(row, field),
    queryFn: async ({ signal }) => (await api(activity.restorePreview, { params: { id: row }, query: { field } }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

/** The people to filter by. */
export const actorsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.actors, queryFn: async ({ signal }) => (await api(activity.actors, {}, { signal })).data })
