import { tooManyRequests } from '../../errors.ts'

const minuteMs = 60_000

/**
 * Limits the requests of each API key (docs/reference/sessions.md, API keys). A burst may use a whole minute's requests; they refill at an
 * even rate. Counts are in memory, so each node has its own.
 * @returns a function that counts one request, or throws 429 with the seconds until the next one is allowed
 */
export function limitRequests(perMinute: number): (apiKeyId: number, now: Date) => void {
  const partMs = minuteMs / perMinute
  /** When the allowance of a key is full again, in milliseconds since 1970. */
  const restedAt = new Map<number, number>()
  return (apiKeyId, now) => {
    const at = now.getTime()
    const known = restedAt.get(apiKeyId) ?? 0
    // A time more than a minute ahead means that the clock was set back: start again, or the key would be blocked for longer.
    const next = (known > at && known <= at + minuteMs ? known : at) + partMs
    if (next > at + minuteMs) throw tooManyRequests(`This API key may make ${perMinute} requests a minute`, (next - at - minuteMs) / 1000)
    restedAt.set(apiKeyId, next)
  }
}
