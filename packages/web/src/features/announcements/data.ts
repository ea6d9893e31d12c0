import { type Announcement, type AnnouncementInput, type AnnouncementUpdate, announcement, announcements, discord } from '@keydesk/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { ListPage } from '../../api/answer.ts'
import type { Api, ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type ListRequest, hasFewPages, listQuery, removeRow, storeRow } from '../../api/list-query.ts'
import { orStale, currentOrFetch } from '../../api/stale.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useUndoDeletion } from '../history/parts.tsx'

/** Their screen is called Notifications. Polled while a post is waiting. */
export const announcementsQuery = (list: ListApi, request: ListRequest = {}) => ({
  ...listQuery(queryKeys.announcements, request, (page, signal) => list(announcements.list, { query: page }, { signal })),
  refetchInterval: (query: { readonly state: { readonly data: InfiniteData<ListPage<Announcement>> | undefined } }) =>
    hasFewPages(query) && msToNextPoll(query.state.data?.pages.flatMap(({ rows }) => rows) ?? []),
})

const pollMs = 5_000
/** A day, within the limit of browser timers. */
const maxTimerMs = 86_400_000

/** When to poll again: soon while a post is waiting, otherwise when the next is due. */
function msToNextPoll(rows: readonly Announcement[]): number | false {
  if (rows.some(({ delivery }) => delivery === 'waiting')) return pollMs
  const due = rows.flatMap(({ delivery, publish_at }) => (delivery === 'scheduled' ? [Date.parse(publish_at ?? '')] : []))
  const times = due.filter((time) => !Number.isNaN(time))
  return times.length === 0 ? false : Math.min(maxTimerMs, Math.max(pollMs, Math.min(...times) - Date.now()))
}

export const findAnnouncement = async (api: Api, id: number): Promise<Announcement> =>
  (await api(announcements.find, { params: { id } })).data

export const isPosted = ({ posted_at }: Announcement): boolean => posted_at !== undefined && posted_at !== null

export function useCreateAnnouncement() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    // The dialog closes, and forgets its draft, without waiting for the list.
    run: (body: AnnouncementInput) =>
      api(announcements.create, { body }).finally(() => void queries.invalidateQueries({ queryKey: queryKeys.announcements })),
    success: 'Notification created successfully',
    failure: 'Failed to save notification',
    refresh: null,
  })
}

export function useUpdateAnnouncement(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const store = (row: Announcement | undefined) => storeRow(queries, queryKeys.announcements, row, 'title')
  const storedNow = currentOrFetch(announcement, () => findAnnouncement(api, id), store)
  const save = (body: AnnouncementUpdate) =>
    api(announcements.update, { params: { id }, body }).catch((error: unknown) => {
      // The post went out meanwhile, which changes no version.
      if (error instanceof ApiError && error.code === 'already_posted')
        void queries.invalidateQueries({ queryKey: queryKeys.announcements })
      throw error
    })
  return useAction({
    run: async (body: AnnouncementUpdate) => store((await orStale(save(body), storedNow))?.data),
    success: 'Notification updated successfully',
    failure: 'Failed to save notification',
    refresh: null,
    ifOutOfDate: queryKeys.announcements,
  })
}

export function useRemoveAnnouncement() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async ({ id, deletePost }: { readonly id: number; readonly deletePost: boolean }) => {
      await api(announcements.remove, { params: { id }, query: deletePost ? {} : { delete_post: 'false' } })
      removeRow(queries, queryKeys.announcements, id)
    },
    success: 'Notification deleted successfully',
    failure: 'Failed to delete notification',
    refresh: null,
    ifOutOfDate: queryKeys.announcements,
    undo: useUndoDeletion('announcement'),
  })
}

/** Sends a failed post, or a failed edit of a post, again. */
export function useRetryPost() {
  const api = useApi()
  return useAction({
    run: (logId: number) => api(discord.retry, { params: { id: logId } }),
    success: 'The post is sent again',
    failure: { serverOr: 'Failed to send the post again' },
    refresh: queryKeys.announcements,
  })
}
