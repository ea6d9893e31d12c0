import { statistics } from '@keydesk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { ApiError, unexpectedAnswer } from '../../api/error.ts'
import { keys } from '../../api/keys.ts'

export const statisticsQuery = (api: Api) =>
  queryOptions({ queryKey: keys.stats, queryFn: async ({ signal }) => (await api(statistics.products, {}, { signal })).data })

export const dailySalesQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: keys.daily(days),
    queryFn: async ({ signal }) => (await api(statistics.daily, { query: { days } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** A host that knows only the specification's calls has none by day: that is no failure to speak of. */
export function isUnknownCall(error: unknown): boolean {
  return error instanceof ApiError && (error.code === unexpectedAnswer || (error.status >= 400 && error.status < 500))
}
