import type { CalendarUnit, NamedPeriod } from '../choices.ts'
import { addDays } from './time-zones.ts'

/** Calendar periods, and the period that another one is compared with (docs/reference/books.md, Periods). Days are `YYYY-MM-DD`. */

/** From one day to another, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

const monthsIn: Readonly<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 }

export const periodNames: Readonly<Record<NamedPeriod, string>> = {
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  this_year: 'This year',
}

export const unitOf: Readonly<Record<NamedPeriod, CalendarUnit>> = {
  this_month: 'month',
  last_month: 'month',
  this_quarter: 'quarter',
  this_year: 'year',
}

/** The days of a calendar period. The running one ends today. */
export function daysOfPeriod(name: NamedPeriod, today: string): Days {
  const start = startOfUnit(today, unitOf[name])
  return name === 'last_month' ? { from: addMonths(start, -1), to: addDays(start, -1) } : { from: start, to: today }
}

/**
 * The period before: as many days, up to the day before `from`. Whole months are compared with as many whole months. With `unit` a period
 * that begins with a month is the beginning of a month, quarter or year, and is compared with the same days of the one before it: up to
 * the same day of the month, or its last.
 */
export function periodBefore({ from, to }: Days, unit?: CalendarUnit): Days {
  const end = addDays(from, -1)
  const nextDay = addDays(to, 1)
  const endsMonth = isFirst(nextDay)
  const isWhole = isFirst(from) && endsMonth && monthsBetween(from, nextDay) >= (unit === undefined ? 1 : monthsIn[unit])
  if (isWhole) return { from: addMonths(from, monthsBetween(nextDay, from)), to: end }
  if (unit === undefined || !isFirst(from)) return { from: addDays(from, -countDays({ from, to })), to: end }
  const month = addMonths(`${to.slice(0, 8)}01`, -monthsIn[unit])
  const days = [end, addDays(addMonths(month, 1), -1), ...(endsMonth ? [] : [`${month.slice(0, 8)}${to.slice(8)}`])]
  return { from: addMonths(from, -monthsIn[unit]), to: days.toSorted()[0]! }
}

/**
 * The last day of the period before that a change is calculated from: its end, or the same day as the last one of the period that is over.
 * That may be after the end of a shorter period, and is before its start if no day is over. `unit` is as for `periodBefore`.
 */
export function lastSameDay({ from, to }: Days, before: Days, today: string, unit?: CalendarUnit): string {
  if (to < today) return before.to
  const over = { from, to: addDays(today, -1) }
  if (unit !== undefined && isFirst(from) && from < today) return periodBefore(over, unit).to
  return addDays(before.from, countDays(over) - 1)
}

export const countDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

function startOfUnit(day: string, unit: CalendarUnit): string {
  const first = `${day.slice(0, 8)}01`
  return addMonths(first, -((monthOf(day) - 1) % monthsIn[unit]))
}

/** @param first the first day of a month */
function addMonths(first: string, count: number): string {
  const moved = new Date(first)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  return moved.toISOString().replace(/T.*/, '')
}

const isFirst = (day: string): boolean => day.endsWith('-01')

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

const monthsBetween = (start: string, end: string): number => monthOf(end) - monthOf(start)
