import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy in front of a database. It can cut, silence, slow down and restore the connection while both ends keep running. */
export async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  /** Connections that were open when the link went silent. They stay silent, as behind a firewall that has dropped its state. */
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
          // A silenced connection does not report its end either.
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
  /** The address of the database through the link. */
  readonly url: string
  /** Breaks every connection and accepts no new one. */
  readonly cut: () => Promise<void>
  /** Drops every byte, on open and on new connections. */
  readonly silence: () => void
  /** Delays each chunk by this many milliseconds. */
  readonly slowDown: (ms: number) => void
  /** Accepts new connections again. Silenced connections stay silent. */
  readonly mend: () => Promise<void>
}
