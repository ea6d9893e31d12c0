import type { Endpoint } from '@keydesk/contract'

/** Relative paths are made absolute on the API host; addresses that start with http stay as they are. */
export function absolute(host: string, path: string): string {
  if (path.startsWith('http')) return path
  return `${host.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

export interface AddressParts {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, unknown>
}

/** The path of one call: parameters filled in, query appended, what is undefined left out. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AddressParts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
