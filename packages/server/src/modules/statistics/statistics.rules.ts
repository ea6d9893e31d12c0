import type { Stretch } from '../../db/stretches.ts'

const dayMs = 86_400_000

/** A period, split into its complete UTC days and the remaining time before and after them. */
export interface SplitPeriod {
  /** Both included; null if there is none. */
  readonly days: { readonly first: string; readonly last: string } | null
  readonly ends: readonly Stretch[]
}

/** Splits a period at UTC midnights. */
export function splitAtDays({ from, before }: Stretch): SplitPeriod {
  const firstMidnight = new Date(Math.ceil(Date.parse(from) / dayMs) * dayMs).toISOString()
  const lastMidnight = new Date(Math.floor(Date.parse(before) / dayMs) * dayMs).toISOString()
  if (firstMidnight >= lastMidnight) return { days: null, ends: [{ from, before }] }
  const last = new Date(Date.parse(lastMidnight) - dayMs).toISOString().slice(0, 10)
  const ends = [
    { from, before: firstMidnight },
    { from: lastMidnight, before },
  ].filter((end) => end.from < end.before)
  return { days: { first: firstMidnight.slice(0, 10), last }, ends }
}

/** The most points of a product's trend: each day of a month. */
const mostPoints = 31

/**
 * Splits the days of a period into the points of a trend, all equally long and the last up to the end. The first days are left out if they
 * do not fill a point.
 */
export function splitTrend(days: readonly Stretch[]): Stretch[] {
  const step = Math.ceil(days.length / mostPoints)
  const start = days.length % step
  return Array.from({ length: (days.length - start) / step }, (_, nth) => {
    const first = start + nth * step
    return { from: days[first]!.from, before: days[first + step - 1]!.before }
  })
}

/** The index of the point that begins or ends with a partial day of the period. Undefined if none does. */
export function pointOfEnd(end: Stretch | undefined, points: readonly Stretch[]): number | undefined {
  if (end?.from === points[0]!.from) return 0
  return end?.before === points.at(-1)!.before ? points.length - 1 : undefined
}

/** The UTC days of a stretch, from the midnight nearest to its start until the one nearest to its end, as far as they are in `days`. */
export function utcDaysOf({ from, before }: Stretch, days: { readonly first: string; readonly last: string }) {
  const [first, last] = [nearestMidnight(from), nearestMidnight(before) - dayMs].map((at) => new Date(at).toISOString().slice(0, 10))
  return { first: first! < days.first ? days.first : first!, last: last! > days.last ? days.last : last! }
}

const nearestMidnight = (moment: string): number => Math.round(Date.parse(moment) / dayMs) * dayMs
