import { coupons } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../api/call.ts'
import { keys } from '../../../api/keys.ts'
import { viewerZone } from '../../../kit/format.ts'

/** How many days, up to today. */
export const usageDays = [30, 90, 365] as const
export type UsageDays = (typeof usageDays)[number]

/** The days are those of the viewer. */
export const usageQuery = (api: Api, id: number, days: UsageDays) =>
  queryOptions({
    queryKey: keys.couponUsage(id, days),
    queryFn: async ({ signal }) =>
      (await api(coupons.usage, { params: { id }, query: { days, time_zone: viewerZone() } }, { signal })).data,
    placeholderData: keepPreviousData,
  })
