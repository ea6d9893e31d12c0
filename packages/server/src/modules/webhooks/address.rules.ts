import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses that webhooks may use (docs/reference/webhooks.md, Addresses). */

/** Azure's service for its virtual machines has a public address. */
const cloudService = '168.63.129.16'
/** The only IPv6 range that is assigned for public use. */
const given = ipaddr.IPv6.parseCIDR('2000::/3')

/** @param address an IP address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  // The library also accepts short forms such as 127.1.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(given) : address !== cloudService
}

/** The IP address that is the host of a URL; undefined for a name. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

/** Why a webhook may not use this URL, judged by the URL alone; null if it may. */
export function obstacleOf(url: URL, allowPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'The URL must not hold a user name or a password'
  const literal = literalAddressOf(url)
  if (!allowPrivate && literal !== undefined && !isPublicAddress(literal)) return notPublic
  if (url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')) return null
  // A name without a dot is one of this machine or network: https alone would not help.
  return allowPrivate || url.hostname.includes('.') ? 'The URL must start with https://' : notPublic
}

export const notPublic = 'This address is not on the public internet. It needs the server setting WEBHOOKS_ALLOW_PRIVATE=1.'

/** A URL without parts that may be secret, for activity and its screens. */
export const shownUrl = (url: string): string => {
  const { origin, pathname, search, hash } = new URL(url)
  return pathname === '/' && search === '' && hash === '' ? origin : `${origin}/…`
}
