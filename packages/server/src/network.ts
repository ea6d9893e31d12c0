import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network of an address: an IPv4 address itself, or the IPv6 /64, because its owner can use any address in it.
 * IPv4 in IPv6 (`::ffff:192.0.2.1`) counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** An X-Forwarded-For without the ports that some proxies put behind addresses, such as `192.0.2.1:51234` or `[2001:db8::1]:51234`. */
export const withoutPorts = (forwardedFor: string): string =>
  forwardedFor
    .split(',')
    .map((entry) => entry.trim().replace(/^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\])(?::\d+)?$/i, '$1$2'))
    .join(', ')
