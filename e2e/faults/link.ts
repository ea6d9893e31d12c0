import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Stands before a database, so that the way to it can be cut and mended while both ends live. */
export async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const listen = (at: number): Server =>
    createServer((client) => {
      const upstream = connect(Number(port), hostname)
      client.pipe(upstream).pipe(client)
      for (const [end, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(end)
        end.on('error', () => undefined)
        end.on('close', () => {
          sockets.delete(end)
          other.destroy()
        })
      }
    }).listen(at, '127.0.0.1')
  let server = listen(0)
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(own)

  const cut = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    url: url.href,
    cut,
    async mend() {
      server = listen(own)
      await once(server, 'listening')
    },
  }
}

export interface Link {
  /** The address by which the database is reached through the link. */
  readonly url: string
  /** Breaks every connection and takes no new one. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
}
