import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where webhooks may go (docs/reference/webhooks.md, Addresses). */

/** A cloud's own service for its virtual machines, on a public address. */
const cloudService = '168.63.129.16'
/** The only range of IPv6 that is given out. */
const given = ipaddr.IPv6.parseCIDR('2000::/3')

/** @param address an IP address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  // The library also reads short forms such as 127.1.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(given) : address !== cloudService
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
