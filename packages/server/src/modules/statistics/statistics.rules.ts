import { utcDayOf } from '@keydesk/contract'
import type { DayRange, TimeRange } from '../../db/time-ranges.ts'

const dayMs = 86_400_000

/** A period, split into its complete UTC days and the remaining time before and after them. */
export interface SplitPeriod {
  /** Null if there is none. */
  readonly days: DayRange | null
  readonly ends: readonly TimeRange[]
}

/** Splits a period at UTC midnights. */
export function splitAtDays({ from, before }: TimeRange): SplitPeriod {
  const firstMidnight = new Date(Math.ceil(Date.parse(from) / dayMs) * dayMs).toISOString()
  const lastMidnight = new Date(Math.floor(Date.parse(before) / dayMs) * dayMs).toISOString()
  if (firstMidnight >= lastMidnight) return { days: null, ends: [{ from, before }] }
  const last = utcDayOf(new Date(Date.parse(lastMidnight) - dayMs))
  const ends = [
    { from, before: firstMidnight },
    { from: lastMidnight, before },
  ].filter((end) => end.from < end.before)
  return { days: { first: utcDayOf(firstMidnight), last }, ends }
}

/** The most points of a product's trend: each day of a month. */
const mostPoints = 31

/**
 * Splits the days of a period into the points of a trend, all equally long and the last up to the end. The first days are left out if they
 * do not fill a point.
 */
export function splitTrend(days: readonly TimeRange[]): TimeRange[] {
  const step = Math.ceil(days.length / mostPoints)
  const start = days.length % step
  return Array.from({ length: (days.length - start) / step }, (_, nth) => {
    const first = start + nth * step
    return { from: days[first]!.from, before: days[first + step - 1]!.before }
  })
}

/** The index of the point that begins or ends with a partial day of the period. Undefined if none does. */
export function pointOfEnd(end: TimeRange | undefined, points: readonly TimeRange[]): number | undefined {
  if (end?.from === points[0]!.from) return 0
  return end?.before === points.at(-1)!.before ? points.length - 1 : undefined
}

/** The UTC days of a time range, from the midnight nearest to its start until the one nearest to its end, as far as they are in `days`. */
export function utcDaysOf({ from, before }: TimeRange, days: DayRange): DayRange {
  const [first, last] = [nearestMidnight(from), nearestMidnight(before) - dayMs].map((at) => utcDayOf(new Date(at)))
  return { first: first! < days.first ? days.first : first!, last: last! > days.last ? days.last : last! }
}

const nearestMidnight = (moment: string): number => Math.round(Date.parse(moment) / dayMs) * dayMs
