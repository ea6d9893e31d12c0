/** Sales are summed up by quarter hours, and by days of UTC, so that long periods are few rows. */
export type SpanKind = 'quarter_hour' | 'day'

/** The sums of one kind that begin from one moment until before another. */
export interface Spans {
  readonly kind: SpanKind
  readonly from: string
  readonly before: string
}

/** When the day of UTC of a moment began. */
export const dayStart = (moment: string): string => `${moment.slice(0, 10)}T00:00:00.000Z`

/** When the quarter hour of a moment began. */
export const quarterHourStart = (moment: string): string =>
  `${moment.slice(0, 14)}${String(Math.floor(Number(moment.slice(14, 16)) / 15) * 15).padStart(2, '0')}:00.000Z`

const dayMs = 86_400_000

/**
 * What adds up to a period: the days of UTC that are wholly in it, and the quarter hours before and after them.
 * @param from when it begins, on a quarter hour
 * @param before when it ends, on a quarter hour
 */
export function spansBetween(from: string, before: string): Spans[] {
  const firstDay = new Date(Math.ceil(Date.parse(from) / dayMs) * dayMs).toISOString()
  const lastEnd = dayStart(before)
  if (firstDay >= lastEnd) return [{ kind: 'quarter_hour', from, before }]
  const all: Spans[] = [
    { kind: 'quarter_hour', from, before: firstDay },
    { kind: 'day', from: firstDay, before: lastEnd },
    { kind: 'quarter_hour', from: lastEnd, before },
  ]
  return all.filter((spans) => spans.from < spans.before)
}
