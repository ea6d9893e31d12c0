import * as z from 'zod/mini'
import { withoutNul } from './fields.ts'
import { calendarUnits } from './choices.ts'
import { limits } from './limits.ts'
import { isTimeZone } from './values/time-zones.ts'
import { count, orElse } from './tolerant.ts'

/** The IANA name of the time zone whose days are meant. */
export const timeZone = z.string().check(z.refine(isTimeZone, 'time_zone must be the name of a time zone, such as Asia/Kathmandu'))

export const calendarDay = z.iso.date('A day must be written as YYYY-MM-DD')

/** A whole number of the query string. */
export const wholeNumber = (name: string, min: number, max: number) => {
  const range = `${name} must be from ${min} to ${max}`
  return z.coerce
    .number(`${name} must be a number`)
    .check(z.int(`${name} must be a whole number`), z.minimum(min, range), z.maximum(max, range))
}

/** Two years, to compare a year with the one before it. */
export const mostSalesDays = 732

/** The query for a period of sales. */
export const salesPeriod = z.object({
  days: z._default(wholeNumber('days', 1, mostSalesDays), 30),
  /** Days of `time_zone`, both included. If `to` is left out, the days end today; if `from` is, there are `days` of them. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  time_zone: z._default(timeZone, 'UTC'),
})

/** The query for a period that is compared with the one before it. */
export const comparedPeriod = z.extend(salesPeriod, {
  /** The period is the beginning of a month, quarter or year: then it is compared with the same days of the one before. */
  calendar: z.optional(z.enum(calendarUnits, `calendar must be one of: ${calendarUnits.join(', ')}`)),
})

/**
 * The parameters of every list. If all are left out, a list answers all rows (docs/reference/calls.md, Lists). Unknown parameters are
 * refused.
 */
export const listQuery = z.strictObject({
  limit: z.optional(wholeNumber('limit', 1, 500)),
  /** The `meta.next_cursor` of the previous page. */
  cursor: z.optional(z.string().check(z.maxLength(500))),
  q: z.optional(
    z.string().check(z.trim(), z.maxLength(limits.listSearch, `q must be at most ${limits.listSearch} characters`), withoutNul('q')),
  ),
  /** The name of a field; a minus before it reverses the order. */
  sort: z.optional(z.string().check(z.maxLength(50))),
})

export const pageMeta = z.object({
  /** Null on the last page. */
  next_cursor: orElse(z.nullable(z.string()), null),
  /**
   * How many match the filters in all. Left out where the list has more than `limits.countedRows` rows under its filters, apart from `q`:
   * counting those would cost more the larger the shop is.
   */
  total: z.optional(count),
})
export type PageMeta = z.infer<typeof pageMeta>

/** A list that may be shown page by page. */
export const listed = <S extends z.ZodMiniType>(item: S) => z.object({ data: z.array(item), meta: orElse(z.optional(pageMeta), undefined) })
