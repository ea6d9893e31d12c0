import { BlockList, isIP } from 'node:net'

/** Where webhooks may go (docs/reference/webhooks.md, Addresses). */

/** IPv4 that is not the public internet: this network, private, shared, loopback, link-local, documentation, benchmarks, multicast, reserved. */
const closed = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
  // A cloud's own service for its virtual machines, on a public address.
  ['168.63.129.16', 32] as const,
]) {
  closed.addSubnet(network, bits)
}
/** Of the public range of IPv6: tunnels that hold an IPv4 address, benchmarks and documentation. */
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6')
}
/** The only range of IPv6 that is given out. Mapped, translated, local and multicast addresses are outside of it. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** @param address an IP address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && given.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The IP address that a URL names in the place of a host; undefined for a name. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

/** Why a webhook may not have this URL, as far as the URL tells; null if it may. */
export function obstacleOf(url: URL, allowPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'The URL must not hold a user name or a password'
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'The URL must start with https://'
  const literal = literalAddressOf(url)
  if (!allowPrivate && literal !== undefined && !isPublicAddress(literal)) return notPublic
  return null
}

export const notPublic = 'This address is not on the public internet'

/** A URL without what may be secret in it, for activity and its screens. */
export const shownUrl = (url: string): string => {
  const { origin, pathname, search, hash } = new URL(url)
  return pathname === '/' && search === '' && hash === '' ? origin : `${origin}/…`
}
