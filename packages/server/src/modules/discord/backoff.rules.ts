const longestMs = 60_000
/** How long a notification is tried, from its first attempt on (docs/reference/discord.md, Sending). */
const patienceMs = 3_600_000

/** Milliseconds to wait after the nth attempt (from 1): 1, 2, 4 … 60 seconds. */
export const backoffMs = (attempts: number): number => Math.min(longestMs, 1_000 * 2 ** Math.max(0, Math.min(attempts, 10) - 1))

export const isGivenUp = (firstAttemptAt: Date, now: Date): boolean => now.getTime() - firstAttemptAt.getTime() >= patienceMs
