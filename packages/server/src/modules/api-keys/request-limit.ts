import { tooManyRequests } from '../../errors.ts'

const minuteMs = 60_000

/**
 * Counts the requests of each API key (docs/reference/sessions.md, API keys): a minute's worth may come at once, and each request that was
 * made comes back after its part of a minute. The counts are in memory: each node has its own.
 * @returns a function that counts one request and throws 429 with the seconds until there is room for one
 */
export function limitRequests(perMinute: number): (apiKeyId: number, now: Date) => void {
  const partMs = minuteMs / perMinute
  /** By when all requests of a key will have come back, in milliseconds. */
  const restedAt = new Map<number, number>()
  return (apiKeyId, now) => {
    const at = now.getTime()
    const known = restedAt.get(apiKeyId) ?? 0
    // More than a minute ahead: the clock was set back, which must not stretch the minute.
    const next = (known > at && known <= at + minuteMs ? known : at) + partMs
    if (next > at + minuteMs) throw tooManyRequests(`This API key may make ${perMinute} requests a minute`, (next - at - minuteMs) / 1000)
    restedAt.set(apiKeyId, next)
  }
}
