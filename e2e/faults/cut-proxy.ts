import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { request } from 'node:http'

export interface CutProxy {
  /** Sends a call and resolves when the server has answered. The answer never arrives: the connection is cut instead. */
  readonly post: (path: string, body: unknown, headers: Record<string, string>) => Promise<void>
  readonly close: () => Promise<void>
}

/** A proxy in front of a server that forwards requests, and cuts the connection at the first byte of each answer. */
export async function cutProxy(url: string): Promise<CutProxy> {
  const { port } = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    client.pipe(upstream)
    upstream.once('data', () => {
      upstream.destroy()
      client.resetAndDestroy()
    })
    for (const end of [client, upstream]) end.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo

  return {
    post: (path, body, headers) =>
      new Promise((resolve, reject) => {
        const call = request({ port: own, host: '127.0.0.1', path, method: 'POST', agent: false })
        for (const [name, value] of Object.entries({ ...headers, 'content-type': 'application/json' })) call.setHeader(name, value)
        call.on('response', () => reject(new Error('The answer came through')))
        call.on('error', () => resolve())
        call.end(JSON.stringify(body))
      }),
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
