import { calls, downloads, type Endpoint } from '@keydesk/contract'

/** The calls of the contract, each with an address that matches its path. */
export const everyCall = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries(group).map(([name, endpoint]): { name: string; endpoint: Endpoint; url: string } => ({
    name: `${noun}.${name}`,
    endpoint,
    url: endpoint.path.replace(/:(\w+)/g, (_, param: string) => endpoint.names?.[param]?.[0] ?? '1'),
  })),
)

/** The calls that answer a file. */
export const everyFile: typeof everyCall = Object.entries(downloads).map(([name, endpoint]) => ({ name, endpoint, url: endpoint.path }))
