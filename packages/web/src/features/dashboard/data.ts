import { type DailySales, type PeriodSales, type RunwayRow, statistics, stock } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useDownload } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { viewerZone } from '../../kit/text/format.ts'
import { saveFile } from '../../kit/text/save-file.ts'
import type { RouterContext } from '../../routes/root.ts'
import { restoreHoldsQuery } from '../restore-holds/data.ts'
import { setupQuery } from '../setup/data.ts'
import { isSetupPutAway } from '../setup/pending.tsx'
import { type Period, type PeriodSearch, periodOf, toQuery, withDaysBefore } from './period.ts'

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
      const { data } = await api(statistics.byProduct, { query: { ...toQuery(period), time_zone: viewerZone() } }, { signal })
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

/** Downloads the sales of each product in a period, with those of the period before. */
export function useExportSales() {
  const download = useDownload()
  return useAction({
    run: async (period: Period) => {
      const query = { ...toQuery(period), time_zone: viewerZone(), format: 'csv' }
      const { blob, name } = await download(statistics.byProduct.path, query)
      saveFile(blob, name ?? 'sales-by-product.csv')
    },
    success: null,
    failure: { serverOr: 'Failed to export the sales' },
    refresh: null,
  })
}

/** Variants that are used up within this many days are running out. */
export const soonDays = 14

export const runwayQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.runway,
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(stock.runway, { query: { within_days: soonDays } }, { signal })
      return { rows: data, hasStock: meta?.has_stock !== false }
    },
  })

export interface RunwayAnswer {
  /** What is sold out, low, or used up soon, the most urgent first. */
  readonly rows: readonly RunwayRow[]
  /** Some variant has a key. */
  readonly hasStock: boolean
}

/** What the screen shows at first, for its loader. The slowest call first; others look up the time zone, which takes a browser a while. */
export function fetchDashboard({ queries, client: { api }, isOwnHost, may }: RouterContext, search: PeriodSearch): Promise<unknown>[] {
  const period = periodOf(search)
  const products = queries.ensureQueryData(statisticsQuery(api))
  if (!isOwnHost()) return [products]
  return [
    products,
    queries.ensureQueryData(runwayQuery(api)),
    queries.ensureQueryData(dailySalesQuery(api, period)),
    queries.ensureQueryData(periodSalesQuery(api, period)),
    ...(may('restores:manage') ? [queries.ensureQueryData(restoreHoldsQuery(api))] : []),
    ...(may('team:manage') && !isSetupPutAway() ? [queries.ensureQueryData(setupQuery(api))] : []),
  ]
}
