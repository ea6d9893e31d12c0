import { addDays, chartDays } from '@keydesk/contract'
import { formatDay, plural } from '../../kit/format.ts'

/** What the chart shows: so many days up to today, or from one day to another, both included. */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string }

const usual = 30
/** A year, so that the period before it still fits into one answer. */
export const longest = 366

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The period of an address: `?days=90`, or `?from=2026-01-01&to=2026-01-31`. What makes no sense is the usual one. */
export function readPeriod(get: (name: string) => string): Period {
  const [from, to] = [get('from'), get('to')]
  if (isDay(from) && isDay(to) && from <= to) return { from: from < addDays(to, 1 - longest) ? addDays(to, 1 - longest) : from, to }
  return { days: chartDays.find((known) => String(known) === get('days')) ?? usual }
}

/** As the address writes it; the usual one stays out of it. */
export const periodToAddress = (period: Period) =>
  'days' in period ? { days: period.days === usual ? '' : period.days, from: '', to: '' } : { days: '', ...period }

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
export const isStep = (text: string): text is Step => steps.some((step) => step === text)

export const daysIn = (period: Period): number =>
  'days' in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1

/** A point a day as long as the points can be told apart. */
export const usualStep = (period: Period): Step => (daysIn(period) > 92 ? 'week' : 'day')
