import { statistics, stock, type DailySales } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { keys } from '../../api/keys.ts'
import { viewerZone } from '../../kit/format.ts'
import { periodToQuery, type Period } from './period.ts'

export const statisticsQuery = (api: Api) =>
  queryOptions({ queryKey: keys.stats, queryFn: async ({ signal }) => (await api(statistics.products, {}, { signal })).data })

/** The days of a period, and as many before it. */
export const dailySalesQuery = (api: Api, period: Period) =>
  queryOptions({
    queryKey: keys.daily(period),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(statistics.daily, { query: { ...periodToQuery(period), time_zone: viewerZone() } }, { signal })
      return { period, days: data, today: meta?.today }
    },
    placeholderData: keepPreviousData,
  })

export interface DailyAnswer {
  readonly period: Period
  readonly days: readonly DailySales[]
  readonly today: string | undefined
}

export const runwayQuery = (api: Api) =>
  queryOptions({ queryKey: keys.runway, queryFn: async ({ signal }) => (await api(stock.runway, {}, { signal })).data })
