import { announcement, announcements, type Announcement, type AnnouncementInput } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { listQuery, removeRow, replaceRow, type ListRequest } from '../../api/list-query.ts'
import { orStale, toldOr } from '../../api/stale.ts'
import { useAction } from '../../kit/use-action.ts'
import { useUndoDeletion } from '../history/history-parts-data.tsx'

/** The screen calls them notifications, the calls announcements. */
export const notificationsQuery = (list: ListApi, request: ListRequest = {}) =>
  listQuery(keys.announcements, request, (page, signal) => list(announcements.list, { query: page }, { signal }))

export function useCreateNotification() {
  const api = useApi()
  return useAction({
    run: (body: AnnouncementInput) => api(announcements.create, { body }),
    success: 'Notification created successfully',
    failure: 'Failed to save notification',
    refresh: keys.announcements,
  })
}

export function useUpdateNotification(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const storedNow = toldOr(announcement, async () => (await api(announcements.find, { params: { id } })).data)
  return useAction({
    run: async (body: AnnouncementInput) => {
      const answer = await orStale(api(announcements.update, { params: { id }, body }), storedNow)
      // A foreign host need not answer with the announcement.
      if (answer === undefined || answer.data.title === '') await queries.invalidateQueries({ queryKey: keys.announcements })
      else replaceRow(queries, keys.announcements, answer.data)
    },
    success: 'Notification updated successfully',
    failure: 'Failed to save notification',
    refresh: null,
  })
}

export function useRemoveNotification() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async ({ id }: Announcement) => {
      await api(announcements.remove, { params: { id }, query: {} })
      removeRow(queries, keys.announcements, id)
    },
    success: 'Notification deleted successfully',
    failure: 'Failed to delete notification',
    refresh: null,
    undo: useUndoDeletion('announcement'),
  })
}
