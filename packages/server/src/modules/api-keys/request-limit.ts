import { tooManyRequests } from '../../errors.ts'

interface Minute {
  readonly endsAt: number
  requests: number
}

const minuteMs = 60_000

/**
 * Counts the requests of each API key in a minute that begins with the first of them. In this process's memory: each node counts for
 * itself.
 * @returns a count of one request, which throws 429 with the seconds until the minute is over
 */
export function limitRequests(perMinute: number): (apiKeyId: number, now: Date) => void {
  const minutes = new Map<number, Minute>()
  return (apiKeyId, now) => {
    const at = now.getTime()
    let minute = minutes.get(apiKeyId)
    // A clock that was set back must not stretch the minute.
    if (minute === undefined || at >= minute.endsAt || at < minute.endsAt - minuteMs) {
      minute = { endsAt: at + minuteMs, requests: 0 }
      minutes.set(apiKeyId, minute)
    }
    minute.requests += 1
    if (minute.requests > perMinute)
      throw tooManyRequests(`This API key may make ${perMinute} requests a minute`, (minute.endsAt - at) / 1000)
  }
}
