import { sql, type RawBuilder } from 'kysely'

/** From one moment until before another. */
export interface Stretch {
  readonly from: string
  readonly before: string
}

/** Stretches of time as rows of a `with` clause: index, start and end. At least one. */
export const stretchRows = (stretches: readonly Stretch[]): RawBuilder<unknown> =>
  sql.join(stretches.map(({ from, before }, nth) => sql`(cast(${nth} as integer), ${from}, ${before})`))
