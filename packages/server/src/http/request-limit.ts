import { tooManyRequests } from '../errors.ts'

const minuteMs = 60_000
/** Callers whose allowance is full again are forgotten when there are this many. */
const manyCallers = 10_000

/**
 * Limits the requests of each caller. A burst may use a whole minute's requests; they refill at an even rate. Counts are in memory, so each
 * server has its own.
 * @param refusal the sentence for a caller who is over the limit
 * @returns a function that counts one request, or throws 429 with the seconds until the next one is allowed
 */
export function limitRequests(perMinute: number, refusal: string): (caller: string | number, now: Date) => void {
  const partMs = minuteMs / perMinute
  /** When the allowance of a caller is full again, in milliseconds since 1970. */
  const restedAt = new Map<string | number, number>()
  return (caller, now) => {
    const at = now.getTime()
    const known = restedAt.get(caller) ?? 0
    // A time more than a minute ahead means that the clock was set back: start again, or the caller would be blocked for longer.
    const next = (known > at && known <= at + minuteMs ? known : at) + partMs
    if (next > at + minuteMs) throw tooManyRequests(refusal, (next - at - minuteMs) / 1000)
    if (restedAt.size >= manyCallers) for (const [other, rested] of restedAt) if (rested <= at) restedAt.delete(other)
    restedAt.set(caller, next)
  }
}
