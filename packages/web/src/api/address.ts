import type { Endpoint } from '@keydesk/contract'

/** Makes a relative path absolute on the API host; an address that starts with http stays as it is. */
export function absolute(host: string, path: string): string {
  if (path.startsWith('http')) return path
  return `${host.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

export interface AddressParts {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, unknown>
}

/** The path of a call with its parameters and query; undefined query values are left out. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AddressParts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
