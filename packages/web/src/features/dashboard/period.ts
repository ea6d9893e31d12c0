import { addDays, chartDays, dayOf } from '@keydesk/contract'
import { formatDay, plural, viewerZone } from '../../kit/text/format.ts'
import { useSearchParams, useSetSearchParams } from '../../kit/search-params.ts'
import type { steps } from '../../routes/dashboard.ts'

/** The period of the chart: a number of days up to today, or from one day to another, both included. */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string }

const defaultDays = 30
/** A year, so that the previous period fits into the same answer. */
export const maxDays = 366

interface PeriodSearch {
  readonly days?: (typeof chartDays)[number] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The period in an address: `?days=90`, or `?from=2026-01-01&to=2026-01-31`. An invalid one becomes the default. */
export function periodOf({ days = defaultDays, from, to }: PeriodSearch): Period {
  if (from === undefined || to === undefined || from > to) return { days }
  return { from: from < addDays(to, 1 - maxDays) ? addDays(to, 1 - maxDays) : from, to }
}

/** The period for the address; the default is left out. */
export const toSearch = (period: Period): PeriodSearch =>
  'days' in period
    ? { days: chartDays.find((known) => known === period.days && known !== defaultDays), from: undefined, to: undefined }
    : { days: undefined, ...period }

/** The period to fetch: the chart's own and, for comparison, as many days before it. */
export function withDaysBefore(period: Period) {
  if ('days' in period) return { days: period.days * 2 }
  return { from: addDays(period.from, -daysIn(period)), to: period.to }
}

/** 'the last 30 days', 'Nov 1 to Nov 20' */
export const formatPeriod = (period: Period): string =>
  'days' in period ? `the last ${plural(period.days, 'day')}` : `${formatDay(period.from)} to ${formatDay(period.to)}`

export type Step = (typeof steps)[number]

export const daysIn = (period: Period): number =>
  'days' in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1

export const viewerToday = (): string => dayOf(new Date(), viewerZone())

/** Whether the period includes today, which is not over. */
export const isRunning = (period: Period): boolean => 'days' in period || period.to >= viewerToday()

/** One point a day, unless there are too many to distinguish. */
const defaultStep = (period: Period): Step => (daysIn(period) > 92 ? 'week' : 'day')

/** Period and steps of the chart, in the address. */
export function usePeriod() {
  const search = useSearchParams()
  const change = useSetSearchParams()
  const period = periodOf(search)
  return {
    period,
    step: search.step ?? defaultStep(period),
    choose: (chosen: Period) => void change({ ...toSearch(chosen), step: undefined }),
    /** To other days with the same steps. */
    move: (days: { readonly from: string; readonly to: string }) => void change(toSearch(days)),
    chooseStep: (chosen: Step) => void change({ step: chosen === defaultStep(period) ? undefined : chosen }),
  }
}
