import { sql, type RawBuilder } from 'kysely'

/** From one moment until before another. */
export interface TimeRange {
  readonly from: string
  readonly before: string
}

/** UTC days, both included. None if the first is after the last. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** Time ranges as rows of a `with` clause: index, start and end. At least one. */
export const timeRangeRows = (ranges: readonly TimeRange[]): RawBuilder<unknown> =>
  sql.join(ranges.map(({ from, before }, nth) => sql`(cast(${nth} as integer), ${from}, ${before})`))

/**
 * One query that unites the queries of some ranges, at least one, each with its index. As values, the ends of a range tell PostgreSQL how
 * few rows are in it. Joined with a table of ranges, it expects a ninth of all rows in each and reads whole tables: what products sold in a
 * month by day took 1,854 ms instead of 186, and the two hours at the ends of a period 1,100 to 1,700 ms beside an import.
 */
export const uniteRanges = <Range>(
  ranges: readonly Range[],
  query: (range: Range, nth: RawBuilder<number>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    ranges.map((range, nth) => query(range, sql`cast(${nth} as integer)`)),
    sql` union all `,
  )
