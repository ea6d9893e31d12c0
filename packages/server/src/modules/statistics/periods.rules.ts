import { addDays, countDays, daysUpTo, momentOfDay, mostSalesDays } from '@keydesk/contract'
import { invalid } from '../../errors.ts'
import type { TimeRange } from '../../db/time-ranges.ts'

const tooLong = `The period has at most ${mostSalesDays} days`

/** Days of a time zone: a range with both ends included, or a number of days up to a day, by default today. */
export interface PeriodRequest {
  readonly days: number
  readonly from?: string
  readonly to?: string
  readonly time_zone: string
}

/** A day of a time zone, with its start and end. */
export type ZonedDay = TimeRange & { readonly day: string }

/**
 * The days of a period.
 * @throws 400 for a period that is too long, or ends before it begins
 */
export function daysOf({ days, from, to, time_zone }: PeriodRequest, today: string): ZonedDay[] {
  const last = to ?? today
  const count = from === undefined ? days : countDays({ from, to: last })
  if (count < 1) throw invalid('from must not be after to', { from: 'from must not be after to' })
  if (count > mostSalesDays) throw invalid(tooLong, { from: tooLong })
  const starts = [...daysUpTo(last, count), addDays(last, 1)].map((day) => ({ day, from: momentOfDay(day, time_zone) }))
  return starts.slice(0, -1).map((start, nth) => ({ ...start, before: starts[nth + 1]!.from }))
}

/** From the start of the first day to the end of the last. */
export const joinDays = (days: readonly ZonedDay[]): TimeRange => ({ from: days[0]!.from, before: days.at(-1)!.before })
