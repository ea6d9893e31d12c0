import { announcement, announcements, type Announcement, type AnnouncementInput } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { orStale, toldOr } from '../../api/stale.ts'
import { useAction } from '../../kit/use-action.ts'

/** The screen calls them notifications, the calls announcements (spec sections 2 and 7). */
export const notificationsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.announcements,
    queryFn: async ({ signal }) => (await api(announcements.list, { query: {} }, { signal })).data,
  })

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
  const storedNow = toldOr(announcement, async () => (await api(announcements.find, { params: { id } })).data)
  return useAction({
    run: (body: AnnouncementInput) => orStale(api(announcements.update, { params: { id }, body }), storedNow),
    success: 'Notification updated successfully',
    failure: 'Failed to save notification',
    refresh: keys.announcements,
  })
}

export function useRemoveNotification() {
  const api = useApi()
  return useAction({
    run: ({ id }: Announcement) => api(announcements.remove, { params: { id } }),
    success: 'Notification deleted successfully',
    failure: 'Failed to delete notification',
    refresh: keys.announcements,
  })
}
