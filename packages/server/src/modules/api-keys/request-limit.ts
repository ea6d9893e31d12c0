import { tooManyRequests } from '../../errors.ts'

interface Minute {
  readonly endsAt: number
  requests: number
}

const minuteMs = 60_000

/**
 * Counts the requests of each API key, in minutes that begin with its first request. The counts are in memory: each node has its own.
 * @returns a function that counts one request and throws 429 with the seconds until the minute is over
 */
export function limitRequests(perMinute: number): (apiKeyId: number, now: Date) => void {
  const minutes = new Map<number, Minute>()
  return (apiKeyId, now) => {
    const at = now.getTime()
    let minute = minutes.get(apiKeyId)
    // Setting the clock back must not stretch the minute.
    if (minute === undefined || at >= minute.endsAt || at < minute.endsAt - minuteMs) {
      minute = { endsAt: at + minuteMs, requests: 0 }
      minutes.set(apiKeyId, minute)
    }
    minute.requests += 1
    if (minute.requests > perMinute)
      throw tooManyRequests(`This API key may make ${perMinute} requests a minute`, (minute.endsAt - at) / 1000)
  }
}
