/** The limits of docs/reference/sessions.md, Throttle. */
export const limits = {
  /** How long a failure counts, in milliseconds. */
  windowMs: 15 * 60_000,
  /** Failures for one name from one network, or in one session. */
  failures: 10,
  /** Failures from one network, over all names. */
  perNetwork: 50,
  /** For one name over all networks. It is slowed, never locked, because the failures may not be its owner's. */
  slowFrom: { failures: 10, networks: 3 },
  /** Milliseconds between two attempts for a slowed name. */
  pauseMs: 1_000,
  /** How long a network stays known after a sign-in. */
  knownMs: 90 * 24 * 3_600_000,
} as const

export interface NameFailures {
  readonly failures: number
  readonly networks: number
  /** ISO 8601 in UTC; null if there is no failure. */
  readonly newest_at: string | null
}

export const isSlowed = ({ failures, networks }: NameFailures): boolean =>
  failures >= limits.slowFrom.failures && networks >= limits.slowFrom.networks

/** Milliseconds until `lastsMs` have passed since `at`; 0 if that is null. */
export const waitMs = (at: string | null, lastsMs: number, now: Date): number =>
  at === null ? 0 : Math.max(0, Date.parse(at) + lastsMs - now.getTime())
