import { isIPv6 } from 'node:net'

/** The limits of docs/reference/sessions.md, Throttle. */
export const limits = {
  /** How long a failure counts, in milliseconds. */
  windowMs: 15 * 60_000,
  /** For one name from one network, or in one session. */
  failures: 10,
  /** For one network, over all names. */
  perNetwork: 50,
  /** For one name over all networks. Such a name is slowed and never locked: the failures may not be its owner's. */
  slowFrom: { failures: 10, networks: 3 },
  /** Milliseconds between two attempts for such a name. */
  pauseMs: 1_000,
  /** How long a network stays known after a sign-in. */
  knownMs: 90 * 24 * 3_600_000,
} as const

/**
 * The network of an address: an IPv4 address by itself, or an IPv6 /64, whose owner can use any address in it.
 * IPv4 in IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/s, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address in any notation; the URL parser normalises it. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

export interface NameFailures {
  readonly failures: number
  readonly networks: number
  /** ISO 8601 in UTC; null without a failure. */
  readonly newest_at: string | null
}

export const isSlowed = ({ failures, networks }: NameFailures): boolean =>
  failures >= limits.slowFrom.failures && networks >= limits.slowFrom.networks

/** Milliseconds left until `lastsMs` have passed since a moment; 0 without one. */
export const waitMs = (at: string | null, lastsMs: number, now: Date): number =>
  at === null ? 0 : Math.max(0, Date.parse(at) + lastsMs - now.getTime())
