import { addDays, chartDays } from '@keydesk/contract'
import { formatDay, plural } from '../../kit/text/format.ts'
import { useSearchParams, useSetSearchParams } from '../../kit/search-params.ts'

/** What the chart shows: so many days up to today, or from one day to another, both included. */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string }

const usual = 30
/** A year, so that the period before it still fits into one answer. */
export const longest = 366

interface PeriodSearch {
  readonly days?: (typeof chartDays)[number] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The period of an address: `?days=90`, or `?from=2026-01-01&to=2026-01-31`. What makes no sense is the usual one. */
export function periodOf({ days = usual, from, to }: PeriodSearch): Period {
  if (from === undefined || to === undefined || from > to) return { days }
  return { from: from < addDays(to, 1 - longest) ? addDays(to, 1 - longest) : from, to }
}

/** As the address writes it; the usual one stays out of it. */
export const toSearch = (period: Period): PeriodSearch =>
  'days' in period
    ? { days: chartDays.find((known) => known === period.days && known !== usual), from: undefined, to: undefined }
    : { days: undefined, ...period }

/** What to ask the chart's days for: the period and, for comparison, as many days before it. */
export function withDaysBefore(period: Period) {
  if ('days' in period) return { days: period.days * 2 }
  return { from: addDays(period.from, -daysIn(period)), to: period.to }
}

/** 'the last 30 days', 'Nov 1 to Nov 20' */
export const formatPeriod = (period: Period): string =>
  'days' in period ? `the last ${plural(period.days, 'day')}` : `${formatDay(period.from)} to ${formatDay(period.to)}`

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

export const daysIn = (period: Period): number =>
  'days' in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1

/** A point a day as long as the points can be told apart. */
const usualStep = (period: Period): Step => (daysIn(period) > 92 ? 'week' : 'day')

/** Which days the chart shows and in what steps, kept in the address. */
export function usePeriod() {
  const search = useSearchParams()
  const change = useSetSearchParams()
  const period = periodOf(search)
  return {
    period,
    step: search.step ?? usualStep(period),
    choose: (chosen: Period) => void change({ ...toSearch(chosen), step: undefined }),
    /** Within a range: its steps stay. */
    move: (days: { readonly from: string; readonly to: string }) => void change(days),
    chooseStep: (chosen: Step) => void change({ step: chosen === usualStep(period) ? undefined : chosen }),
  }
}
