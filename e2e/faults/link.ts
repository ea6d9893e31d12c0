import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Stands before a database, so that the way to it can be cut, silenced, slowed and mended while both ends live. */
export async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  /** Those that were open when silence fell: they stay silent, as where a firewall has forgotten them. */
  const silenced = new WeakSet<Socket>()
  let isSilent = false
  let delayMs = 0
  const listen = (at: number): Server =>
    createServer((client) => {
      const upstream = connect(Number(port), hostname)
      for (const [end, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(end)
        if (isSilent) silenced.add(end)
        end.on('data', (bytes) => {
          if (silenced.has(end)) return
          if (delayMs === 0) other.write(bytes)
          else setTimeout(() => other.write(bytes), delayMs)
        })
        end.on('error', () => undefined)
        end.on('close', () => {
          sockets.delete(end)
          // Nobody hears of an end either.
          if (!silenced.has(end)) other.destroy()
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
    silence() {
      isSilent = true
      for (const socket of sockets) silenced.add(socket)
    },
    slowDown(ms) {
      delayMs = ms
    },
    async mend() {
      isSilent = false
      delayMs = 0
      if (server.listening) return
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
  /** Swallows every byte, of connections that are open and of those that are opened. */
  readonly silence: () => void
  /** Hands on each piece so much later. */
  readonly slowDown: (ms: number) => void
  /** Lets new connections through again; what was silenced stays silent. */
  readonly mend: () => Promise<void>
}
