const dayMs = 86_400_000

/** A period, split into its complete UTC days and the remaining time before and after them. */
export interface SplitPeriod {
  /** Both included; null if there is none. */
  readonly days: { readonly first: string; readonly last: string } | null
  /** From one moment until before another. */
  readonly ends: readonly { readonly from: string; readonly before: string }[]
}

/**
 * Splits a period at UTC midnights.
 * @param from start, inclusive
 * @param before end, exclusive
 */
export function splitAtDays(from: string, before: string): SplitPeriod {
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
