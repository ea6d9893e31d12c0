import { type DailySales, type PeriodSales, statistics, stock } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { viewerZone } from '../../kit/text/format.ts'
import { type Period, withDaysBefore } from './period.ts'

export const statisticsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.stats, queryFn: async ({ signal }) => (await api(statistics.products, {}, { signal })).data })

/** The days of a period, and as many before it. */
export const dailySalesQuery = (api: Api, period: Period) =>
  queryOptions({
    queryKey: queryKeys.daily(period),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(statistics.daily, { query: { ...withDaysBefore(period), time_zone: viewerZone() } }, { signal })
      return { period, days: data, today: meta?.today }
    },
    placeholderData: keepPreviousData,
  })

/** Sales of each product in a period; products without sales are left out. */
export const periodSalesQuery = (api: Api, period: Period) =>
  queryOptions({
    queryKey: queryKeys.byProduct(period),
    queryFn: async ({ signal }) => {
      const { data } = await api(statistics.byProduct, { query: { ...period, time_zone: viewerZone() } }, { signal })
      return { sales: new Map(data.map((row) => [row.product_id, row])) }
    },
    placeholderData: keepPreviousData,
  })

export interface PeriodAnswer {
  readonly sales: ReadonlyMap<number, PeriodSales>
}

export interface DailyAnswer {
  readonly period: Period
  readonly days: readonly DailySales[]
  readonly today: string | undefined
}

export const runwayQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.runway, queryFn: async ({ signal }) => (await api(stock.runway, {}, { signal })).data })
