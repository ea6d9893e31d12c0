import { statistics, stock } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { keys } from '../../api/keys.ts'
import { viewerZone } from '../../kit/format.ts'

export const statisticsQuery = (api: Api) =>
  queryOptions({ queryKey: keys.stats, queryFn: async ({ signal }) => (await api(statistics.products, {}, { signal })).data })

export const dailySalesQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: keys.daily(days),
    queryFn: async ({ signal }) => (await api(statistics.daily, { query: { days, time_zone: viewerZone() } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const runwayQuery = (api: Api) =>
  queryOptions({ queryKey: keys.runway, queryFn: async ({ signal }) => (await api(stock.runway, {}, { signal })).data })
