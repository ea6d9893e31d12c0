import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FaultPlan } from './faults.ts'
import { createGateway, type Reception } from './gateway.ts'
import { renderPage } from './page.ts'
import { createRest } from './rest.ts'
import { World, type Channel, type Message, type Role } from './world.ts'

export interface StandInOptions {
  readonly token: string
  readonly channels: readonly Channel[]
  readonly roles?: readonly Role[]
  /** How many servers list these channels and roles; the gateway knows the first. */
  readonly servers?: number | undefined
  readonly port?: number
  /** How long a nonce is remembered, in milliseconds. */
  readonly nonceMemoryMs?: number
  /** How often the client sends a heartbeat, in milliseconds; by default as often as the service asks for. */
  readonly heartbeatMs?: number
}

export interface StandIn {
  /** For DISCORD_API_BASE. */
  readonly apiBase: string
  /** A page that shows what was posted. */
  readonly pageUrl: string
  /** In the order in which they were posted. */
  readonly messages: readonly Message[]
  readonly gateway: Omit<ReturnType<typeof createGateway>, 'close'>
  /** The faults from now on; null for none. */
  fail: (plan: FaultPlan | null) => void
  /** How the gateway answers sign-ins from now on. */
  receive: (how: Reception) => void
  /** The token that is accepted from now on. */
  accept: (token: string) => void
  close: () => Promise<void>
}

/** A chat service in miniature on loopback: enough of its HTTP interface and gateway for the real client. */
export async function startDiscord({
  token,
  channels,
  roles = [],
  servers = 1,
  port = 0,
  nonceMemoryMs = 180_000,
  heartbeatMs = 41_250,
}: StandInOptions): Promise<StandIn> {
  const world = new World(channels, roles, nonceMemoryMs)
  let accepted = token
  let plan: FaultPlan = () => null
  let reception: Reception = 'ready'

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/') === true) {
      rest(request, response).catch(() => request.socket.destroy())
      return
    }
    const found = request.url === '/' && request.method === 'GET'
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:",
    })
    response.end(found ? renderPage(world) : 'Not found')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const gatewayUrl = () => `ws://${address}/gateway`
  const rest = createRest({ world, servers, token: () => accepted, gatewayUrl, faults: () => plan })
  const gateway = createGateway(server, { world, token: () => accepted, reception: () => reception, url: gatewayUrl, heartbeatMs })

  return {
    apiBase: `http://${address}/api/v10`,
    pageUrl: `http://${address}/`,
    messages: world.messages,
    gateway,
    fail: (next) => {
      plan = next ?? (() => null)
    },
    receive: (how) => {
      reception = how
    },
    accept: (next) => {
      accepted = next
    },
    close: async () => {
      gateway.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export { startOpenId, type ClaimChange, type OpenId, type OpenIdOptions, type OpenIdPerson } from './openid.ts'
export { startMailbox, type Mailbox, type MailboxOptions, type MailFault, type ReceivedMail } from './mailbox.ts'
