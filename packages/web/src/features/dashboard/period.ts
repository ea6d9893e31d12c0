import {
  addDays,
  type CalendarUnit,
  chartDays,
  countDays,
  dayOf,
  type Days,
  daysOfPeriod,
  type NamedPeriod,
  periodBefore,
  periodNames,
  unitOf,
} from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import { formatDay, plural, viewerZone } from '../../kit/text/format.ts'
import { useSetSearchParams } from '../../kit/search-params.ts'
import type { dashboardSearch, steps } from '../../routes/dashboard.ts'

/** The period of the chart: a number of days up to today, or from one day to another, both included; that may be a calendar period. */
export type Period = { readonly days: number } | (Days & { readonly name?: NamedPeriod })

const defaultDays = 30
/** A year, so that the previous period fits into the same answer. */
export const maxDays = 366

export type PeriodSearch = Pick<ReturnType<typeof dashboardSearch>, 'days' | 'period' | 'from' | 'to'>

/** The period in an address: `?days=90`, `?period=last_month`, or `?from=2026-01-01&to=2026-01-31`. An invalid one becomes the default. */
export function periodOf({ days = defaultDays, period, from, to }: PeriodSearch): Period {
  if (period !== undefined) return { name: period, ...daysOfPeriod(period, viewerToday()) }
  if (from === undefined || to === undefined || from > to) return { days }
  return { from: from < addDays(to, 1 - maxDays) ? addDays(to, 1 - maxDays) : from, to }
}

const noPeriod = { days: undefined, period: undefined, from: undefined, to: undefined }

/** The period for the address; the default is left out. */
export function toSearch(period: Period): PeriodSearch {
  if ('days' in period) return { ...noPeriod, days: chartDays.find((known) => known === period.days && known !== defaultDays) }
  return period.name === undefined ? { ...noPeriod, from: period.from, to: period.to } : { ...noPeriod, period: period.name }
}

/** The parameters of a call, with the unit that the period is the beginning of, if any. */
export function toQuery(period: Period): { days: number } | (Days & { calendar?: CalendarUnit }) {
  if ('days' in period) return { days: period.days }
  const calendar = unitIn(period)
  return { from: period.from, to: period.to, ...(calendar && { calendar }) }
}

/** What the period is the beginning of, if it has a name. */
export const unitIn = (period: Period): CalendarUnit | undefined => ('from' in period && period.name ? unitOf[period.name] : undefined)

/** How many days the period before has. */
export const daysBefore = (period: Period): number => ('days' in period ? period.days : countDays(beforeOf(period)))

const beforeOf = (period: Exclude<Period, { readonly days: number }>): Days => periodBefore(period, unitIn(period))

/** The period to fetch: from the start of the one before it, for comparison, to the end of the chart's own. */
export const withDaysBefore = (period: Period) =>
  'days' in period ? { days: period.days * 2 } : { from: beforeOf(period).from, to: period.to }

/** 'the last 30 days', 'Nov 1 to Nov 20, 2026', 'last month (Nov 1 to Nov 30, 2026)' */
export function formatPeriod(period: Period): string {
  if ('days' in period) return `the last ${plural(period.days, 'day')}`
  const days = formatRange(period.from, period.to)
  return period.name === undefined ? days : `${periodNames[period.name].toLowerCase()} (${days})`
}

export type Step = (typeof steps)[number]

export const daysIn = (period: Period): number => ('days' in period ? period.days : countDays(period))

export const viewerToday = (): string => dayOf(new Date(), viewerZone())

/** Whether the period includes today, which is not over. */
export const isRunning = (period: Period): boolean => 'days' in period || period.to >= viewerToday()

/** One point a day, unless there are too many to distinguish. */
const defaultStep = (period: Period): Step => (daysIn(period) > 92 ? 'week' : 'day')

const route = getRouteApi('/frame/')

/** Period and steps of the chart, in the address. */
export function usePeriod() {
  const search = route.useSearch()
  const change = useSetSearchParams()
  const period = periodOf(search)
  return {
    period,
    step: search.step ?? defaultStep(period),
    isStepChosen: search.step !== undefined,
    choose: (chosen: Period) => void change({ ...toSearch(chosen), step: undefined }),
    /** To other days with the same steps. */
    move: (days: { readonly from: string; readonly to: string }) => void change(toSearch(days)),
    chooseStep: (chosen: Step) => void change({ step: chosen === defaultStep(period) ? undefined : chosen }),
  }
}

/** Calendar days as 'Nov 1 to Nov 30, 2026', across a year as 'Dec 20, 2025 to Jan 5, 2026'. */
export function formatRange(from: string, to: string): string {
  const withYear = (text: string) => `${formatDay(text)}, ${text.slice(0, 4)}`
  return `${from.slice(0, 4) === to.slice(0, 4) ? formatDay(from) : withYear(from)} to ${withYear(to)}`
}
